import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { KeyScope } from '#lib/contract/desk/api-key.ts';
import { createApiKey, ensureApiKey } from '../context/api-keys.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { createKeyLimiter } from './key-limiter.ts';

/** What each route of the interface asks of a key. Whoever adds a route must say it here. */
const NEEDED: Record<string, string> = {
  'POST /v1/documents': 'submit',
  'GET /v1/documents': 'read',
  'GET /v1/documents/{document_id}': 'read',
  'DELETE /v1/documents/{document_id}': 'admin',
  'GET /v1/documents/{document_id}/content': 'read',
  'GET /v1/documents/{document_id}/pages': 'read',
  'GET /v1/documents/{document_id}/pages/{page}/image': 'read',
  'POST /v1/schemas': 'admin',
  'GET /v1/schemas': 'read',
  'GET /v1/schemas/{schema_id}': 'read',
  'PUT /v1/schemas/{schema_id}': 'admin',
  'DELETE /v1/schemas/{schema_id}': 'admin',
  'GET /v1/schemas/{schema_id}/versions': 'read',
  'POST /v1/schemas/{schema_id}/examples': 'submit',
  'GET /v1/schemas/{schema_id}/examples': 'read',
  'DELETE /v1/schemas/{schema_id}/examples': 'admin',
  'GET /v1/schemas/{schema_id}/examples/{example_id}': 'read',
  'DELETE /v1/schemas/{schema_id}/examples/{example_id}': 'submit',
  'GET /v1/schemas/{schema_id}/memory': 'read',
  'POST /v1/schemas/{schema_id}/memory': 'submit',
  ...Object.fromEntries(
    ['extractions', 'summaries', 'classifications', 'splittings'].flatMap((kind) => [
      [`POST /v1/${kind}/jobs`, 'submit'],
      [`GET /v1/${kind}/jobs`, 'read'],
      [`GET /v1/${kind}/jobs/{job_id}`, 'read'],
      [`POST /v1/${kind}/jobs/{job_id}/cancel`, 'submit'],
    ]),
  ),
  'POST /v1/documents/{document_id}/summaries': 'read submit',
  'GET /v1/documents/{document_id}/summaries/{summary_id}': 'read',
  'GET /v1/keys': 'admin',
  'POST /v1/keys': 'admin',
  'DELETE /v1/keys/{key_id}': 'admin',
};
/** What stands in the description as a part of another route. */
const WITH_QUERY: Record<string, string> = { 'DELETE /v1/schemas/{schema_id}/examples?document_id={document_id}': 'submit' };
/** The paths that the interface prints without the prefix; they stand in no description. */
const WITHOUT_PREFIX: Record<string, string> = {
  'POST /documents/{document_id}/summaries': 'read submit',
  'GET /documents/{document_id}/summaries/{summary_id}': 'read',
  'POST /summaries/jobs': 'submit',
  'GET /summaries/jobs/{job_id}': 'read',
};
const ID = '0198c0de-0000-7000-8000-000000000000';
const CHOICES: KeyScope[][] = [['read'], ['submit'], ['admin'], ['read', 'submit']];

let t: TestService;
beforeAll(async () => {
  t = await startTestService({ worker: false, service: { keyRequestsPerMinute: 500 } });
});
afterAll(() => t.close());

