import { expect, test } from '@playwright/test';

test('a schema made in the editor is used, changed to a new version, and comes out as JSON Schema', async ({ page }) => {
  await page.goto('/schemas/new');
  await page.getByRole('textbox', { name: 'Name of the schema' }).fill('Delivery note');
  await page
    .getByRole('button', { name: /^Add( a)? field/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Delivery number');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('delivery_number');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/schemas\/(?!new)/);

  await page.getByRole('textbox', { name: 'Label' }).fill('Delivery note number');
  await page.getByRole('button', { name: 'Save version 2' }).click();
  await expect(page.getByRole('tab', { name: /Versions/ })).toContainText('2');

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
