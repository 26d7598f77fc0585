import { connect } from 'node:net';

/**
 * Sends bytes as they are over a connection of their own and collects what comes back until the other side closes, or until
 * `isEnough` says so.
 */
export function sendRaw(port: number, bytes: string, isEnough: (answer: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => {
      answer += data;
      if (isEnough(answer)) socket.destroy();
    });
    // a refused connection may be reset; what was answered before counts
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

/** The status lines of answers that came one after the other over a connection. */
export function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
