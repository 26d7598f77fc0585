import { expect, test } from '@playwright/test';

test('a schema made in the editor is used, changed to a new version, and comes out as JSON Schema', async ({ page }) => {
  await page.goto('/schemas/new');
  await page.getByLabel('Name', { exact: true }).first().fill('Delivery note');
  await expect(page.getByRole('button', { name: /^Save/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Label' }).first().fill('Delivery number');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page).toHaveURL(/\/schemas\/(?!new)/);

  await page.getByRole('textbox', { name: 'Label' }).first().fill('Delivery note number');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText(/version 2/i).first()).toBeVisible();

  const id = new URL(page.url()).pathname.split('/').pop();
  const answer = await page.request.get(`/api/schemas/${id}/json-schema`);
  expect(((await answer.json()) as { title: string }).title).toBe('Delivery note');
});

test('the starter schemas are there at first start', async ({ page }) => {
  await page.goto('/schemas');
  for (const name of ['Invoice', 'Receipt', 'Purchase order', 'Contract', 'Bank statement', 'CV']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
});
