import { afterAll, beforeAll, expect, test } from 'vitest';
import { commentSchema } from '#lib/contract/desk/comment.ts';
import { inboxSettingsSchema, listInboxSchema } from '#lib/contract/desk/inbox.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { getBackend } from '../../backend.ts';
import { type Role, type StartedRoutes, startRoutes } from '../../testing/start-routes.ts';

let routes: StartedRoutes;
let documentId: string;
let people: { id: string; name: string }[];
beforeAll(async () => {
  routes = await startRoutes();
  documentId = (await insertReviewable((await getBackend()).desk)).id;
  people = ((await (await ask('GET people/names', 'admin')).json()) as { items: typeof people }).items;
});
afterAll(() => routes.close());

const ask = (route: string, role: Role | null, more: { body?: unknown; query?: string } = {}) =>
  routes.ask(route, { ...(role ? { cookie: routes.cookies[role] } : {}), parameters: { id: documentId }, ...more });
const idOf = (role: Role) => people.find(({ name }) => name === role)!.id;
const comment = async (text: string, mentions: string[]) => {
  const body = { id: crypto.randomUUID(), pointer: null, text, mentions };
  const { items } = (await (await ask('POST documents/[id]/comments', 'admin', { body })).json()) as { items: unknown[] };
  return commentSchema.parse(items.at(-1));
};
const inbox = async (role: Role, query = '') => listInboxSchema.parse(await (await ask('GET inbox', role, { query })).json());

test.each(['GET inbox', 'GET inbox/unread', 'POST inbox/read', 'GET inbox/settings', 'PUT inbox/settings'])(
  '%s is for those who review: 401 signed out, 403 for who may only look',
  async (route) => {
    expect((await ask(route, null)).status).toBe(401);
    expect((await ask(route, 'viewer')).status).toBe(403);
  },
);

test('a mention reaches the person whose name stands in the text, nobody who may only look, nobody whose name does not', async () => {
  const viewer = (await (await ask('GET session', 'viewer')).json()) as { user: { id: string } };
  const said = await comment('@reviewer and @viewer, look', [idOf('reviewer'), idOf('schema_owner'), viewer.user.id, 'nobody']);
  expect(said.mentions).toEqual([{ id: idOf('reviewer'), name: 'reviewer' }]);
  const { items, unread } = await inbox('reviewer');
  expect(unread).toBe(1);
  expect(items).toMatchObject([{ kind: 'mentioned', comment: { id: said.id }, documents: [{ id: documentId }] }]);
  expect((await inbox('schema_owner')).items).toEqual([]);
});

test('the one request of a tab brings the count; reading takes it away; who may only look gets none', async () => {
  await comment('@schema_owner look', [idOf('schema_owner')]);
  const changes = async (role: Role) =>
    (await ask('GET documents/changes', role, { query: '?since=0' })).json() as Promise<{ unread?: number }>;
  expect((await changes('schema_owner')).unread).toBe(1);
  const { items } = await inbox('schema_owner', '?state=unread&kind=mentioned');
  const read = await ask('POST inbox/read', 'schema_owner', { body: { ids: items.map(({ id }) => id) } });
  expect(await read.json()).toEqual({ unread: 0 });
  expect((await changes('schema_owner')).unread).toBe(0);
  expect(await changes('viewer')).not.toHaveProperty('unread');
});

test('what nobody can mean is refused: a kind, a state, a time zone, nothing to read', async () => {
  expect((await ask('GET inbox', 'reviewer', { query: '?kind=gossip' })).status).toBe(422);
  expect((await ask('GET inbox', 'reviewer', { query: '?state=lost' })).status).toBe(422);
  expect((await ask('POST inbox/read', 'reviewer', { body: {} })).status).toBe(422);
  const wrong = { mail: 'at_once', time_zone: 'Middle/Earth' };
  expect((await ask('PUT inbox/settings', 'reviewer', { body: wrong })).status).toBe(422);
});

test('a choice about mail is kept for the person alone', async () => {
  const body = { mail: 'digest', time_zone: 'Europe/Vienna' };
  const saved = inboxSettingsSchema.parse(await (await ask('PUT inbox/settings', 'reviewer', { body })).json());
  expect(saved).toEqual({ mail: 'digest', mail_is_set_up: false, trouble: null });
  expect(await (await ask('GET inbox/settings', 'admin')).json()).toMatchObject({ mail: 'off' });
});
