import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedRoutes, startRoutes } from '../testing/start-routes.ts';

let routes: StartedRoutes;
beforeAll(async () => {
  routes = await startRoutes();
});
afterAll(() => routes.close());

test('a picture of a file that cannot be drawn says why', async () => {
  const cookie = routes.cookies.reviewer;
  const uploaded = await routes.ask('POST documents', { cookie, body: '%PDF-1.4 nothing', query: '?name=broken.pdf' });
  const { id } = (await uploaded.json()) as { id: string };
  const response = await routes.ask('GET documents/[id]/pages/[number]/image', { cookie, parameters: { id } });
  expect(response.status).toBe(422);
  expect(((await response.json()) as { code: string }).code).not.toBe('internal_error');
});

test('an uploaded file comes back byte for byte, as an attachment that no browser shows', async () => {
  const cookie = routes.cookies.reviewer;
  const markup = '<script>alert(1)</script>';
  const name = `résumé "1".html`;
  const uploaded = await routes.ask('POST documents', { cookie, body: markup, query: `?name=${encodeURIComponent(name)}&folder=a/b` });
  expect(uploaded.status).toBe(201);
  const document = (await uploaded.json()) as { id: string; name: string; folder: string };
  expect(document).toMatchObject({ name, folder: 'a/b', state: 'received' });
  const content = await routes.ask('GET documents/[id]/content', { cookie, parameters: { id: document.id } });
  expect(await content.text()).toBe(markup);
  expect(content.headers.get('content-disposition')).toBe(
    `attachment; filename="r_sum_ _1_.html"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%221%22.html`,
  );
  expect(content.headers.get('x-content-type-options')).toBe('nosniff');
  expect(content.headers.get('content-security-policy')).toContain('sandbox');
});

test('an upload larger than it said, an empty one and one for an unknown schema are refused', async () => {
  const cookie = routes.cookies.reviewer;
  expect((await routes.ask('POST documents', { cookie, body: 'x', headers: { 'content-length': '99999999999999' } })).status).toBe(413);
  expect(await (await routes.ask('POST documents', { cookie, body: '' })).json()).toMatchObject({ code: 'empty_file' });
  expect((await routes.ask('POST documents', { cookie, body: 'x', query: '?schema_id=nothing' })).status).toBe(404);
});

test('chosen documents are exported by a body, which has room for more than an address, and the answer says how many they are', async () => {
  const cookie = routes.cookies.reviewer;
  const send = async (name: string) => {
    const uploaded = await routes.ask('POST documents', { cookie, body: name, query: `?name=${name}` });
    return ((await uploaded.json()) as { id: string }).id;
  };
  const known = [await send('one.txt'), await send('two.txt')];
  const gone = Array.from({ length: 9_000 }, () => crypto.randomUUID());
  const ids = [...known, 'no-id', ...gone];
  const file = (values: string) => routes.ask('POST documents/export', { cookie, body: { ids }, query: `?format=json&values=${values}` });
  const extracted = await file('extracted');
  expect([extracted.status, extracted.headers.get('x-document-count')]).toEqual([200, '2']);
  const { documents } = (await extracted.json()) as { documents: { name: string }[] };
  expect(documents.map(({ name }) => name).toSorted()).toEqual(['one.txt', 'two.txt']);
  expect((await file('approved')).headers.get('x-document-count')).toBe('0');
  expect((await routes.ask('POST documents/export', { cookie, body: { ids: [] } })).status).toBe(422);
});

test('assigning, postponing and prioritising say so where something else is there than the caller expects', async () => {
  const cookie = routes.cookies.reviewer;
  const uploaded = await routes.ask('POST documents', { cookie, body: 'x', query: '?name=expected.txt' });
  const parameters = { id: ((await uploaded.json()) as { id: string }).id };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const another = { until, reason: 'Waiting' };
  const requests = [
    ['POST documents/[id]/assign', { person_id: null, expected: 'someone' }, { person_id: null, expected: null }],
    ['POST documents/[id]/postpone', { postponed: null, expected: another }, { postponed: null, expected: null }],
    ['PUT documents/[id]/priority', { priority: 1, expected: { priority: 2 } }, { priority: 1, expected: { priority: null } }],
  ] as const;
  for (const [route, wrong, right] of requests) {
    const refused = await routes.ask(route, { cookie, parameters, body: JSON.stringify(wrong) });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'conflict', detail: expect.stringMatching(/^Somebody changed it meanwhile/) });
    expect((await routes.ask(route, { cookie, parameters, body: JSON.stringify(right) })).status).toBe(200);
  }
});
