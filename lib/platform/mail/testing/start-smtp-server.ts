import { createServer, type Socket } from 'node:net';

export type ReceivedMail = { from: string; to: string[]; data: string };

/** What the server does with the next mail: take it, refuse it for now or for good, or drop the connection before or after it has it. */
export type Mood = 'takes' | 'busy' | 'rejects' | 'drops-before' | 'drops-after';

export type SmtpServer = {
  port: number;
  received: ReceivedMail[];
  /** How many connections were made, also those that brought no mail. */
  connections: () => number;
  setMood: (mood: Mood) => void;
  close: () => Promise<void>;
};

/** A mail server for tests (RFC 5321, as much as a client needs), on a free port of this machine. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  let mood: Mood = 'takes';
  let connections = 0;
  const received: ReceivedMail[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, { received, getMood: () => mood });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    received,
    connections: () => connections,
    setMood: (next) => {
      mood = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(socket: Socket, { received, getMood }: { received: ReceivedMail[]; getMood: () => Mood }): void {
  let mail: ReceivedMail = { from: '', to: [], data: '' };
  let isData = false;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const address = (line: string) => line.match(/<([^>]*)>/)?.[1] ?? '';
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') return say('250 test');
    if (verb === 'MAIL') {
      mail = { from: address(line), to: [], data: '' };
      return say(getMood() === 'busy' ? '451 try later' : '250 ok');
    }
    if (verb === 'RCPT') {
      if (getMood() === 'rejects') return say('550 no such mailbox');
      mail.to.push(address(line));
      return say('250 ok');
    }
    if (verb === 'DATA') {
      if (getMood() === 'drops-before') return socket.destroy();
      isData = true;
      return say('354 go on');
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n');
    return say('250 ok');
  };
  say('220 test ESMTP');
  socket.on('data', (bytes) => {
    rest += bytes.toString('utf8');
    for (;;) {
      const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (isData ? 5 : 2));
      if (!isData) {
        command(line);
        continue;
      }
      isData = false;
      received.push({ ...mail, data: line.replaceAll('\r\n..', '\r\n.') });
      if (getMood() === 'drops-after') socket.destroy();
      else say('250 taken');
    }
  });
}
