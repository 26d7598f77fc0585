import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fileKey } from '#lib/files/file-key.ts';
import { FOLLOW_QUEUE } from '../context/desk.ts';
import { findRemoteJob } from '../documents/remote-jobs.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

let t: TestDesk | undefined;
let server: Server | undefined;

afterEach(async () => {
  await t?.close();
  server?.closeAllConnections();
  server?.close();
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A service that ends its connection whenever it has got a file, as one does that the file kills. */
async function startDying(got: string[]): Promise<number> {
  server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/documents') {
      request.resume();
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"code":"not_found"}');
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push(`${request.headers['countersign-submitter']}: ${Buffer.concat(chunks).includes('a poisoned text')}`);
      request.socket.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('a file that ends the service twice is not sent again, and fails with that reason', async () => {
  const got: string[] = [];
  t = await startTestDesk({ work: true, limits: { port: await startDying(got) } });
  const { id } = await t.drop('a poisoned text');
  const failed = await t.until(id, 'failed');
  expect(failed.failure).toMatchObject({ code: 'reading_crashed', message: expect.stringContaining('closed the connection twice') });
  const { queue } = t;
  await expect.poll(async () => (await queue.count(FOLLOW_QUEUE)).active, { timeout: 60_000 }).toBe(0);
  expect(got).toEqual(['tester: true', 'tester: true']);
});

test('a file that is damaged or missing in the store is not sent, and fails with that reason', async () => {
  const got: string[] = [];
  t = await startTestDesk();
  const { blobs } = t.desk;
  const [damaged, missing] = [await t.drop('the bytes of a file'), await t.drop('another file')];
  t.desk.config.service.port = await startDying(got);
  await blobs.put(fileKey(hashOf('the bytes of a file')), Buffer.from('the bytes'));
  await blobs.remove(fileKey(hashOf('another file')));
  await t.worker.start();
  expect((await t.until(damaged.id, 'failed')).failure).toEqual({
    code: 'damaged_file',
    message: 'The original file is damaged in the store. Upload it again.',
  });
  expect((await t.until(missing.id, 'failed')).failure).toMatchObject({ code: 'not_found' });
  expect(got).toEqual([]);
});

test('two files that were in hand when the service ended twice do not fail together', async () => {
  const inHand = new Set<Socket>();
  let arrived = 0;
  const together: number[] = [];
  server = createServer((request, response) => {
    const json = { 'content-type': 'application/json', 'countersign-service': '1' };
    request.resume();
    if (request.method !== 'POST') {
      response.writeHead(200, json).end(JSON.stringify({ id: 'r', status: 'completed' }));
      return;
    }
    inHand.add(request.socket);
    request.on('end', () => {
      arrived += 1;
      together.push(inHand.size);
      if (arrived === 1) return;
      if (arrived > 3) response.writeHead(201, json).end(JSON.stringify({ id: `r${arrived}`, status: 'pending' }));
      // the first end has two files in hand, the second whatever is there
      else for (const socket of inHand) socket.resetAndDestroy();
      inHand.clear();
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  t = await startTestDesk({ limits: { port: (server.address() as AddressInfo).port } });
  const dropped = await Promise.all([t.drop('one of two'), t.drop('the other of two')]);
  await t.worker.start();
  for (const { id } of dropped) await t.until(id, 'indexed');
  expect(together.slice(1)).toEqual([2, 1, 1, 1]);
});

test('a connection that breaks at a deployment elsewhere never fails a file', async () => {
  let arrived = 0;
  server = createServer((request, response) => {
    const json = { 'content-type': 'application/json', 'countersign-service': '1' };
    request.resume();
    request.on('end', () => {
      if (request.method === 'POST' && ++arrived <= 2) request.socket.resetAndDestroy();
      else response.writeHead(200, json).end(JSON.stringify({ id: 'r', status: 'completed' }));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t = await startTestDesk({ deployment: { url, key: 'k' }, work: true });
  // the deployment is known as ours, so that sending again is harmless
  await (await t.desk.present()).client.isOurs();
  const { id } = await t.drop('a harmless text');
  await t.until(id, 'indexed');
  expect(arrived).toBe(3);
});

test('a file that the end of the program cuts off on its way is sent again, and not said to be there perhaps', async () => {
  let arrived = 0;
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  server = createServer((request, response) => {
    const json = { 'content-type': 'application/json' };
    if (request.method === 'POST') arrived += 1;
    if (request.method === 'POST' && arrived === 1) {
      // what comes while it is being received is refused, so that the worker sends it
      request.resume();
      response.writeHead(503, json).end('{}');
      return;
    }
    if (request.method === 'POST' && arrived === 2) {
      // takes the first bytes and no more
      request.once('data', () => {
        request.pause();
        begun();
      });
      return;
    }
    request.resume();
    request.on('end', () => response.writeHead(200, json).end(JSON.stringify({ id: 'r', status: 'completed' })));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t = await startTestDesk({ deployment: { url, key: 'k' }, work: true });
  const { id } = await t.drop('a large file\n'.repeat(2_000_000));
  await isBegun;
  const inFlightSince = async () => {
    const job = t && (await findRemoteJob(t.desk.database, { kind: 'document', documentId: id, run: 1 }));
    return job?.inFlightSince ?? null;
  };
  expect(await inFlightSince()).not.toBeNull();
  await t.worker.drain(0);
  await expect.poll(inFlightSince).toBeNull();
});
