import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveStarterSchemas } from '#lib/desk/schemas/operations/save-starter-schemas.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createUser } from '#lib/session/people/create-user.ts';
import { getBackend } from '../backend.ts';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
const ROLES = ['viewer', 'reviewer', 'schema_owner', 'admin'] as const;
const HOST = 'localhost:3000';

/** Who may ask what, as docs/desk-api.md says. `anyone` needs no session. */
const TABLE: Record<string, (typeof ROLES)[number] | 'anyone'> = {
  'GET [...path]': 'anyone',
  'POST [...path]': 'anyone',
  'PUT [...path]': 'anyone',
  'DELETE [...path]': 'anyone',
  'PATCH [...path]': 'anyone',
  'GET health': 'anyone',
  'GET session': 'anyone',
  'POST set-up': 'anyone',
  'GET auth/[...path]': 'anyone',
  'POST auth/[...path]': 'anyone',
  'POST links/open': 'anyone',
  'POST links/use': 'anyone',
  'GET people': 'admin',
  'PUT people': 'admin',
  'GET people/names': 'reviewer',
  'PUT people/[id]': 'admin',
  'DELETE people/[id]': 'admin',
  'DELETE people/[id]/two-factor': 'admin',
  'POST people/[id]/password-link': 'admin',
  'GET invitations': 'admin',
  'POST invitations': 'admin',
  'DELETE invitations/[id]': 'admin',
  'GET account': 'viewer',
  'PUT account': 'viewer',
  'PUT account/password': 'viewer',
  'POST account/two-factor': 'viewer',
  'PUT account/two-factor': 'viewer',
  'DELETE account/two-factor': 'viewer',
  'POST account/backup-codes': 'viewer',
  'GET keys': 'admin',
  'POST keys': 'admin',
  'DELETE keys/[id]': 'admin',
  'GET sessions': 'viewer',
  'DELETE sessions': 'viewer',
  'DELETE sessions/[id]': 'viewer',
  'GET documents': 'viewer',
  'POST documents': 'reviewer',
  'GET documents/changes': 'viewer',
  'GET documents/export': 'viewer',
  'GET documents/[id]': 'viewer',
  'DELETE documents/[id]': 'reviewer',
  'GET documents/[id]/content': 'viewer',
  'GET documents/[id]/outline': 'viewer',
  'GET documents/[id]/pages': 'viewer',
  'GET documents/[id]/pages/[number]/image': 'viewer',
  'POST documents/[id]/pages/[number]/recognise': 'reviewer',
  'GET documents/[id]/search': 'viewer',
  'POST documents/[id]/extractions': 'reviewer',
  'GET documents/[id]/splitting': 'viewer',
  'POST documents/[id]/splitting': 'reviewer',
  'POST documents/[id]/splitting/dismiss': 'reviewer',
  'POST documents/[id]/split': 'reviewer',
  'POST documents/[id]/split/undo': 'reviewer',
  'POST documents/[id]/retry': 'reviewer',
  'POST documents/[id]/password': 'reviewer',
  'POST documents/[id]/lock': 'reviewer',
  'DELETE documents/[id]/lock': 'reviewer',
  'POST documents/[id]/assign': 'reviewer',
  'POST documents/[id]/postpone': 'reviewer',
  'GET documents/[id]/comments': 'viewer',
  'POST documents/[id]/comments': 'reviewer',
  'PUT documents/[id]/comments/[comment]': 'reviewer',
  'POST documents/[id]/actions': 'reviewer',
  'POST documents/[id]/approve': 'reviewer',
  'POST documents/[id]/reject': 'reviewer',
  'POST documents/[id]/reopen': 'reviewer',
  'GET documents/[id]/audit': 'viewer',
  'GET documents/[id]/export': 'viewer',
  'GET queues': 'viewer',
  'POST queues': 'schema_owner',
  'POST queues/next': 'reviewer',
  'GET queues/pace': 'viewer',
  'GET queues/quality-samples': 'viewer',
  'PUT queues/quality-samples/[id]': 'reviewer',
  'GET queues/[id]': 'viewer',
  'PUT queues/[id]': 'schema_owner',
  'DELETE queues/[id]': 'schema_owner',
  'POST queues/[id]/next': 'reviewer',
  'PUT documents/[id]/priority': 'reviewer',
  'GET schema-settings': 'viewer',
  'PUT schemas/[id]/settings': 'schema_owner',
  'GET schemas/[id]/retention': 'admin',
  'PUT schemas/[id]/retention': 'admin',
  'GET fields': 'viewer',
  'GET audit': 'admin',
  'GET audit/choices': 'admin',
  'GET audit/export': 'admin',
  'POST audit/verify': 'admin',
  'GET schemas': 'viewer',
  'POST schemas': 'schema_owner',
  'GET schemas/[id]': 'viewer',
  'PUT schemas/[id]': 'schema_owner',
  'DELETE schemas/[id]': 'schema_owner',
  'GET schemas/[id]/versions': 'viewer',
  'GET schemas/[id]/json-schema': 'viewer',
  'POST schemas/import': 'schema_owner',
  'GET samples': 'viewer',
  'POST samples/[name]': 'reviewer',
  'GET deployments': 'admin',
  'POST deployments': 'admin',
  'GET deployments/choices': 'viewer',
  'GET deployments/[id]': 'admin',
  'PUT deployments/[id]': 'admin',
  'DELETE deployments/[id]': 'admin',
  'POST deployments/[id]/test': 'admin',
  'POST deployments/[id]/retry': 'admin',
  'POST deployments/[id]/schemas': 'admin',
  'DELETE deployments/[id]/schemas': 'admin',
  'GET documents/[id]/answer': 'viewer',
  'GET documents/[id]/classification': 'viewer',
  'POST documents/[id]/classification': 'reviewer',
  'GET documents/[id]/schema-change': 'viewer',
  'GET documents/[id]/summary': 'viewer',
  'POST documents/[id]/summary': 'reviewer',
};

