import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRoutes } from '../testing/list-routes.ts';
import { ROLES, type Role, type StartedRoutes, startRoutes } from '../testing/start-routes.ts';

/** Who may ask what, as docs/desk-api.md says. `anyone` needs no session. */
const TABLE: Record<string, Role | 'anyone'> = {
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
  'GET backups': 'admin',
  'GET keys': 'admin',
  'POST keys': 'admin',
  'DELETE keys/[id]': 'admin',
  'PUT schemas/[id]/thresholds': 'schema_owner',
  'GET schemas/[id]/preview': 'schema_owner',
  'POST schemas/[id]/preview': 'schema_owner',
  'GET schemas/[id]/automatic-approval': 'viewer',
  'PUT schemas/[id]/automatic-approval': 'schema_owner',
  'GET overview': 'viewer',
  'GET insights': 'viewer',
  'GET insights/counted-documents': 'viewer',
  'GET insights/documents': 'viewer',
  'GET insights/layouts': 'viewer',
  'GET insights/nightly-check': 'viewer',
  'POST insights/nightly-check': 'admin',
  'PUT insights/nightly-check': 'admin',
  'GET insights/settings': 'admin',
  'PUT insights/settings': 'admin',
  'GET sessions': 'viewer',
  'DELETE sessions': 'viewer',
  'DELETE sessions/[id]': 'viewer',
  'GET documents': 'viewer',
  'POST documents': 'reviewer',
  'GET documents/changes': 'viewer',
  'GET documents/export': 'viewer',
  'POST documents/export': 'viewer',
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
  'POST documents/[id]/preview': 'schema_owner',
  'GET documents/[id]/comments': 'viewer',
  'POST documents/[id]/comments': 'reviewer',
  'PUT documents/[id]/comments/[comment]': 'reviewer',
  'POST documents/[id]/actions': 'reviewer',
  'POST documents/[id]/approve': 'reviewer',
  'POST documents/[id]/reject': 'reviewer',
  'POST documents/[id]/reopen': 'reviewer',
  'GET documents/[id]/audit': 'viewer',
  'GET documents/[id]/export': 'viewer',
  'GET inbox': 'reviewer',
  'POST inbox/read': 'reviewer',
  'GET inbox/unread': 'reviewer',
  'GET inbox/settings': 'reviewer',
  'PUT inbox/settings': 'reviewer',
  'GET queues': 'viewer',
  'POST queues': 'schema_owner',
  'POST queues/next': 'reviewer',
  'GET queues/pace': 'viewer',
  'GET queues/quality-samples': 'viewer',
  'PUT queues/quality-samples/[id]': 'reviewer',
  'POST queues/quality-samples/[id]/check': 'reviewer',
  'GET queues/[id]': 'viewer',
  'PUT queues/[id]': 'schema_owner',
  'DELETE queues/[id]': 'schema_owner',
  'POST queues/[id]/next': 'reviewer',
  'PUT documents/[id]/priority': 'reviewer',
  'GET schema-settings': 'viewer',
  'PUT schemas/[id]/settings': 'schema_owner',
  'GET schemas/[id]/retention': 'admin',
  'PUT schemas/[id]/retention': 'admin',
  'GET views': 'viewer',
  'POST views': 'viewer',
  'PUT views/[id]': 'viewer',
  'DELETE views/[id]': 'viewer',
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
  'GET schemas/[id]/learned': 'viewer',
  'DELETE schemas/[id]/learned': 'schema_owner',
  'GET schemas/[id]/memory': 'schema_owner',
  'POST schemas/[id]/memory': 'schema_owner',
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
  'GET deployments/[id]/schemas/try': 'admin',
  'POST deployments/[id]/schemas/try': 'admin',
  'GET documents/[id]/answer': 'viewer',
  'GET documents/[id]/classification': 'viewer',
  'POST documents/[id]/classification': 'reviewer',
  'GET documents/[id]/schema-change': 'viewer',
  'GET documents/[id]/summary': 'viewer',
  'POST documents/[id]/summary': 'reviewer',
};

let routes: StartedRoutes;
beforeAll(async () => {
  routes = await startRoutes();
});
afterAll(() => routes.close());

test('every route that exists is in the table, and every one in the table exists', async () => {
  const found = (await listRoutes()).map(([method, address]) => {
    const folder = address.slice('/api/'.length).replaceAll(/:(\w+)/g, '[$1]');
    return `${method} ${folder.replace(/\*(\w+)/, '[...$1]')}`;
  });
  expect(found.sort()).toEqual(Object.keys(TABLE).sort());
});

/** What was found: for each route who passes, the signed out first. Filled by the tests of all routes, written into docs/team.md by the one after them. */
const passes = new Map<string, boolean[]>();

test.each(Object.entries(TABLE))('%s is for %s and those above, for nobody else', async (route, needed) => {
  const found: boolean[] = [];
  for (const role of [null, ...ROLES]) {
    const response = await routes.ask(route, { cookie: role === null ? undefined : routes.cookies[role] });
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
  const cookie = routes.cookies.admin;
  const bodies: Record<string, unknown> = {
    'PUT people/[id]': { role: 'viewer' },
    'POST links/open': { token: 'x' },
    'POST links/use': { token: 'x', password: 'y' },
  };
  const unknown = [
    'DELETE people/[id]',
    'DELETE people/[id]/two-factor',
    'POST people/[id]/password-link',
    'DELETE invitations/[id]',
    'DELETE sessions/[id]',
  ];
  for (const route of [...unknown, ...Object.keys(bodies)]) {
    expect(await (await routes.ask(route, { cookie, body: bodies[route] })).json(), route).toMatchObject({
      status: 404,
      code: 'not_found',
    });
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
      const response = await routes.ask(route, { cookie: routes.cookies.admin, headers });
      expect(await response.json()).toMatchObject({ code: 'forbidden', status: 403 });
    }
  },
);

test('an unknown document is not found, whatever is asked of it', async () => {
  const cookie = routes.cookies.admin;
  for (const route of Object.keys(TABLE).filter((name) => name.includes('documents/[id]') && name.startsWith('GET'))) {
    expect((await routes.ask(route, { cookie })).status, route).toBe(404);
  }
});
