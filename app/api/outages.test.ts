import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BreakableS3, startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { type BreakableConnection, createBreakableConnection } from '#lib/platform/testing/breakable-connection.ts';

const HOST = '127.0.0.1:3000';
const TOKEN = 'outages-set-up-token';
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-web-outages-'));
let server: TestDatabase;
let way: BreakableConnection;
let s3: BreakableS3;
let cookie = '';
const written: string[] = [];
const write = process.stderr.write;

async function ask(name: string, init: { method?: string; body?: BodyInit | object } = {}): Promise<Response> {
  const [address, query = ''] = name.split('?');
  const module = (await import(`./${address}/route.ts`)) as Record<string, (request: Request, context: object) => Promise<Response>>;
  const { method = 'GET', body } = init;
  const headers = { host: HOST, origin: `http://${HOST}`, cookie, 'content-type': 'application/json' };
  const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const request = new Request(`http://${HOST}/api/${address}?${query}`, { method, headers, ...content });
  return module[method]!(request, { params: Promise.resolve({}) });
}

beforeAll(async () => {
  server = await createTestDatabase();
  way = await createBreakableConnection(server.url);
  s3 = await startBreakableS3();
  Object.assign(process.env, {
    COUNTERSIGN_ROOT: process.cwd(),
    COUNTERSIGN_DATA_DIR: folder,
    DATABASE_URL: way.url,
    COUNTERSIGN_SERVICE_PORT: '9',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'blobs',
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    COUNTERSIGN_SET_UP_TOKEN: TOKEN,
  });
  process.stderr.write = ((line: string) => {
    written.push(line);
    return true;
  }) as typeof process.stderr.write;
});
afterAll(async () => {
  process.stderr.write = write;
  s3.mend();
  way.mend();
  const { getBackend } = await import('../backend.ts');
  await (await getBackend()).close();
  await s3.close();
  await way.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function expectAway(answer: Response, dependency: string): Promise<void> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const problem = await answer.json();
  expect(problem).toMatchObject({ code: 'unavailable', extra: { dependency } });
  expect(problem.detail).toMatch(dependency === 'storage' ? /storage for files does not answer/ : /database does not answer/);
}

test('with the database away from the start every route answers 503, and the log tells it once', async () => {
  way.break();
  for (let n = 0; n < 20; n += 1) await expectAway(await ask('documents'), 'database');
  await expectAway(await ask('session'), 'database');
  expect(written.filter((line) => line.includes('database does not answer'))).toHaveLength(1);
  way.mend();
  expect((await ask('session')).status).toBe(200);
});

test('with the database away meanwhile every route answers 503, sign-in and sessions too, and works when it is back', async () => {
  const account = { name: 'Ada', email: 'ada@example.org', password: 'a long enough phrase to be one', token: TOKEN };
  const made = await ask('set-up', { method: 'POST', body: account });
  expect(made.status, await made.clone().text()).toBeLessThan(300);
  cookie = made.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  expect((await ask('documents')).status).toBe(200);
  way.break();
  await expectAway(await ask('documents'), 'database');
  await expectAway(await ask('session'), 'database');
  await expectAway(await ask('documents?name=a.txt', { method: 'POST', body: 'some text' }), 'database');
  way.mend();
  await expect.poll(async () => (await ask('documents')).status).toBe(200);
});

test('with the storage away an upload is answered 503 and leaves nothing; the database is not blamed', async () => {
  s3.break();
  await expectAway(await ask('documents?name=a.txt', { method: 'POST', body: 'some text' }), 'storage');
  expect(await (await ask('documents')).json()).toMatchObject({ total: 0 });
  s3.mend();
  expect((await ask('documents?name=a.txt', { method: 'POST', body: 'some text' })).status).toBe(201);
});

test('an error while the backend is made is in the log under the id that the answer names', async () => {
  const { recall } = await import('#lib/platform/remember.ts');
  const memory = (globalThis as unknown as { countersignMemory: Map<string, unknown> }).countersignMemory;
  const present = recall('web-backend');
  memory.set('web-backend', {
    // biome-ignore lint/suspicious/noThenProperty: fails once it is waited for, as making the backend does
    then: (_resolve: unknown, reject: (error: Error) => void) => reject(new Error('no way to build it')),
  });
  const answer = await ask('documents');
  memory.set('web-backend', present);
  expect(answer.status).toBe(500);
  const id = /under ([0-9a-f-]{36})/.exec((await answer.json()).detail)?.[1];
  expect(written.some((line) => line.includes(String(id)) && line.includes('no way to build it'))).toBe(true);
});