const PARAMETERS = {
  id: '0198c0de-0000-7000-8000-000000000000',
  number: '1',
  name: 'nothing',
  path: 'ok',
  comment: '0198c0de-0000-7000-8000-000000000001',
};
const handlers = new Map<string, Handler>();
const cookies = new Map<string, string>();
let testDatabase: TestDatabase;
let dataDir: string;

function ask(
  route: string,
  options: { cookie?: string | undefined; body?: unknown; query?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const [method = 'GET', where = ''] = route.split(' ');
  const address = where.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: keyof typeof PARAMETERS) => PARAMETERS[name]);
  const changes = method !== 'GET';
  const request = new Request(`http://${HOST}/api/${address}${options.query ?? ''}`, {
    method,
    headers: {
      host: HOST,
      ...(changes ? { origin: `http://${HOST}`, 'content-type': 'application/json' } : {}),
      ...(options.cookie ? { cookie: options.cookie } : {}),
      ...options.headers,
    },
    ...(changes && method !== 'DELETE'
      ? { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body ?? {}) }
      : {}),
  });
  return handlers.get(route)!(request, { params: Promise.resolve(PARAMETERS) });
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-routes-'));
  Object.assign(process.env, {
    DATABASE_URL: testDatabase.url,
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_SERVICE_PORT: '9',
    COUNTERSIGN_LOG_LEVEL: 'error',
  });
  const folder = path.dirname(new URL(import.meta.url).pathname);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(file) !== 'route.ts') continue;
    const module = (await import(path.join(folder, file))) as Record<string, Handler>;
    for (const method of METHODS) if (module[method]) handlers.set(`${method} ${path.dirname(file)}`, module[method]);
  }
  const { sessions, desk } = await getBackend();
  await saveStarterSchemas(desk);
  for (const role of ROLES) {
    const account = { name: role, email: `${role}@example.org`, password: `password of ${role}` };
    await testDatabase.database.transaction((transaction) => createUser(sessions.context.auth, transaction, { ...account, role }));
    const signedIn = await sessions.answer(
      new Request(`http://${HOST}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: account.email, password: account.password }),
      }),
    );
    cookies.set(
      role,
      signedIn.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    );
  }
});

afterAll(async () => {
  await (await getBackend()).close().catch(() => undefined);
  await testDatabase.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('every route that exists is in the table, and every one in the table exists', () => {
  expect([...handlers.keys()].sort()).toEqual(Object.keys(TABLE).sort());
});

/** What was found: for each route who passes, the signed out first. Filled by the tests below, written into docs/team.md by the last one. */
const passes = new Map<string, boolean[]>();

test.each(Object.entries(TABLE))('%s is for %s and those above, for nobody else', async (route, needed) => {
  const found: boolean[] = [];
  for (const role of [null, ...ROLES]) {
    const response = await ask(route, { cookie: role === null ? undefined : cookies.get(role) });
    const allowed = needed === 'anyone' || (role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed));
    found.push(![401, 403].includes(response.status));
    if (allowed) {
      expect([401, 403, 500], `${role}: ${response.status}`).not.toContain(response.status);
      continue;
    }
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const refusal = role === null ? { code: 'unauthenticated', status: 401 } : { code: 'forbidden', status: 403 };
    expect(await response.json(), String(role)).toMatchObject(refusal);
  }
  passes.set(route, found);
});

test('docs/team.md shows what was found (npx vitest run app/api -u writes it)', async () => {
  const rows = Object.keys(TABLE).map((route) => {
    const [method, where = ''] = route.split(' ');
    const address = `/api/${where.replaceAll(/\[(\.\.\.)?(\w+)\]/g, (_, rest, name) => (rest ? '…' : `{${name}}`))}`;
    const marks = passes.get(route)?.map((isAllowed) => (isAllowed ? '✓' : '–')) ?? ['not tried'];
    return `| \`${method} ${address}\` | ${marks.join(' | ')} |`;
  });
  const head = ['| route | signed out | viewer | reviewer | schema owner | admin |', '|---|:-:|:-:|:-:|:-:|:-:|'];
  const table = [...head, ...rows.sort((one, other) => (addressOf(one) < addressOf(other) ? -1 : 1))].join('\n');
  process.stdout.write(`${table}\n`);
  const file = path.resolve('docs/team.md');
  const text = readFileSync(file, 'utf8');
  const written = text.replace(/(<!-- routes -->\n)[\s\S]*(\n<!-- end of routes -->)/, (_, start, end) => `${start}${table}${end}`);
  expect(text).toContain('<!-- routes -->');
  await expect(written).toMatchFileSnapshot(file);
});

