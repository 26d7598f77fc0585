import { createHmac } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';

const PASSWORD = 'a quiet river bends';
/** The one who joins: somebody else in each try. */
const NEWCOMER = { name: 'Ben Okafor', email: 'ben@example.org', password: PASSWORD };

/** The code of an authenticator app for a secret in base32, by RFC 6238. @param step 1 = the next one */
function codeFor(secret: string, step = 0): string {
  const bits = [...secret.replaceAll(/[\s=]/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step));
  const hash = createHmac('sha1', key).update(counter).digest();
  return String((hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.describe.configure({ mode: 'serial' });

test('an admin invites by a link; the other joins in a browser of their own and may do what the role allows', async ({ page, browser }) => {
  await page.goto('/settings/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toContain('/invitation#');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText('Anyone with the link');

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const ben = await context.newPage();
  await ben.goto(link);
  await expect(ben.getByRole('heading', { name: 'Join this desk' })).toBeVisible();
  await expect(ben).not.toHaveURL(/#/);
  expect(await axeFaults(ben)).toEqual([]);
  await ben.getByLabel('Name').fill(NEWCOMER.name);
  await ben.getByLabel('E-mail').fill(NEWCOMER.email);
  await ben.getByLabel('Password', { exact: true }).fill('password1234');
  await ben.getByRole('button', { name: 'Join' }).click();
  await expect(ben.getByText(/easy to guess/)).toBeVisible();
  await ben.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ben.getByRole('button', { name: 'Join' }).click();
  await expect(ben).toHaveURL(/\/overview/);
  await expect(ben.getByRole('link', { name: 'Audit', exact: true })).toHaveCount(0);
  expect((await ben.request.get('/api/people')).status()).toBe(403);
  await ben.goto('/settings/people');
  await expect(ben.getByText(/You cannot open/)).toBeVisible();

  await ben.goto(link);
  await expect(ben.getByText(/already used or has expired/)).toBeVisible();

  await page.reload();
  const role = page.getByRole('button', { name: new RegExp(`Role of ${NEWCOMER.name}`) });
  await expect(role).toContainText('Reviewer');
  await role.click();
  await page.getByRole('option', { name: /Viewer/ }).click();
  await expect.poll(async () => (await ben.request.get('/api/people/names')).status()).toBe(403);
  await context.close();
});

test('two-factor is switched on with the app’s code and asked for from then on', async ({ browser }) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const ben = await context.newPage();
  await signIn(ben, NEWCOMER);
  await expect(ben).toHaveURL(/\/overview/);
  await ben.goto('/settings/account');
  await ben.getByRole('button', { name: 'Switch on' }).click();
  await ben.getByLabel('Your password').fill(PASSWORD);
  await ben.getByRole('button', { name: 'Next' }).click();
  await expect(ben.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = await ben.getByTestId('totp-secret').innerText();
  const backupCode = await ben.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').first().innerText();
  expect(await axeFaults(ben)).toEqual([]);
  await ben.getByRole('checkbox', { name: 'I have saved them' }).check({ force: true });
  await ben.getByLabel('Code from the app').fill(codeFor(secret));
  await ben.getByRole('button', { name: 'Switch on' }).last().click();
  await expect(ben.getByText('10 backup codes left')).toBeVisible();

  const other = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await signIn(other, NEWCOMER);
  await expect(other.getByRole('heading', { name: 'Two-factor' })).toBeVisible();
  await other.getByLabel('Code from your app').fill('000000');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText(/The code is wrong/)).toBeVisible();
  expect(await axeFaults(other)).toEqual([]);
  await other.getByLabel('Code from your app').fill(codeFor(secret, 1));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/overview/);

  // the first browser sees the second one, and ends it
  await ben.reload();
  await expect(ben.getByRole('table', { name: 'Your sessions' }).getByRole('row')).not.toHaveCount(2);
  await ben.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(ben.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
  expect((await other.request.get('/api/documents')).status()).toBe(401);
  await other.goto('/documents');
  await expect(other).toHaveURL(/\/sign-in/);
  await signIn(other, NEWCOMER);
  await other.getByRole('button', { name: 'Use a backup code' }).click();
  await other.getByLabel('Backup code').fill(backupCode);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/overview/);
  await context.close();
});

test('an admin makes a key that is shown once, works, and stops working when it is revoked', async ({ page }) => {
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('What is it for?').fill('Scanner in the post room');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(key).toMatch(/^cs_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Scanner in the post room/ })).toBeVisible();
  await expect.poll(() => page.content()).not.toContain(key);
  const headers = { authorization: `Bearer ${key}` };
  expect((await page.request.get('/v1/documents', { headers })).status()).toBe(200);
  expect((await page.request.get('/v1/keys', { headers })).status()).toBe(403);
  await page.getByRole('button', { name: 'Revoke Scanner in the post room' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /Scanner in the post room/ })).toContainText('Revoked');
  expect((await page.request.get('/v1/documents', { headers })).status()).toBe(401);
});

test('who is switched off is out at once', async ({ page, browser }) => {
  await page.goto('/settings/people');
  await page.getByRole('button', { name: `Actions for ${NEWCOMER.name}` }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('row', { name: new RegExp(NEWCOMER.name) })).toContainText('Switched off');
  const ben = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await signIn(ben, NEWCOMER);
  await expect(ben.getByText(/This account is switched off/)).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${NEWCOMER.name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: new RegExp(NEWCOMER.name) })).toHaveCount(0);
  await page.goto('/audit');
  await expect(page.getByRole('table').first()).toContainText('Person removed');
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme });
    for (const path of ['/settings/account', '/settings/people', '/settings/keys']) {
      test(`${path} has no accessibility fault that axe finds`, async ({ page }) => {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        expect(await axeFaults(page, { rules: scheme === 'dark' ? 'colours' : 'all' })).toEqual([]);
      });
    }
  });
}
