import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInvitation, createPasswordReset, openLink } from '../links/one-time-links.ts';
import { spendLink } from '../links/spend-link.ts';
import { type AdminSessions, OTHER_PASSWORD, post, startAsAdmin, tokenOf } from '../testing/start-as-admin.ts';
import { PASSWORD } from '../testing/start-test-sessions.ts';
import { changePerson, listPeople, removePerson } from './people.ts';

let t: AdminSessions;
beforeEach(async () => {
  t = await startAsAdmin();
});
afterEach(() => t.close());

test('the last admin can be neither demoted nor switched off nor removed, also by two at once', async () => {
  for (const change of [{ role: 'viewer' as const }, { active: false }]) {
    await expect(changePerson(t.context, t.admin, t.admin.id, change)).rejects.toMatchObject({ code: 'conflict' });
  }
  await expect(removePerson(t.context, t.admin, t.admin.id)).rejects.toMatchObject({ code: 'conflict' });
  const { id } = await t.addPerson('Bea', 'admin');
  const both = await Promise.allSettled([
    changePerson(t.context, t.admin, id, { role: 'viewer' }),
    changePerson(t.context, t.admin, t.admin.id, { active: false }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { items } = await listPeople(t.context);
  expect(items.filter(({ role, active }) => role === 'admin' && active)).toHaveLength(1);
});

test('who is switched off is out at once and cannot come back until switched on; links to a password end', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const ben = t.browser('192.0.2.2');
  await t.signIn(ben, 'ben@example.org');
  const link = await createPasswordReset(t.context, post(t.adminBrowser), t.admin, id);
  expect(await changePerson(t.context, t.admin, id, { active: false })).toMatchObject({ active: false });
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  await expect(openLink(t.context, tokenOf(link.url))).rejects.toMatchObject({ code: 'not_found' });
  expect(await ben.signIn('ben@example.org', PASSWORD)).toBe('forbidden');
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  await changePerson(t.context, t.admin, id, { active: true, role: 'viewer' });
  expect((await t.signIn(ben, 'ben@example.org')).role).toBe('viewer');
  expect(t.recorded.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['person.switched_off', 'person.role_changed', 'person.switched_on']),
  );
});

test('who is removed is out at once, and the address is free again', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const ben = t.browser('192.0.2.2');
  await t.signIn(ben, 'ben@example.org');
  await removePerson(t.context, t.admin, id);
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  expect(await ben.signIn('ben@example.org', PASSWORD)).toBe('unauthenticated');
  await t.addPerson('Ben', 'viewer');
  expect(t.recorded.filter(({ event }) => event !== 'sign_in.failed').at(-1)).toEqual({
    who: 'Ada',
    event: 'person.removed',
    detail: { person: 'Ben', email: 'ben@example.org', role: 'reviewer' },
  });
});

test.each([
  ['demoted', (id: string) => changePerson(t.context, t.admin, id, { role: 'viewer' })],
  ['switched off', (id: string) => changePerson(t.context, t.admin, id, { active: false })],
  ['removed', (id: string) => removePerson(t.context, t.admin, id)],
])('who is %s leaves no link behind that still works; those of others go on', async (_, end) => {
  const bea = await t.addPerson('Bea', 'admin');
  const { id } = await t.addPerson('Ben', 'reviewer');
  const invitation = { role: 'admin' as const, email: null, days: 7 };
  const request = () => post(t.adminBrowser);
  const used = await createInvitation(t.context, request(), bea, invitation);
  await spendLink(t.context, request(), { token: tokenOf(used.url), name: 'Cleo', email: 'cleo@example.org', password: OTHER_PASSWORD });
  const ended = [await createInvitation(t.context, request(), bea, invitation), await createPasswordReset(t.context, request(), bea, id)];
  const kept = await createInvitation(t.context, request(), t.admin, invitation);
  await changePerson(t.context, t.admin, bea.id, { active: true });
  expect(await openLink(t.context, tokenOf(ended[0]!.url)), 'still an admin').toMatchObject({ kind: 'invitation' });
  await end(bea.id);
  for (const { url } of ended) await expect(openLink(t.context, tokenOf(url))).rejects.toMatchObject({ code: 'not_found' });
  expect(await openLink(t.context, tokenOf(kept.url))).toMatchObject({ made_by: 'Ada' });
});