/** The address and the method of a line, so that methods of one address stand together. */
function addressOf(row: string): string {
  const [, method, address] = /^\| `(\w+) (\S+)`/.exec(row) ?? [];
  return `${address} ${method}`;
}

test('unknown people, invitations, sessions and links are not found', async () => {
  const cookie = cookies.get('admin');
  const bodies: Record<string, unknown> = {
    'PUT people/[id]': { role: 'viewer' },
    'POST links/open': { token: 'x' },
    'POST links/use': { token: 'x', password: 'y' },
  };
  const routes = [
    'DELETE people/[id]',
    'DELETE people/[id]/two-factor',
    'POST people/[id]/password-link',
    'DELETE invitations/[id]',
    'DELETE sessions/[id]',
  ];
  for (const route of [...routes, ...Object.keys(bodies)]) {
    expect(await (await ask(route, { cookie, body: bodies[route] })).json(), route).toMatchObject({ status: 404, code: 'not_found' });
  }
});

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
];

test.each(Object.keys(TABLE).filter((route) => !route.startsWith('GET') && !route.includes(' [')))(
  '%s is refused when another site sends it',
  async (route) => {
    for (const headers of FOREIGN) {
      const response = await ask(route, { cookie: cookies.get('admin'), headers });
      expect(await response.json()).toMatchObject({ code: 'forbidden', status: 403 });
    }
  },
);

test('an unknown document is not found, whatever is asked of it', async () => {
  const cookie = cookies.get('admin');
  for (const route of Object.keys(TABLE).filter((name) => name.includes('documents/[id]') && name.startsWith('GET'))) {
    expect((await ask(route, { cookie })).status, route).toBe(404);
  }
});

test('a body that is not JSON, and one that is not right, are refused with what is wrong', async () => {
  const cookie = cookies.get('admin');
  const broken = await ask('POST documents/[id]/reject', { cookie, body: '{"revision":' });
  expect(await broken.json()).toMatchObject({ code: 'malformed_body', status: 400 });
  const wrong = await ask('POST documents/[id]/reject', { cookie, body: { revision: 'one', reason: '' } });
  expect(await wrong.json()).toMatchObject({
    code: 'invalid_request',
    status: 422,
    errors: expect.arrayContaining([expect.objectContaining({ pointer: '/revision' }), expect.objectContaining({ pointer: '/reason' })]),
  });
  const query = await ask('GET documents', { cookie, query: '?page=0&sort=nothing' });
  expect(await query.json()).toMatchObject({ code: 'invalid_request', status: 422 });
});

test('a body that could not be kept as it is sent is refused: depth, numbers, characters', async () => {
  const cookie = cookies.get('admin');
  for (const [body, reason] of [
    ['['.repeat(100_000) + ']'.repeat(100_000), /64 levels/],
    ['{"revision": 9007199254740993}', /9007199254740993/],
    ['{"reason": "\\u0000"}', /NUL/],
  ] as const) {
    const answer = await ask('POST documents/[id]/reject', { cookie, body });
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', status: 422, detail: expect.stringMatching(reason) });
  }
});