const askWith = (key: string, method: string, path: string, body?: unknown) =>
  t.service.fetch(
    new Request(`http://service.test${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(method === 'POST' || method === 'PUT' ? { body: JSON.stringify(body ?? {}) } : {}),
    }),
  );

test('every route of the interface says which scopes it needs, and no key without them passes', async () => {
  const described = (await (await t.ask('/v1/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> };
  const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.sort()).toEqual(Object.keys(NEEDED).sort());
  for (const scopes of CHOICES) {
    const { key } = await createApiKey(t.context.database, scopes.join(), { scopes });
    for (const [route, needed] of Object.entries({ ...NEEDED, ...WITH_QUERY, ...WITHOUT_PREFIX })) {
      const [method = '', path = ''] = route.split(' ');
      const response = await askWith(key, method, path.replaceAll(/\{page\}/g, '1').replaceAll(/\{\w+\}/g, ID));
      const mayPass = needed.split(' ').every((scope) => scopes.includes(scope as KeyScope));
      const at = `${route} with ${scopes.join(', ')}`;
      if (mayPass) expect([401, 403, 429, 500], at).not.toContain(response.status);
      else expect(await response.json(), at).toMatchObject({ status: 403, code: 'forbidden' });
    }
  }
});

test('keys are made, listed and revoked by an admin key; a revoked one is refused at once', async () => {
  const made = await (
    await t.ask('/v1/keys', {
      method: 'POST',
      body: JSON.stringify({ name: 'Till', scopes: ['read'], made_by: 'Ada' }),
      headers: { 'content-type': 'application/json' },
    })
  ).json();
  expect(made).toMatchObject({
    type: 'api_key',
    name: 'Till',
    scopes: ['read'],
    made_by: 'Ada',
    expires_at: null,
    key: expect.stringMatching(/^cs_/),
  });
  expect((await askWith(made.key, 'GET', '/v1/documents')).status).toBe(200);
  const listed = await (await t.ask('/v1/keys')).text();
  expect(listed).toContain(made.id);
  expect(listed).not.toContain(made.key);
  const revoked = await t.ask(`/v1/keys/${made.id}`, { method: 'DELETE' });
  expect(await revoked.json()).toMatchObject({ id: made.id, revoked_at: expect.any(String) });
  expect((await askWith(made.key, 'GET', '/v1/documents')).status).toBe(401);
  expect((await t.ask(`/v1/keys/${ID}`, { method: 'DELETE' })).status).toBe(404);
});

test.each([
  [{ name: '', scopes: ['read'] }, '/name'],
  [{ name: 'x', scopes: [] }, '/scopes'],
  [{ name: 'x', scopes: ['everything'] }, '/scopes/0'],
  [{ name: 'x', scopes: ['read'], expires_at: '2001-01-01T00:00:00Z' }, '/expires_at'],
])('a key of %j is refused with the place of the fault', async (body, pointer) => {
  const headers = { 'content-type': 'application/json' };
  const response = await t.ask('/v1/keys', { method: 'POST', body: JSON.stringify(body), headers });
  expect(await response.json()).toMatchObject({ status: 422, errors: [expect.objectContaining({ pointer })] });
});

test('a key that asks too often is told how long to wait; others and the configured one go on', async () => {
  const { key } = await createApiKey(t.context.database, 'greedy');
  const { key: other } = await createApiKey(t.context.database, 'modest');
  await ensureApiKey(t.context.database, 'configured-key-0123456789', 'desk');
  let refused: Response | undefined;
  // on a slow machine the minute would go by meanwhile
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (let count = 0; count < 600 && !refused; count += 1) {
      const response = await askWith(key, 'GET', `/v1/schemas/${ID}`);
      if (response.status === 429) refused = response;
    }
  } finally {
    vi.useRealTimers();
  }
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await refused?.json()).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('500 requests in a minute') });
  expect((await askWith(other, 'GET', '/v1/documents')).status).toBe(200);
  expect((await askWith('configured-key-0123456789', 'GET', '/v1/documents')).status).toBe(200);
});

test('a bucket fills again evenly', () => {
  let at = 0;
  const limiter = createKeyLimiter(60, () => at);
  for (let count = 0; count < 60; count += 1) expect(limiter.take('a')).toBe(0);
  expect(limiter.take('a')).toBe(1);
  at += 999;
  expect(limiter.take('a')).toBe(1);
  at += 2;
  expect(limiter.take('a')).toBe(0);
  at += 3_600_000;
  for (let count = 0; count < 60; count += 1) expect(limiter.take('a')).toBe(0);
  expect(limiter.take('a')).toBe(1);
});
