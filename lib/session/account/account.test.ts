import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AdminSessions, OTHER_PASSWORD, startAsAdmin } from '../testing/start-as-admin.ts';
import { PASSWORD } from '../testing/start-test-sessions.ts';
import { changePassword, endOtherSessions, endSession, listOwnSessions } from './account.ts';

let t: AdminSessions;
beforeEach(async () => {
  t = await startAsAdmin();
});
afterEach(() => t.close());

test('a changed password ends the other sessions and not this one', async () => {
  const other = t.browser('192.0.2.5');
  await t.signIn(other, 'ada@example.org');
  const change = (current_password: string, password: string) =>
    changePassword(t.context, t.admin, t.admin.sessionId, { current_password, password });
  await expect(change('wrong', OTHER_PASSWORD)).rejects.toMatchObject({ errors: [{ pointer: '/current_password' }] });
  await expect(change(PASSWORD, 'password12')).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
  await change(PASSWORD, OTHER_PASSWORD);
  expect(await t.sessions.findUser(other.request('/x'))).toBeNull();
  expect(await t.sessions.findUser(t.adminBrowser.request('/x'))).not.toBeNull();
  expect(await other.signIn('ada@example.org', OTHER_PASSWORD)).toBeNull();
});

test('a person sees and ends their own sessions, never those of others', async () => {
  await t.addPerson('Ben', 'reviewer');
  const browsers = [t.browser('192.0.2.2'), t.browser('192.0.2.3'), t.browser('192.0.2.4')];
  const [first, second] = [await t.signIn(browsers[0]!, 'ben@example.org'), await t.signIn(browsers[1]!, 'ben@example.org')];
  await t.signIn(browsers[2]!, 'ben@example.org');
  const listed = await listOwnSessions(t.context, first, first.sessionId);
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ present }) => present)).toMatchObject([{ device: 'Firefox on Linux', address: '192.0.2.2' }]);
  await expect(endSession(t.context, first, t.admin.sessionId)).rejects.toMatchObject({ code: 'not_found' });
  await endSession(t.context, first, second.sessionId);
  expect(await t.sessions.findUser(browsers[1]!.request('/x'))).toBeNull();
  await endOtherSessions(t.context, first, first.sessionId);
  expect(await t.sessions.findUser(browsers[2]!.request('/x'))).toBeNull();
  expect(await t.sessions.findUser(browsers[0]!.request('/x'))).not.toBeNull();
  expect(await t.sessions.findUser(t.adminBrowser.request('/x'))).not.toBeNull();
});
