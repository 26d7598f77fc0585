import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeName, changePassword, endOtherSessions, endSession, getAccount, listOwnSessions } from './account.ts';
import type { SignedInUser } from './create-sessions.ts';
import { createInvitation, createPasswordReset, listInvitations, openLink, removeInvitation } from './one-time-links.ts';
import { changePerson, listPeople, removePerson, removeTwoFactorOf, saveSignInRules } from './people.ts';
import { spendLink } from './spend-link.ts';
import { PASSWORD, startTestSessions, type TestBrowser, type TestSessions } from './testing/start-test-sessions.ts';
import { confirmTwoFactor, removeTwoFactor, replaceBackupCodes, startTwoFactor } from './two-factor.ts';

const OTHER = 'a quiet river bends';
let t: TestSessions;
let admin: SignedInUser;
let adminBrowser: TestBrowser;
beforeEach(async () => {
  t = await startTestSessions();
  await t.addPerson('Ada', 'admin');
  adminBrowser = t.browser('192.0.2.1');
  admin = await signedIn(adminBrowser, 'ada@example.org');
  t.noted.length = 0;
});
afterEach(() => t.close());

const context = () => t.sessions.context;
const events = () => t.noted.map(({ event }) => event);

async function signedIn(browser: TestBrowser, email: string, password = PASSWORD): Promise<SignedInUser> {
  expect(await browser.signIn(email, password)).toBeNull();
  return t.sessions.requireUser(browser.request('/x'), 'viewer');
}

const tokenOf = (url: string) => new URL(url).hash.slice(1);
const post = (browser: TestBrowser) => browser.request('/x', { method: 'POST', body: {} });

