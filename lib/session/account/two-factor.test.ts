import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listPeople, removeTwoFactorOf, saveSignInRules } from '../people/people.ts';
import { type AdminSessions, post, startAsAdmin } from '../testing/start-as-admin.ts';
import { PASSWORD, type TestBrowser } from '../testing/start-test-sessions.ts';
import { getAccount } from './account.ts';
import { confirmTwoFactor, removeTwoFactor, replaceBackupCodes, startTwoFactor } from './two-factor.ts';

let t: AdminSessions;
beforeEach(async () => {
  t = await startAsAdmin();
});
afterEach(() => t.close());

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

async function switchOn(): Promise<{ secret: string; codes: string[] }> {
  const { secret, backup_codes } = await startTwoFactor(t.context, post(t.adminBrowser), t.admin, PASSWORD);
  t.adminBrowser.keep(await confirmTwoFactor(t.context, post(t.adminBrowser), t.admin, codeFor(secret)));
  return { secret, codes: backup_codes };
}

test('two-factor asks for a code from then on; a wrong one, a used one and none do not open the account', async () => {
  await expect(startTwoFactor(t.context, post(t.adminBrowser), t.admin, 'wrong')).rejects.toMatchObject({
    errors: [{ pointer: '/password' }],
  });
  const started = await startTwoFactor(t.context, post(t.adminBrowser), t.admin, PASSWORD);
  await expect(confirmTwoFactor(t.context, post(t.adminBrowser), t.admin, '000000')).rejects.toMatchObject({
    errors: [{ pointer: '/code' }],
  });
  const early = t.browser('192.0.2.6');
  expect(await early.signIn('ada@example.org', PASSWORD)).toBeNull();
  expect(await t.sessions.findUser(early.request('/x')), 'not on before the first right code').not.toBeNull();
  t.adminBrowser.keep(await confirmTwoFactor(t.context, post(t.adminBrowser), t.admin, codeFor(started.secret)));
  expect(await t.sessions.findUser(t.adminBrowser.request('/x'))).not.toBeNull();

  const browser = t.browser('192.0.2.7');
  expect(await browser.signIn('ada@example.org', PASSWORD)).toBeNull();
  expect(await t.sessions.findUser(browser.request('/x'))).toBeNull();
  expect(await sendCode(browser, '123456')).toMatch(/code is wrong/);
  const code = codeFor(started.secret);
  expect(await sendCode(browser, code)).toBeNull();
  expect(await t.sessions.findUser(browser.request('/x'))).toMatchObject({ name: 'Ada' });

  const replay = t.browser('192.0.2.8');
  expect(await replay.signIn('ada@example.org', PASSWORD)).toBeNull();
  // that very code: half a minute has its own
  expect(await sendCode(replay, code)).toMatch(/already used/);
  expect(await t.sessions.findUser(replay.request('/x'))).toBeNull();
  expect(await sendCode(t.browser('192.0.2.9'), codeFor(started.secret, 1))).toMatch(/took too long/);
});

test('a backup code opens the account once; new ones end the old ones', async () => {
  const { codes } = await switchOn();
  expect(codes).toHaveLength(10);
  const browser = t.browser('192.0.2.7');
  await browser.signIn('ada@example.org', PASSWORD);
  expect(await sendCode(browser, codes[0]!)).toBeNull();
  expect(await getAccount(t.context, t.admin)).toMatchObject({ two_factor: true, backup_codes_left: 9 });
  await browser.signIn('ada@example.org', PASSWORD);
  expect(await sendCode(browser, codes[0]!)).toMatch(/wrong or was already used/);
  const fresh = await replaceBackupCodes(t.context, post(t.adminBrowser), t.admin, PASSWORD);
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
  const user = await t.signIn(eve, 'eve@example.org');
  const { secret, backup_codes } = await startTwoFactor(t.context, post(eve), user, PASSWORD);
  eve.keep(await confirmTwoFactor(t.context, post(eve), user, codeFor(secret)));
  // Eve knows Ada's password: her browser holds her own session and the challenge for Ada
  const challenged = t.browser('192.0.2.2');
  expect(await challenged.signIn('ada@example.org', PASSWORD)).toBeNull();
  for (const [name, value] of challenged.cookies) eve.cookies.set(name, value);
  expect((await t.sessions.findUser(eve.request('/x')))?.name).toBe('Eve');
  const device = eve.cookies.get('countersign.device');
  t.recorded.length = 0;
  expect(await sendCode(eve, codeFor(secret, 1))).toMatch(/code is wrong/);
  expect(await sendCode(eve, backup_codes[0]!)).toMatch(/wrong or was already used/);
  const failed = (step: string) => ({ who: null, event: 'sign_in.failed', detail: { account: 'ada@example.org', step } });
  expect(t.recorded).toEqual([failed('code'), failed('backup code')]);
  expect(eve.cookies.get('countersign.device')).toBe(device);
});

test('an admin takes a lost second factor away; a person cannot while everybody needs one', async () => {
  await switchOn();
  await saveSignInRules(t.context, t.admin, { require_two_factor: true });
  const present = await t.sessions.requireUser(t.adminBrowser.request('/x'), 'admin');
  await expect(removeTwoFactor(t.context, post(t.adminBrowser), present, PASSWORD)).rejects.toMatchObject({ code: 'conflict' });
  await saveSignInRules(t.context, t.admin, { require_two_factor: false });
  t.adminBrowser.keep(await removeTwoFactor(t.context, post(t.adminBrowser), present, PASSWORD));
  expect(await getAccount(t.context, t.admin)).toMatchObject({ two_factor: false });
  await expect(removeTwoFactorOf(t.context, t.admin, t.admin.id)).rejects.toMatchObject({ code: 'conflict' });
});

test('when everybody needs two-factor, who has none can only switch it on', async () => {
  const { id } = await t.addPerson('Ben', 'reviewer');
  const browser = t.browser('192.0.2.2');
  await t.signIn(browser, 'ben@example.org');
  await saveSignInRules(t.context, t.admin, { require_two_factor: true });
  await expect(t.sessions.requireUser(browser.request('/x'), 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await t.sessions.getState(browser.request('/api/session'))).toMatchObject({ two_factor_needed: true });
  const ben = await t.sessions.requireUser(browser.request('/x'), 'viewer', { withoutTwoFactor: true });
  const { secret } = await startTwoFactor(t.context, post(browser), ben, PASSWORD);
  browser.keep(await confirmTwoFactor(t.context, post(browser), ben, codeFor(secret)));
  expect((await t.sessions.requireUser(browser.request('/x'), 'viewer')).id).toBe(id);
  expect((await listPeople(t.context)).items.find((person) => person.id === id)).toMatchObject({ two_factor: true });
  await removeTwoFactorOf(t.context, t.admin, id);
  expect(await t.sessions.findUser(browser.request('/x'))).toBeNull();
});
