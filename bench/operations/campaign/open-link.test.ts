import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Link, openLink } from './open-link.ts';

let servers: Server[] = [];
let link: Link;

/** A server that answers each piece with its name. */
async function startNamed(name: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(name));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function open() {
  const socket = connect(link.port, '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

/** A connection that is reset ends with an error. */
const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

afterEach(async () => {
  await link.close();
  for (const server of servers) server.close();
  servers = [];
});

test('a link leads to its targets in turn, and past one that is away', async () => {
  const ports = [await startNamed('a'), await startNamed('b')];
  link = await openLink([...ports, 1].map((port) => ({ port, host: '127.0.0.1' })));
  const said: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const socket = open();
    socket.write('?');
    said.push(String((await once(socket, 'data'))[0]));
    socket.destroy();
  }
  expect(said).toEqual(['a', 'b', 'a', 'a']);
});

test('a link that is cut ends its connections, and takes none until it is open again', async () => {
  link = await openLink([{ port: await startNamed('a'), host: '127.0.0.1' }]);
  const before = open();
  before.write('?');
  await once(before, 'data');
  link.set('cut');
  await ended(before);
  await ended(open());
  link.set('open');
  const after = open();
  after.write('?');
  expect(String((await once(after, 'data'))[0])).toBe('a');
});

test('a silent link delivers what was sent once it is open again', async () => {
  link = await openLink([{ port: await startNamed('a'), host: '127.0.0.1' }]);
  link.set('silent');
  const socket = open();
  let said = '';
  socket.on('data', (bytes) => {
    said += String(bytes);
  });
  socket.write('?');
  await sleep(100);
  expect(said).toBe('');
  link.set('open');
  await expect.poll(() => said).toBe('a');
});
