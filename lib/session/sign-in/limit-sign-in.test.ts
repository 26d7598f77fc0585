import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PASSWORD, startTestSessions, type TestSessions } from '../testing/start-test-sessions.ts';
import { takeCodeAttempt } from './limit-sign-in.ts';

let t: TestSessions;
beforeEach(async () => {
  t = await startTestSessions();
  // the real hash takes a tenth of a second on purpose, and here are hundreds of attempts
  const context = await t.sessions.context.auth.$context;
  context.password.hash = async (password) => `plain:${password}`;
  context.password.verify = async ({ hash, password }) => hash === `plain:${password}`;
  await t.addPerson('Cora', 'reviewer');
  await t.addPerson('Dan', 'reviewer');
});
afterEach(() => t.close());

const CORA = 'cora@example.org';

async function guess(address: string, times: number, email = CORA): Promise<string[]> {
  const codes: string[] = [];
  for (let count = 0; count < times; count += 1) codes.push((await t.browser(address).signIn(email, `guess number ${count}`)) ?? 'in');
  return codes;
}

test('guessing from one address is stopped and says for how long; the colleague elsewhere gets in', async () => {
  const codes = await guess('203.0.113.9', 20);
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(8);
  expect(codes.at(-1)).toBe('rate_limited');
  const refused = await t.sessions
    .answer(t.browser('203.0.113.9').request('/api/auth/sign-in/email', { method: 'POST', body: { email: CORA, password: PASSWORD } }))
    .catch((error) => error);
  expect(refused.message).toMatch(/Try again in 1[0-5] minutes/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
  expect(await t.browser('198.51.100.7').signIn(CORA, PASSWORD)).toBeNull();
  expect(t.recorded.filter(({ event }) => event === 'sign_in.limited')).toEqual([
    { who: null, event: 'sign_in.limited', detail: { email: CORA, address: '203.0.113.9' } },
  ]);
});

test('each failed sign-in is recorded with the account as typed; one that is held up is not', async () => {
  await guess('203.0.113.9', 12, 'Cora@Example.org');
  await guess('203.0.113.9', 1, 'nobody@example.org');
  const failed = (account: string) => ({ who: null, event: 'sign_in.failed', detail: { account, step: 'password' } });
  expect(t.recorded.filter(({ event }) => event === 'sign_in.failed')).toEqual([
    ...Array.from({ length: 8 }, () => failed('Cora@Example.org')),
    failed('nobody@example.org'),
  ]);
});

test('the log has a failed sign-in with account and address, and without the password', async () => {
  expect(await t.browser('203.0.113.9').signIn('Cora@example.org', 'hunter2 hunter2')).toBe('unauthenticated');
  expect(await t.browser('203.0.113.10').signIn('nobody@example.org', 'hunter2 hunter2')).toBe('unauthenticated');
  expect(t.logged.map((line) => JSON.parse(line)).filter(({ message }) => message === 'a sign-in failed')).toMatchObject([
    { level: 'warn', account: 'Cora@example.org', step: 'password', address: '203.0.113.9' },
    { level: 'warn', account: 'nobody@example.org', step: 'password', address: '203.0.113.10' },
  ]);
  expect(t.logged.join('') + JSON.stringify(t.recorded)).not.toContain('hunter2');
  expect(await t.browser('203.0.113.9').signIn(CORA, PASSWORD)).toBeNull();
  expect(t.recorded.at(-1)?.event).toBe('user.signed_in');
});

test('guessing at the same moment does not slip through', async () => {
  const codes = await Promise.all(Array.from({ length: 30 }, (_, count) => t.browser('203.0.113.9').signIn(CORA, `guess ${count}`)));
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(8);
});

test('guessing from a thousand addresses slows down, and never closes the account', async () => {
  await guess('203.0.113.1', 8);
  let tried = 8;
  for (let address = 0; address < 30; address += 1)
    tried += (await guess(`10.1.0.${address}`, 1)).filter((code) => code === 'unauthenticated').length;
  expect(tried).toBe(38);
  // now under attack: a new address gets three guesses, not eight
  expect((await guess('10.2.0.1', 8)).filter((code) => code === 'unauthenticated')).toHaveLength(3);
  // the colleague from a computer never seen before, with one slip of the finger
  const colleague = t.browser('198.51.100.7');
  expect(await colleague.signIn(CORA, 'slip of a finger')).toBe('unauthenticated');
  expect(await colleague.signIn(CORA, PASSWORD)).toBeNull();
});

test('a stranger in the same office cannot keep a colleague out of a browser that the account knows', async () => {
  const colleague = t.browser('192.0.2.10');
  expect(await colleague.signIn(CORA, PASSWORD)).toBeNull();
  const open = await t.sessions.findUser(colleague.request('/x'));
  expect((await guess('192.0.2.10', 12)).at(-1)).toBe('rate_limited');
  expect(await t.browser('192.0.2.10').signIn(CORA, PASSWORD)).toBe('rate_limited');
  // the open session goes on, and the known browser may sign in anew
  expect((await t.sessions.findUser(colleague.request('/x')))?.id).toBe(open?.id);
  expect(await colleague.signIn(CORA, PASSWORD)).toBeNull();
});

test('being known to one account helps nobody with another one', async () => {
  const colleague = t.browser('192.0.2.10');
  expect(await colleague.signIn(CORA, PASSWORD)).toBeNull();
  const codes: (string | null)[] = [];
  for (let count = 0; count < 12; count += 1) codes.push(await colleague.signIn('dan@example.org', `guess ${count}`));
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(8);
  // a cookie made up is none
  const forger = t.browser('192.0.2.11');
  forger.cookies.set('countersign.device', `${'A'.repeat(22)}.${'B'.repeat(22)}`);
  const forged: (string | null)[] = [];
  for (let count = 0; count < 12; count += 1) forged.push(await forger.signIn(CORA, `guess ${count}`));
  expect(forged.filter((code) => code === 'unauthenticated')).toHaveLength(8);
});

test('one address that tries many accounts is stopped too, and the time heals', async () => {
  const codes: string[] = [];
  for (let person = 0; person < 60; person += 1) codes.push(...(await guess('203.0.113.77', 1, `person${person}@example.org`)));
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(40);
  expect(await t.browser('203.0.113.77').signIn(CORA, PASSWORD)).toBe('rate_limited');
  await t.database.database.execute(sql`update session.attempts set ends_at = now() - interval '1 second'`);
  expect(await t.browser('203.0.113.77').signIn(CORA, PASSWORD)).toBeNull();
});

test('codes from all browsers that the account knows are limited together; right ones do not count, and backup codes go on', async () => {
  const user = await t.addPerson('Fay', 'reviewer');
  const request = t.browser('192.0.2.10').request('/x');
  const take = (device: number, isBackupCode = false) =>
    takeCodeAttempt(t.sessions.context, request, user, { id: `device ${device}`, knows: () => true, cookieFor: () => '' }, isBackupCode);
  for (let count = 0; count < 70; count += 1) await (await take(0)).giveBack();
  for (let count = 0; count < 60; count += 1) await take(Math.floor(count / 10));
  await expect(take(6)).rejects.toMatchObject({ code: 'rate_limited' });
  await take(6, true);
  await take(0, true);
});

test('right passwords do not count, however often', async () => {
  for (let count = 0; count < 50; count += 1) expect(await t.browser('192.0.2.10').signIn(CORA, PASSWORD)).toBeNull();
});