test('a JSON Schema that describes billions of fields is refused with what to do', async () => {
  const level = (next: number) => ({ properties: Object.fromEntries([...'abcdef'].map((name) => [name, { $ref: `#/$defs/l${next}` }])) });
  const $defs = Object.fromEntries(Array.from({ length: 12 }, (_level, at) => [`l${at}`, at === 11 ? {} : level(at + 1)]));
  const answer = await ask('POST schemas/import', { cookie: cookies.get('schema_owner'), body: { $defs, ...level(0) } });
  expect(await answer.json()).toMatchObject({
    code: 'invalid_request',
    status: 422,
    detail: expect.stringContaining('import it in parts'),
  });
});

test('a JSON body beyond the limit is refused while it comes', async () => {
  const response = await ask('POST schemas', { cookie: cookies.get('admin'), body: JSON.stringify({ name: 'x'.repeat(5_000_000) }) });
  expect(await response.json()).toMatchObject({ code: 'body_too_large', status: 413 });
});

test('anyone may send 64 KB to sign in and set up, no more', async () => {
  const body = JSON.stringify({ email: 'x'.repeat(100_000) });
  const at = (where: string) =>
    new Request(`http://${HOST}/api/${where}`, { method: 'POST', headers: { host: HOST, origin: `http://${HOST}` }, body });
  const signIn = await handlers.get('POST auth/[...path]')!(at('auth/sign-in/email'), { params: Promise.resolve({}) });
  expect(await signIn.json()).toMatchObject({ code: 'body_too_large', status: 413 });
  const setUp = await handlers.get('POST set-up')!(at('set-up'), { params: Promise.resolve({}) });
  expect(await setUp.json()).toMatchObject({ code: 'body_too_large', status: 413 });
});

test('of better-auth only sign-in and sign-out can be reached', async () => {
  for (const where of ['list-sessions', 'get-session', 'change-password', 'error', 'ok']) {
    const request = new Request(`http://${HOST}/api/auth/${where}`, { headers: { host: HOST } });
    const response = await handlers.get('GET auth/[...path]')!(request, { params: Promise.resolve({}) });
    expect(await response.json(), where).toMatchObject({ code: 'not_found', status: 404 });
  }
});

test('an address that is none answers with a problem', async () => {
  const response = await ask('PUT [...path]', { cookie: cookies.get('admin') });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 });
});

test('text that the database cannot keep is refused wherever it stands', async () => {
  const cookie = cookies.get('admin');
  for (const route of ['GET documents', 'GET audit', 'GET documents/export']) {
    expect((await ask(route, { cookie, query: '?q=%00' })).status, route).toBe(422);
  }
  expect((await ask('POST documents', { cookie, body: 'x', query: '?schema_id=%00' })).status).toBe(422);
  const request = new Request(`http://${HOST}/api/schemas/x`, { headers: { host: HOST, cookie: cookie! } });
  const schema = await handlers.get('GET schemas/[id]')!(request, { params: Promise.resolve({ id: '\0' }) });
  expect(schema.status).toBe(404);
  for (const text of ['a\0', 'a\ud800']) {
    const body = { name: text, fields: [{ name: 'number', type: 'string' }] };
    expect((await ask('POST schemas', { cookie, body })).status).toBe(422);
    expect((await ask('POST documents/[id]/extractions', { cookie, body: { schema_id: text } })).status).toBe(422);
    expect((await ask('POST documents/[id]/extractions', { cookie, body: { schema_id: 'x', [text]: 1 } })).status).toBe(422);
  }
  const deep = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  expect((await ask('POST schemas', { cookie, body: deep })).status).toBeLessThan(500);
});

test('a schema with a rule or pattern that cannot be used is refused with its place', async () => {
  const cookie = cookies.get('schema_owner');
  const body = (pattern: string, formula: string) => ({
    name: 'New',
    fields: [{ name: 'number', type: 'string', pattern }],
    rules: [{ formula }],
  });
  const cases = [
    ['x', 'number =', '/rules/0/formula'],
    ['x', 'number = total', '/rules/0/formula'],
    ['x', 'number = 1', '/rules/0/formula'],
    ['(?=x)', 'number = number', '/fields/0/pattern'],
  ] as const;
  for (const [pattern, formula, pointer] of cases) {
    const response = await ask('POST schemas', { cookie, body: body(pattern, formula) });
    expect(await response.json()).toMatchObject({ code: 'invalid_request', status: 422, errors: [{ pointer }] });
  }
});

