import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FOLLOW_QUEUE } from '../desk.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

let t: TestDesk | undefined;
let server: Server | undefined;

afterEach(async () => {
  await t?.close();
  server?.closeAllConnections();
  server?.close();
});

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
  expect(failed.failure).toMatchObject({ code: 'reading_crashed', message: expect.stringContaining('broke off twice') });
  const { queue } = t;
  await expect.poll(async () => (await queue.count(FOLLOW_QUEUE)).active, { timeout: 60_000 }).toBe(0);
  expect(got).toEqual(['tester: true', 'tester: true']);
});