/** The code of an app for a secret in base32, by RFC 6238. */
function codeFor(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll('=', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = hash.at(-1)! & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const sendCode = (browser: TestBrowser, code: string) =>
  t.sessions.answer(browser.request('/api/auth/sign-in/code', { method: 'POST', body: { code } })).then(
    (response) => {
      browser.keep(response);
      return null;
    },
    (error) => error.message as string,
  );

test('an invitation lets one person join with its role and nobody after', async () => {
  const link = await createInvitation(context(), post(adminBrowser), admin, { role: 'reviewer', email: null, days: 7 });
  expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invitation#[\w-]{43}$/);
  const { rows } = await t.database.database.execute(sql`select row_to_json(l)::text as row from session.one_time_links l`);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link.url));
  expect(await listInvitations(context())).toMatchObject([{ id: link.id, role: 'reviewer', made_by: 'Ada' }]);
  expect(await openLink(context(), tokenOf(link.url))).toMatchObject({ kind: 'invitation', role: 'reviewer', email: null });
  const ben = t.browser('192.0.2.2');
  const input = { token: tokenOf(link.url), name: 'Ben', email: 'ben@example.org', password: OTHER };
  ben.keep(await spendLink(context(), post(ben), input));
  expect(await t.sessions.findUser(ben.request('/x'))).toMatchObject({ name: 'Ben', role: 'reviewer' });
  await expect(spendLink(context(), post(ben), { ...input, email: 'eve@example.org' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await listInvitations(context())).toEqual([]);
  expect(events()).toEqual(['person.invited', 'person.joined']);
});

test('nobody takes the name of somebody else, neither by joining nor by a new one; their own they may keep', async () => {
  await t.addPerson('Rita', 'reviewer');
  const rita = await signedIn(t.browser('192.0.2.3'), 'rita@example.org');
  const refusal = { code: 'conflict', errors: [{ pointer: '/name' }] };
  for (const name of ['Ada', 'ADA', ' Ada ', 'A\u200bda', '\uff21da']) {
    await expect(changeName(context(), rita, name), name).rejects.toMatchObject(refusal);
  }
  expect((await changeName(context(), rita, 'rita')).name).toBe('rita');
  const link = await createInvitation(context(), post(adminBrowser), admin, { role: 'viewer', email: null, days: 1 });
  const input = { token: tokenOf(link.url), name: 'ada', email: 'other@example.org', password: OTHER };
  await expect(spendLink(context(), post(t.browser('192.0.2.4')), input)).rejects.toMatchObject(refusal);
  expect((await spendLink(context(), post(t.browser('192.0.2.4')), { ...input, name: 'Ada from Bern' })).status).toBe(201);
});

test('of two who use an invitation at the same moment one joins', async () => {
  const link = await createInvitation(context(), post(adminBrowser), admin, { role: 'viewer', email: null, days: 1 });
  const both = await Promise.allSettled(
    ['eins', 'zwei'].map((name) =>
      spendLink(context(), post(t.browser('192.0.2.3')), { token: tokenOf(link.url), name, email: `${name}@example.org`, password: OTHER }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an invitation for an address is for that address; taken back or ended it is for nobody', async () => {
  const make = (email: string | null) => createInvitation(context(), post(adminBrowser), admin, { role: 'viewer', email, days: 1 });
  const forBen = await make('ben@example.org');
  const browser = t.browser('192.0.2.2');
  const used = await spendLink(context(), post(browser), {
    token: tokenOf(forBen.url),
    name: 'Eve',
    email: 'eve@example.org',
    password: OTHER,
  });
  expect(await used.json()).toEqual({ email: 'ben@example.org', signed_in: true });
  await expect(make('ben@example.org')).rejects.toMatchObject({ code: 'conflict', errors: [{ pointer: '/email' }] });
  const back = await make(null);
  await removeInvitation(context(), admin, back.id);
  const ended = await make(null);
  await t.database.database.execute(sql`update session.one_time_links set expires_at = now() where id = ${ended.id}`);
  for (const { url } of [back, ended]) {
    await expect(openLink(context(), tokenOf(url))).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      spendLink(context(), post(browser), { token: tokenOf(url), name: 'X', email: 'x@example.org', password: OTHER }),
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
  const link = await createInvitation(context(), post(adminBrowser), admin, { role: 'viewer', email: null, days: 1 });
  const input = { token: tokenOf(link.url), name: 'Benjamin', email: 'ben@example.org' };
  const browser = t.browser('192.0.2.2');
  await expect(spendLink(context(), post(browser), { ...input, password })).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
  expect((await spendLink(context(), post(browser), { ...input, password: OTHER })).status).toBe(201);
});

test('a link to a new password works once, ends all sessions and gives no session', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const ben = t.browser('192.0.2.2');
  await signedIn(ben, 'ben@example.org');
  const first = await createPasswordReset(context(), post(adminBrowser), admin, id);
  const second = await createPasswordReset(context(), post(adminBrowser), admin, id);
  await expect(openLink(context(), tokenOf(first.url))).rejects.toMatchObject({ code: 'not_found' });
  const answer = await spendLink(context(), post(ben), { token: tokenOf(second.url), password: OTHER });
  expect(await answer.json()).toEqual({ email: 'ben@example.org', signed_in: false });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  expect(await ben.signIn('ben@example.org', PASSWORD)).toBe('unauthenticated');
  expect(await ben.signIn('ben@example.org', OTHER)).toBeNull();
});

test('the last admin can be neither demoted nor switched off nor removed, also by two at once', async () => {
  for (const change of [{ role: 'viewer' as const }, { active: false }]) {
    await expect(changePerson(context(), admin, admin.id, change)).rejects.toMatchObject({ code: 'conflict' });
  }
  await expect(removePerson(context(), admin, admin.id)).rejects.toMatchObject({ code: 'conflict' });
  const { id } = await t.addPerson('Bea', 'admin');
  const both = await Promise.allSettled([
    changePerson(context(), admin, id, { role: 'viewer' }),
    changePerson(context(), admin, admin.id, { active: false }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { items } = await listPeople(context());
  expect(items.filter(({ role, active }) => role === 'admin' && active)).toHaveLength(1);
});

test('who is switched off is out at once and cannot come back until switched on; links to a password end', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const ben = t.browser('192.0.2.2');
  await signedIn(ben, 'ben@example.org');
  const link = await createPasswordReset(context(), post(adminBrowser), admin, id);
  expect(await changePerson(context(), admin, id, { active: false })).toMatchObject({ active: false });
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  await expect(openLink(context(), tokenOf(link.url))).rejects.toMatchObject({ code: 'not_found' });
  expect(await ben.signIn('ben@example.org', PASSWORD)).toBe('forbidden');
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  await changePerson(context(), admin, id, { active: true, role: 'viewer' });
  expect((await signedIn(ben, 'ben@example.org')).role).toBe('viewer');
  expect(events()).toEqual(expect.arrayContaining(['person.switched_off', 'person.role_changed', 'person.switched_on']));
});

test('who is removed is out at once, and the address is free again', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const ben = t.browser('192.0.2.2');
  await signedIn(ben, 'ben@example.org');
  await removePerson(context(), admin, id);
  expect(await t.sessions.findUser(ben.request('/x'))).toBeNull();
  expect(await ben.signIn('ben@example.org', PASSWORD)).toBe('unauthenticated');
  await t.addPerson('Ben', 'viewer');
  expect(t.noted.filter(({ event }) => event !== 'sign_in.failed').at(-1)).toEqual({
    who: 'Ada',
    event: 'person.removed',
    detail: { person: 'Ben', email: 'ben@example.org', role: 'reviewer' },
  });
});

test('a changed password ends the other sessions and not this one', async () => {
  const other = t.browser('192.0.2.5');
  await signedIn(other, 'ada@example.org');
  const change = (current_password: string, password: string) =>
    changePassword(context(), admin, admin.sessionId, { current_password, password });
  await expect(change('wrong', OTHER)).rejects.toMatchObject({ errors: [{ pointer: '/current_password' }] });
  await expect(change(PASSWORD, 'password12')).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
  await change(PASSWORD, OTHER);
  expect(await t.sessions.findUser(other.request('/x'))).toBeNull();
  expect(await t.sessions.findUser(adminBrowser.request('/x'))).not.toBeNull();
  expect(await other.signIn('ada@example.org', OTHER)).toBeNull();
});

test('a person sees and ends their own sessions, never those of others', async () => {
  await t.addPerson('Ben', 'reviewer');
  const browsers = [t.browser('192.0.2.2'), t.browser('192.0.2.3'), t.browser('192.0.2.4')];
  const [first, second] = [await signedIn(browsers[0]!, 'ben@example.org'), await signedIn(browsers[1]!, 'ben@example.org')];
  await signedIn(browsers[2]!, 'ben@example.org');
  const listed = await listOwnSessions(context(), first, first.sessionId);
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ present }) => present)).toMatchObject([{ device: 'Firefox on Linux', address: '192.0.2.2' }]);
  await expect(endSession(context(), first, admin.sessionId)).rejects.toMatchObject({ code: 'not_found' });
  await endSession(context(), first, second.sessionId);
  expect(await t.sessions.findUser(browsers[1]!.request('/x'))).toBeNull();
  await endOtherSessions(context(), first, first.sessionId);
  expect(await t.sessions.findUser(browsers[2]!.request('/x'))).toBeNull();
  expect(await t.sessions.findUser(browsers[0]!.request('/x'))).not.toBeNull();
  expect(await t.sessions.findUser(adminBrowser.request('/x'))).not.toBeNull();
});

async function switchOn(): Promise<{ secret: string; codes: string[] }> {
  const { secret, backup_codes } = await startTwoFactor(context(), post(adminBrowser), admin, PASSWORD);
  adminBrowser.keep(await confirmTwoFactor(context(), post(adminBrowser), admin, codeFor(secret)));
  return { secret, codes: backup_codes };
}

test('two-factor asks for a code from then on; a wrong one, a used one and none do not open the account', async () => {
  await expect(startTwoFactor(context(), post(adminBrowser), admin, 'wrong')).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
  const started = await startTwoFactor(context(), post(adminBrowser), admin, PASSWORD);
  await expect(confirmTwoFactor(context(), post(adminBrowser), admin, '000000')).rejects.toMatchObject({ errors: [{ pointer: '/code' }] });
  const early = t.browser('192.0.2.6');
  expect(await early.signIn('ada@example.org', PASSWORD)).toBeNull();
  expect(await t.sessions.findUser(early.request('/x')), 'not on before the first right code').not.toBeNull();
  adminBrowser.keep(await confirmTwoFactor(context(), post(adminBrowser), admin, codeFor(started.secret)));
  expect(await t.sessions.findUser(adminBrowser.request('/x'))).not.toBeNull();

  const browser = t.browser('192.0.2.7');
  expect(await browser.signIn('ada@example.org', PASSWORD)).toBeNull();
  expect(await t.sessions.findUser(browser.request('/x'))).toBeNull();
  expect(await sendCode(browser, '123456')).toMatch(/code is wrong/);
  expect(await sendCode(browser, codeFor(started.secret))).toBeNull();
  expect(await t.sessions.findUser(browser.request('/x'))).toMatchObject({ name: 'Ada' });

  const replay = t.browser('192.0.2.8');
  expect(await replay.signIn('ada@example.org', PASSWORD)).toBeNull();
  expect(await sendCode(replay, codeFor(started.secret))).toMatch(/already used/);
  expect(await t.sessions.findUser(replay.request('/x'))).toBeNull();
  expect(await sendCode(t.browser('192.0.2.9'), codeFor(started.secret, 1))).toMatch(/took too long/);
});

test('a backup code opens the account once; new ones end the old ones', async () => {
  const { codes } = await switchOn();
  expect(codes).toHaveLength(10);
  const browser = t.browser('192.0.2.7');
  await browser.signIn('ada@example.org', PASSWORD);
  expect(await sendCode(browser, codes[0]!)).toBeNull();
  expect(await getAccount(context(), admin)).toMatchObject({ two_factor: true, backup_codes_left: 9 });
  await browser.signIn('ada@example.org', PASSWORD);
  expect(await sendCode(browser, codes[0]!)).toMatch(/wrong or was already used/);
  const fresh = await replaceBackupCodes(context(), post(adminBrowser), admin, PASSWORD);
  expect(await sendCode(browser, codes[1]!)).toMatch(/wrong or was already used/);
  expect(await sendCode(browser, fresh[1]!)).toBeNull();
});

test('codes cannot be guessed by who has the password, and the colleague still gets in', async () => {
  const { secret, codes } = await switchOn();
  const known = t.browser('192.0.2.7');
  await known.signIn('ada@example.org', PASSWORD);
  expect(await sendCode(known, codes[0]!)).toBeNull();
  let tried = 0;
  for (let address = 1; address <= 6; address += 1) {
    for (let round = 0; round < 3; round += 1) {
      const stranger = t.browser(`203.0.113.${address}`);
      if (await stranger.signIn('ada@example.org', PASSWORD)) continue;
      for (let count = 0; count < 4; count += 1) {
        const said = await sendCode(stranger, String(100_000 + address * 1000 + round * 100 + count));
        if (said?.includes('code is wrong')) tried += 1;
      }
    }
  }
  expect(tried).toBe(20);
  // an unknown computer with the backup code, and the known one with the app
  const unknown = t.browser('198.51.100.1');
  await unknown.signIn('ada@example.org', PASSWORD);
  expect(await sendCode(unknown, codes[1]!)).toBeNull();
  await known.signIn('ada@example.org', PASSWORD);
  expect(await sendCode(known, codeFor(secret, 1))).toBeNull();
});

test('a code of one’s own does not answer somebody else’s challenge, with one’s own session besides', async () => {
  await switchOn();
  const eve = t.browser('192.0.2.2');
  await t.addPerson('Eve', 'viewer');
  const user = await signedIn(eve, 'eve@example.org');
  const { secret, backup_codes } = await startTwoFactor(context(), post(eve), user, PASSWORD);
  eve.keep(await confirmTwoFactor(context(), post(eve), user, codeFor(secret)));
  // Eve knows Ada's password: her browser holds her own session and the challenge for Ada
  const challenged = t.browser('192.0.2.2');
  expect(await challenged.signIn('ada@example.org', PASSWORD)).toBeNull();
  for (const [name, value] of challenged.cookies) eve.cookies.set(name, value);
  expect((await t.sessions.findUser(eve.request('/x')))?.name).toBe('Eve');
  const device = eve.cookies.get('countersign.device');
  t.noted.length = 0;
  expect(await sendCode(eve, codeFor(secret, 1))).toMatch(/code is wrong/);
  expect(await sendCode(eve, backup_codes[0]!)).toMatch(/wrong or was already used/);
  const failed = (step: string) => ({ who: null, event: 'sign_in.failed', detail: { account: 'ada@example.org', step } });
  expect(t.noted).toEqual([failed('code'), failed('backup code')]);
  expect(eve.cookies.get('countersign.device')).toBe(device);
});

test.each([
  ['demoted', (id: string) => changePerson(context(), admin, id, { role: 'viewer' })],
  ['switched off', (id: string) => changePerson(context(), admin, id, { active: false })],
  ['removed', (id: string) => removePerson(context(), admin, id)],
])('who is %s leaves no link behind that still works; those of others go on', async (_, end) => {
  const bea = await t.addPerson('Bea', 'admin');
  const { id } = await t.addPerson('Ben', 'reviewer');
  const invitation = { role: 'admin' as const, email: null, days: 7 };
  const request = () => post(adminBrowser);
  const used = await createInvitation(context(), request(), bea, invitation);
  await spendLink(context(), request(), { token: tokenOf(used.url), name: 'Cleo', email: 'cleo@example.org', password: OTHER });
  const ended = [await createInvitation(context(), request(), bea, invitation), await createPasswordReset(context(), request(), bea, id)];
  const kept = await createInvitation(context(), request(), admin, invitation);
  await changePerson(context(), admin, bea.id, { active: true });
  expect(await openLink(context(), tokenOf(ended[0]!.url)), 'still an admin').toMatchObject({ kind: 'invitation' });
  await end(bea.id);
  for (const { url } of ended) await expect(openLink(context(), tokenOf(url))).rejects.toMatchObject({ code: 'not_found' });
  expect(await openLink(context(), tokenOf(kept.url))).toMatchObject({ made_by: 'Ada' });
});

test('an admin takes a lost second factor away; a person cannot while everybody needs one', async () => {
  await switchOn();
  await saveSignInRules(context(), admin, { require_two_factor: true });
  const present = await t.sessions.requireUser(adminBrowser.request('/x'), 'admin');
  await expect(removeTwoFactor(context(), post(adminBrowser), present, PASSWORD)).rejects.toMatchObject({ code: 'conflict' });
  await saveSignInRules(context(), admin, { require_two_factor: false });
  adminBrowser.keep(await removeTwoFactor(context(), post(adminBrowser), present, PASSWORD));
  expect(await getAccount(context(), admin)).toMatchObject({ two_factor: false });
  await expect(removeTwoFactorOf(context(), admin, admin.id)).rejects.toMatchObject({ code: 'conflict' });
});

test('when everybody needs two-factor, who has none can only switch it on', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const browser = t.browser('192.0.2.2');
  await signedIn(browser, 'ben@example.org');
  await saveSignInRules(context(), admin, { require_two_factor: true });
  await expect(t.sessions.requireUser(browser.request('/x'), 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await t.sessions.getState(browser.request('/api/session'))).toMatchObject({ two_factor_needed: true });
  const ben = await t.sessions.requireUser(browser.request('/x'), 'viewer', { withoutTwoFactor: true });
  const { secret } = await startTwoFactor(context(), post(browser), ben, PASSWORD);
  browser.keep(await confirmTwoFactor(context(), post(browser), ben, codeFor(secret)));
  expect((await t.sessions.requireUser(browser.request('/x'), 'viewer')).id).toBe(id);
  expect((await listPeople(context())).items.find((person) => person.id === id)).toMatchObject({ two_factor: true });
  await removeTwoFactorOf(context(), admin, id);
  expect(await t.sessions.findUser(browser.request('/x'))).toBeNull();
});
