import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#lib/platform/log.ts';
import { createApiKey } from '#lib/service/context/api-keys.ts';
import { startTestService, type TestService } from '#lib/service/testing/start-test-service.ts';
import { startDoor } from './testing/start-door.ts';
import { watchWrongKeys } from './watch-wrong-keys.ts';

let service: TestService;
let door: Awaited<ReturnType<typeof startDoor>>;
let now = 0;
const lines: string[] = [];
beforeAll(async () => {
  service = await startTestService({ worker: false, service: { host: '127.0.0.1', port: 0 } });
  const { port } = await service.service.startHttp();
  const log = createLog({ level: 'warn', format: 'json', program: 'test', write: (line) => lines.push(line) });
  door = await startDoor(
    `http://127.0.0.1:${port}`,
    {},
    watchWrongKeys(log, () => now),
  );
});
afterAll(async () => {
  await door?.close();
  await service?.close();
});

const ask = async (key: string, path = '/v1/documents') => {
  const answer = await fetch(door.url + path, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer;
};

test('an address that tries wrong keys is held up and logged, and keys that were right before go on', async () => {
  expect((await ask(service.key)).status).toBe(200);
  for (let index = 0; index < 60; index += 1) {
    const key = `wrong-key-0123456789-${index}`;
    // what takes any key proves none
    expect((await ask(key, '/v1/health')).status).toBe(200);
    expect((await ask(key)).status).toBe(401);
  }
  const held = await ask('wrong-key-0123456789-0');
  expect([held.status, held.headers.get('retry-after'), held.headers.get('content-type')]).toEqual([429, '60', 'application/problem+json']);
  expect((await ask(service.key)).status).toBe(200);
  const { key: fresh } = await createApiKey(service.context.database, 'fresh');
  expect((await ask(fresh)).status).toBe(429);
  now += 60_000;
  expect((await ask(fresh)).status).toBe(200);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'an API key was refused', address: '127.0.0.1' },
    { message: 'an address is held up for wrong API keys', address: '127.0.0.1', refused: 60 },
  ]);
  expect(lines.join('')).not.toContain('wrong-key');
});