test('numbers and parts of pages that cannot be are refused', async () => {
  const cookie = cookies.get('admin');
  expect((await ask('GET schemas/[id]', { cookie, query: '?version=99999999999' })).status).toBe(422);
  expect((await ask('GET documents', { cookie, query: '?page=9007199254740991' })).status).toBe(422);
  expect((await ask('GET audit', { cookie, query: '?page=9007199254740991' })).status).toBe(422);
  for (const query of ['?left=.5&top=.5&right=.5&bottom=.5', '?left=.6&top=.1&right=.5&bottom=.5', '?left=.1']) {
    expect((await ask('GET documents/[id]/pages/[number]/image', { cookie, query })).status, query).toBe(422);
  }
});

test('a picture of a file that cannot be drawn says why', async () => {
  const uploaded = await ask('POST documents', { cookie: cookies.get('reviewer'), body: '%PDF-1.4 nothing', query: '?name=broken.pdf' });
  const { id } = (await uploaded.json()) as { id: string };
  const request = new Request(`http://${HOST}/api/documents/${id}/pages/1/image`, {
    headers: { host: HOST, cookie: cookies.get('reviewer')! },
  });
  const response = await handlers.get('GET documents/[id]/pages/[number]/image')!(request, {
    params: Promise.resolve({ id, number: '1' }),
  });
  expect(response.status).toBe(422);
  expect(((await response.json()) as { code: string }).code).not.toBe('internal_error');
});

test('an uploaded file comes back byte for byte, as an attachment that no browser shows', async () => {
  const cookie = cookies.get('reviewer');
  const markup = '<script>alert(1)</script>';
  const name = `résumé "1".html`;
  const uploaded = await ask('POST documents', { cookie, body: markup, query: `?name=${encodeURIComponent(name)}&folder=a/b` });
  expect(uploaded.status).toBe(201);
  const document = (await uploaded.json()) as { id: string; name: string; folder: string };
  expect(document).toMatchObject({ name, folder: 'a/b', state: 'received' });
  const content = await handlers.get('GET documents/[id]/content')!(
    new Request(`http://${HOST}/api/documents/${document.id}/content`, { headers: { host: HOST, cookie: cookie! } }),
    { params: Promise.resolve({ id: document.id }) },
  );
  expect(await content.text()).toBe(markup);
  expect(content.headers.get('content-disposition')).toBe(
    `attachment; filename="r_sum_ _1_.html"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%221%22.html`,
  );
  expect(content.headers.get('x-content-type-options')).toBe('nosniff');
  expect(content.headers.get('content-security-policy')).toContain('sandbox');
});

test('an upload larger than it said, an empty one and one for an unknown schema are refused', async () => {
  const cookie = cookies.get('reviewer');
  expect((await ask('POST documents', { cookie, body: 'x', headers: { 'content-length': '99999999999999' } })).status).toBe(413);
  expect(await (await ask('POST documents', { cookie, body: '' })).json()).toMatchObject({ code: 'empty_file' });
  expect((await ask('POST documents', { cookie, body: 'x', query: '?schema_id=nothing' })).status).toBe(404);
});

test('a schema goes out as JSON Schema and comes in again', async () => {
  const cookie = cookies.get('schema_owner');
  const { items } = (await (await ask('GET schemas', { cookie })).json()) as { items: { id: string; name: string }[] };
  const invoice = items.find((schema) => schema.name === 'Invoice');
  const out = await handlers.get('GET schemas/[id]/json-schema')!(
    new Request(`http://${HOST}/api/schemas/x/json-schema`, { headers: { host: HOST, cookie: cookie! } }),
    { params: Promise.resolve({ id: invoice!.id }) },
  );
  const jsonSchema = await out.json();
  const back = await ask('POST schemas/import', { cookie, body: jsonSchema });
  expect(await back.json()).toMatchObject({ name: 'Invoice' });
  const bad = await ask('POST schemas/import', { cookie, body: { type: 'string' } });
  expect(await bad.json()).toMatchObject({ code: 'invalid_request', status: 422 });
});

test('what goes wrong inside is hidden behind an id; health says that the desk cannot work', async () => {
  const cookie = cookies.get('admin');
  await (await getBackend()).close();
  const response = await ask('GET documents', { cookie });
  const body = await response.text();
  expect(JSON.parse(body)).toMatchObject({ code: 'internal_error', status: 500 });
  expect(body).toMatch(/The log has it under [0-9a-f-]{36}/);
  expect(body).not.toMatch(/pool|postgres|select|node_modules|\.ts/i);
  expect(await (await ask('GET health')).json()).toMatchObject({ code: 'unavailable', status: 503 });
});
