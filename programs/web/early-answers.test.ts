import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#lib/service/testing/start-test-service.ts';
import { startDoor } from './testing/start-door.ts';

const MIB = 1024 * 1024;

let service: TestService;
let door: Awaited<ReturnType<typeof startDoor>>;
beforeAll(async () => {
  service = await startTestService({ worker: false, service: { host: '127.0.0.1', port: 0, maxUploadBytes: MIB } });
  const { port } = await service.service.startHttp();
  door = await startDoor(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await door?.close();
  await service?.close();
});

/** Sends an upload that goes on until it is answered. */
function uploadWithoutEnd(key: string, headers: Record<string, string> = {}): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const outgoing = request(
      `${door.url}/v1/documents`,
      { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=b', ...headers } },
      async (incoming) => {
        isAnswered = true;
        const { code } = JSON.parse(await text(incoming)) as { code: string };
        resolve({ status: incoming.statusCode ?? 0, code });
        outgoing.destroy();
      },
    );
    outgoing.once('error', (error) => {
      if (!isAnswered) reject(error);
    });
    outgoing.write('--b\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\n\r\n');
    const go = () => {
      while (!isAnswered && !outgoing.destroyed) {
        if (!outgoing.write(Buffer.alloc(256 * 1024, 'x'))) return void outgoing.once('drain', go);
      }
    };
    go();
  });
}

test.each([
  ['chunked', {}],
  ['with its length', { 'content-length': String(900 * MIB) }],
] as const)('refusals of the service reach the client while its upload is under way, %s', async (_name, headers) => {
  for (let again = 0; again < 5; again += 1) {
    expect(await uploadWithoutEnd(service.key, headers)).toEqual({ status: 413, code: 'file_too_large' });
    expect(await uploadWithoutEnd('wrong-key-0123456789', headers)).toEqual({ status: 401, code: 'unauthenticated' });
  }
});
