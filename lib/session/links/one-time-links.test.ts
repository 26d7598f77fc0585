import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeName } from '../account/account.ts';
import { type AdminSessions, OTHER_PASSWORD, post, startAsAdmin, tokenOf } from '../testing/start-as-admin.ts';
import { PASSWORD } from '../testing/start-test-sessions.ts';
import { createInvitation, createPasswordReset, listInvitations, openLink, removeInvitation } from './one-time-links.ts';
import { spendLink } from './spend-link.ts';

let t: AdminSessions;
beforeEach(async () => {
  t = await startAsAdmin();
});
afterEach(() => t.close());

test('an invitation lets one person join with its role and nobody after', async () => {
  const link = await createInvitation(t.context, post(t.adminBrowser), t.admin, { role: 'reviewer', email: null, days: 7 });
  expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invitation#[\w-]{43}$/);
  const { rows } = await t.database.database.execute(sql`select row_to_json(l)::text as row from session.one_time_links l`);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link.url));
  expect(await listInvitations(t.context)).toMatchObject([{ id: link.id, role: 'reviewer', made_by: 'Ada' }]);
  expect(await openLink(t.context, tokenOf(link.url))).toMatchObject({ kind: 'invitation', role: 'reviewer', email: null });
  const ben = t.browser('192.0.2.2');
  const input = { token: tokenOf(link.url), name: 'Ben', email: 'ben@example.org', password: OTHER_PASSWORD };
  ben.keep(await spendLink(t.context, post(ben), input));
  expect(await t.sessions.findUser(ben.request('/x'))).toMatchObject({ name: 'Ben', role: 'reviewer' });
  await expect(spendLink(t.context, post(ben), { ...input, email: 'eve@example.org' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await listInvitations(t.context)).toEqual([]);
  expect(t.recorded.map(({ event }) => event)).toEqual(['person.invited', 'person.joined']);
});

test('nobody takes the name of somebody else, neither by joining nor by a new one; their own they may keep', async () => {
  await t.addPerson('Rita', 'reviewer');
  const rita = await t.signIn(t.browser('192.0.2.3'), 'rita@example.org');
  const refusal = { code: 'conflict', errors: [{ pointer: '/name' }] };
  for (const name of ['Ada', 'ADA', ' Ada ', 'A\u200bda', '\uff21da']) {
    await expect(changeName(t.context, rita, name), name).rejects.toMatchObject(refusal);
  }
  expect((await changeName(t.context, rita, 'rita')).name).toBe('rita');
  const link = await createInvitation(t.context, post(t.adminBrowser), t.admin, { role: 'viewer', email: null, days: 1 });
  const input = { token: tokenOf(link.url), name: 'ada', email: 'other@example.org', password: OTHER_PASSWORD };
  await expect(spendLink(t.context, post(t.browser('192.0.2.4')), input)).rejects.toMatchObject(refusal);
  expect((await spendLink(t.context, post(t.browser('192.0.2.4')), { ...input, name: 'Ada from Bern' })).status).toBe(201);
});

test('of two who use an invitation at the same moment one joins', async () => {
  const link = await createInvitation(t.context, post(t.adminBrowser), t.admin, { role: 'viewer', email: null, days: 1 });
  const both = await Promise.allSettled(
    ['eins', 'zwei'].map((name) =>
      spendLink(t.context, post(t.browser('192.0.2.3')), {
        token: tokenOf(link.url),
        name,
        email: `${name}@example.org`,
        password: OTHER_PASSWORD,
      }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an invitation for an address is for that address; taken back or ended it is for nobody', async () => {
  const make = (email: string | null) => createInvitation(t.context, post(t.adminBrowser), t.admin, { role: 'viewer', email, days: 1 });
  const forBen = await make('ben@example.org');
  const browser = t.browser('192.0.2.2');
  const used = await spendLink(t.context, post(browser), {
    token: tokenOf(forBen.url),
    name: 'Eve',
    email: 'eve@example.org',
    password: OTHER_PASSWORD,
  });
  expect(await used.json()).toEqual({ email: 'ben@example.org', signed_in: true });
  await expect(make('ben@example.org')).rejects.toMatchObject({ code: 'conflict', errors: [{ pointer: '/email' }] });
  const back = await make(null);
  await removeInvitation(t.context, t.admin, back.id);
  const ended = await make(null);
  await t.database.database.execute(sql`update session.one_time_links set expires_at = now() where id = ${ended.id}`);
  for (const { url } of [back, ended]) {
    await expect(openLink(t.context, tokenOf(url))).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      spendLink(t.context, post(browser), { token: tokenOf(url), name: 'X', email: 'x@example.org', password: OTHER_PASSWORD }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});

test.each([
  ['short', 'short pass'.slice(0, 9)],
  ['common', 'password1234'],
  ['a row of keys', 'qwertyuiop12'],
  ['their own name', 'benjamin2026'],
  ['their own address', 'ben@example.org'],
])('a password that is %s is refused, and the invitation stays good', async (_, password) => {
  const link = await createInvitation(t.context, post(t.adminBrowser), t.admin, { role: 'viewer', email: null, days: 1 });
  const input = { token: tokenOf(link.url), name: 'Benjamin', email: 'ben@example.org' };
  const browser = t.browser('192.0.2.2');
  await expect(spendLink(t.context, post(browser), { ...input, password })).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
  expect((await spendLink(t.context, post(browser), { ...input, password: OTHER_PASSWORD })).status).toBe(201);
});

test('a link to a new password works once, ends all sessions and gives no session', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const ben = t.browser('192.0.2.2');
  await t.signIn(ben, 'ben@example.org');
  const first = await createPasswordReset(t.context, post(t.adminBrowser), t.admin, id);
  const second = await createPasswordReset(t.context, post(t.adminBrowser), t.admin, id);
  await expect(openLink(t.context, tokenOf(first.url))).rejects.toMatchObject({ code: 'not_found' });
  const answer = await spendLink(t.context, post(ben), { token: tokenOf(second.url), password: OTHER_PASSWORD });
  expect(await answer.json()).toEqual({ email: 'ben@example.org', signed_in: false });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  expect(await ben.signIn('ben@example.org', PASSWORD)).toBe('unauthenticated');
  expect(await ben.signIn('ben@example.org', OTHER_PASSWORD)).toBeNull();
});
