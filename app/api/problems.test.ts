import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBackend } from '../backend.ts';
import { type StartedRoutes, startRoutes } from '../testing/start-routes.ts';

let routes: StartedRoutes;
beforeAll(async () => {
  routes = await startRoutes();
});
afterAll(() => routes.close());

test('a body that is not JSON, and one that is not right, are refused with what is wrong', async () => {
  const cookie = routes.cookies.admin;
  const broken = await routes.ask('POST documents/[id]/reject', { cookie, body: '{"revision":' });
  expect(await broken.json()).toMatchObject({ code: 'malformed_body', status: 400 });
  const wrong = await routes.ask('POST documents/[id]/reject', { cookie, body: { revision: 'one', reason: '' } });
  expect(await wrong.json()).toMatchObject({
    code: 'invalid_request',
    status: 422,
    errors: expect.arrayContaining([expect.objectContaining({ pointer: '/revision' }), expect.objectContaining({ pointer: '/reason' })]),
  });
  const query = await routes.ask('GET documents', { cookie, query: '?page=0&sort=nothing' });
  expect(await query.json()).toMatchObject({ code: 'invalid_request', status: 422 });
});

test('a body that could not be kept as it is sent is refused: depth, numbers, characters', async () => {
  const cookie = routes.cookies.admin;
  for (const [body, reason] of [
    ['['.repeat(100_000) + ']'.repeat(100_000), /64 levels/],
    ['{"revision": 9007199254740993}', /9007199254740993/],
    ['{"reason": "\\u0000"}', /NUL/],
  ] as const) {
    const answer = await routes.ask('POST documents/[id]/reject', { cookie, body });
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', status: 422, detail: expect.stringMatching(reason) });
  }
});

test('a JSON body beyond the limit is refused while it comes', async () => {
  const response = await routes.ask('POST schemas', {
    cookie: routes.cookies.admin,
    body: JSON.stringify({ name: 'x'.repeat(5_000_000) }),
  });
  expect(await response.json()).toMatchObject({ code: 'body_too_large', status: 413 });
});

test('text that the database cannot keep is refused wherever it stands', async () => {
  const cookie = routes.cookies.admin;
  for (const route of ['GET documents', 'GET audit', 'GET documents/export']) {
    expect((await routes.ask(route, { cookie, query: '?q=%00' })).status, route).toBe(422);
  }
  expect((await routes.ask('POST documents', { cookie, body: 'x', query: '?schema_id=%00' })).status).toBe(422);
  const schema = await routes.ask('GET schemas/[id]', { cookie, parameters: { id: '\0' } });
  expect(schema.status).toBe(404);
  for (const text of ['a\0', 'a\ud800']) {
    const body = { name: text, fields: [{ name: 'number', type: 'string' }] };
    expect((await routes.ask('POST schemas', { cookie, body })).status).toBe(422);
    expect((await routes.ask('POST documents/[id]/extractions', { cookie, body: { schema_id: text } })).status).toBe(422);
    expect((await routes.ask('POST documents/[id]/extractions', { cookie, body: { schema_id: 'x', [text]: 1 } })).status).toBe(422);
  }
  const deep = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  expect((await routes.ask('POST schemas', { cookie, body: deep })).status).toBeLessThan(500);
});

test('numbers and parts of pages that cannot be are refused', async () => {
  const cookie = routes.cookies.admin;
  expect((await routes.ask('GET schemas/[id]', { cookie, query: '?version=99999999999' })).status).toBe(422);
  expect((await routes.ask('GET documents', { cookie, query: '?page=9007199254740991' })).status).toBe(422);
  expect((await routes.ask('GET audit', { cookie, query: '?page=9007199254740991' })).status).toBe(422);
  for (const query of ['?left=.5&top=.5&right=.5&bottom=.5', '?left=.6&top=.1&right=.5&bottom=.5', '?left=.1']) {
    expect((await routes.ask('GET documents/[id]/pages/[number]/image', { cookie, query })).status, query).toBe(422);
  }
});

test('an address that is none answers with a problem', async () => {
  const response = await routes.ask('PUT [...path]', { cookie: routes.cookies.admin });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 });
});

test('what goes wrong inside is hidden behind an id; health says that the desk cannot work', async () => {
  const cookie = routes.cookies.admin;
  await (await getBackend()).close();
  const response = await routes.ask('GET documents', { cookie });
  const body = await response.text();
  expect(JSON.parse(body)).toMatchObject({ code: 'internal_error', status: 500 });
  expect(body).toMatch(/The log has it under [0-9a-f-]{36}/);
  expect(body).not.toMatch(/pool|postgres|select|node_modules|\.ts/i);
  expect(await (await routes.ask('GET health')).json()).toMatchObject({ code: 'unavailable', status: 503 });
});
