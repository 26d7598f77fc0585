import { expect, test } from '@playwright/test';
import { openSample } from '../steps/open-document.ts';

test('the way back from a document keeps the list’s search, filter and order, and begins at the row that was left', async ({ page }) => {
  await page.goto('/documents');
  for (const sample of ['invoice-german', 'invoice-french', 'receipt-photo']) await openSample(page, sample);
  await page.goto('/documents?tab=to_review&sort=name&order=asc');
  await page.getByRole('searchbox').fill('invoice');
  await expect(page).toHaveURL(/q=invoice/);
  await expect(page.getByRole('row', { name: /receipt-photo/ })).toHaveCount(0);
  const last = page
    .getByRole('row', { name: /invoice-german/ })
    .getByRole('link')
    .first();
  await last.click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await page.locator('main').getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(page).toHaveURL(/\/documents\?(?=.*q=invoice)(?=.*tab=to_review)(?=.*sort=name)(?=.*order=asc)/);
  await expect(page.getByRole('searchbox')).toHaveValue('invoice');
  await expect(last).toBeFocused();
});

test('a list that was scrolled is where it was', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-german');
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto('/documents?sort=name&order=desc');
  const table = page.getByRole('table', { name: 'Documents' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('End');
  const last = table.getByRole('row').last().getByRole('link').first();
  await expect(last).toBeFocused();
  const address = await last.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}/);
  await page.goBack();
  // by its address: other documents may have the same name
  const link = table.locator(`a[href="${address}"]`);
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
});
