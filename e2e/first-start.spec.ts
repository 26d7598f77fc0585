import { expect, test } from '@playwright/test';
import { ADMIN, SET_UP_TOKEN } from './steps/admin.ts';

test('who has not the printed link is told where it is, and makes no account', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible();
  await expect(page.getByText(/the link printed when the desk was started/)).toBeVisible();
  await page.getByLabel('Name').fill('Mallory');
  await page.getByLabel('E-mail').fill('m@example.org');
  await page.getByLabel('Password', { exact: true }).fill('orchard lantern forty');
  await page.getByLabel('Set-up token').fill('a guess');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This is not the set-up token.')).toBeVisible();
});

test('the first start makes the first account by the printed link, then signs out and in', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByLabel('Set-up token')).toBeVisible();
  // in the same tab, where only what stands behind # changes
  await page.goto(`/set-up#token=${SET_UP_TOKEN}`);
  await expect(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible();
  await expect(page.getByLabel('Set-up token')).toBeHidden();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/overview/);

  await page.getByRole('button', { name: new RegExp(ADMIN.name) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/documents');
  await expect(page).toHaveURL(/\/sign-in/);

  // an address made to lead away after signing in
  await page.goto('/sign-in?next=/%09/elsewhere.invalid');
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The e-mail address or the password is wrong' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/overview/);
  await context.storageState({ path: 'test-results/admin.json' });
});

test('a second person cannot make a first account', async ({ page, request }) => {
  const answer = await request.post('/api/set-up', { data: { name: 'Mallory', email: 'm@example.org', password: 'long enough 123' } });
  expect(answer.status()).toBeGreaterThanOrEqual(400);
  await page.goto('/set-up');
  await expect(page).toHaveURL(/\/sign-in/);
});
