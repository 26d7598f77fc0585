import { expect, test } from '@playwright/test';
import { openSample } from './desk.ts';

test('an open document shows what someone else did to it', async ({ page, browser }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  const other = await (await browser.newContext({ storageState: 'test-results/admin.json' })).newPage();
  await other.goto(page.url());
  const theirs = other.getByRole('combobox', { name: /order number/i });
  await theirs.fill('FROM-ELSEWHERE');
  await theirs.press('Tab');
  await expect(page.getByRole('combobox', { name: /order number/i })).toHaveValue('FROM-ELSEWHERE', { timeout: 10_000 });
  await other.getByRole('button', { name: 'Reject' }).click();
  await other.getByLabel('Reason').fill('Sent twice');
  await other.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(/^Rejected by .*: Sent twice$/)).toBeVisible({ timeout: 10_000 });
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});

test('what is typed is saved when the document is left by a key of the browser', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  const address = page.url();
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  await page
    .locator(`a[href="${new URL(address).pathname}"]`)
    .first()
    .click();
  const number = page.getByRole('combobox', { name: /order number/i });
  await number.fill('LEFT-WHILE-TYPING');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible();
  await page.goto(address);
  await expect(number).toHaveValue('LEFT-WHILE-TYPING');
});
