import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#lib/service/context/api-keys.ts';
import { startTestService, type TestService } from '#lib/service/testing/start-test-service.ts';
import { startDoor } from './testing/start-door.ts';

const PER_KEY = 20;
const PER_ADDRESS = 60;

let service: TestService;
let door: Awaited<ReturnType<typeof startDoor>>;
const sending: ClientRequest[] = [];
beforeAll(async () => {
  service = await startTestService({ worker: false, service: { host: '127.0.0.1', port: 0 } });
  const { port } = await service.service.startHttp();
  door = await startDoor(`http://127.0.0.1:${port}`, { perKey: PER_KEY, perAddress: PER_ADDRESS, inAll: 500 });
});
afterEach(() => {
  for (const upload of sending.splice(0)) upload.destroy();
});
afterAll(async () => {
  await door?.close();
  await service?.close();
});

type Refusal = { status: number; code: string; type: string | undefined; retryAfter: string | undefined };

/** Starts uploads that send their beginning and then nothing; what they are answered meanwhile is collected. */
function startSlowUploads(count: number, keyOf: (index: number) => string): Refusal[] {
  const refusals: Refusal[] = [];
  for (let index = 0; index < count; index += 1) {
    const upload = request(`${door.url}/v1/documents`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${keyOf(index)}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '1000000',
      },
    });
    upload.on('error', () => undefined);
    upload.once('response', async (answer) => {
      const { code } = JSON.parse(await text(answer)) as { code: string };
      const { 'content-type': type, 'retry-after': retryAfter } = answer.headers;
      refusals.push({ status: answer.statusCode ?? 0, code, type, retryAfter });
    });
    upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nslow');
    sending.push(upload);
  }
  return refusals;
}

const ask = async (key: string) => (await fetch(`${door.url}/v1/documents`, { headers: { authorization: `Bearer ${key}` } })).status;

test('300 slow uploads with one key leave room for another key, and the rest are told to come back', async () => {
  const { key: other } = await createApiKey(service.context.database, 'other');
  const refusals = startSlowUploads(300, () => service.key);
  await expect.poll(() => refusals.length).toBe(300 - PER_KEY);
  expect(await ask(other)).toBe(200);
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
    new Set([JSON.stringify({ status: 429, code: 'rate_limited', type: 'application/problem+json', retryAfter: '2' })]),
  );
  expect(await ask(service.key)).toBe(429);
  for (const upload of sending) upload.destroy();
  await expect.poll(() => ask(service.key)).toBe(200);
});

test('300 slow uploads with wrong keys hold no place, however they are sent', async () => {
  const refusals = startSlowUploads(300, (index) => `wrong-key-0123456789-${index % 150}`);
  await expect.poll(() => refusals.length).toBe(300);
  expect(refusals.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
  expect(refusals.some(({ status }) => status === 401)).toBe(true);
  expect(await ask(service.key)).toBe(200);
});

test('an address with many keys takes no more than its own places', async () => {
  const keys = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => (await createApiKey(service.context.database, `many ${index}`)).key),
  );
  const refusals = startSlowUploads(4 * PER_KEY, (index) => keys[index % 4] ?? '');
  await expect.poll(() => refusals.length).toBe(4 * PER_KEY - PER_ADDRESS);
  expect(await ask(service.key)).toBe(429);
  expect((await fetch(`${door.url}/documents`)).status).toBe(200);
});
