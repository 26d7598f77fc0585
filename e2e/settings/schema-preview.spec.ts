import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { stateOf } from '../steps/open-document.ts';

const PERMIT = 'BERTH PERMIT\n\nHolder: Anna Lind\nMooring dues: 340.00 EUR\nTariff: 1.00 EUR\n';

test('a schema is made of values marked on a sample, and a change is tried on an approved document before it is saved', async ({
  page,
}) => {
  await page.goto('/documents');
  const headers = { origin: new URL(page.url()).origin, 'content-type': 'text/plain' };
  const sent = await page.request.post('/api/documents?name=berth-permit.txt', { headers, data: PERMIT });
  const { id } = (await sent.json()) as { id: string };
  await expect.poll(() => stateOf(page, id), { timeout: 60_000 }).toMatch(/indexed|unclassified/);

  // a schema from one marked sample
  await page.goto('/schemas/new');
  await page.getByRole('button', { name: 'Sample' }).click();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('berth-permit');
  await page
    .getByRole('list', { name: 'Documents' })
    .getByRole('button', { name: /berth-permit\.txt/ })
    .click();
  const sheet = page.getByRole('region', { name: 'Page 1 of berth-permit.txt' });
  const mark = async (from: string, to = from) => {
    const [first, last] = [
      await sheet.getByText(from, { exact: true }).boundingBox(),
      await sheet.getByText(to, { exact: true }).last().boundingBox(),
    ];
    await page.mouse.move(first!.x - 2, first!.y - 2);
    await page.mouse.down();
    await page.mouse.move(last!.x + last!.width + 2, last!.y + last!.height + 2, { steps: 4 });
    await page.mouse.up();
  };
  await mark('Anna', 'Lind');
  await expect(page.getByText('Added “Holder” for “Anna Lind”.')).toBeVisible();
  await mark('1.00', 'EUR');
  const grid = page.getByRole('grid', { name: 'Fields' });
  await expect(grid.getByRole('row', { name: 'Holder' })).toContainText('Anna Lind');
  await expect(grid.getByRole('row', { name: 'Tariff' })).toContainText('1.00 EUR');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Name of the schema' }).fill('Berth permit');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/schemas\/(?!new)/);
  const schemaId = new URL(page.url()).pathname.split('/').pop();

  // a person corrects the fee and approves
  const data = { schema_id: schemaId };
  await page.request.post(`/api/documents/${id}/extractions`, { headers: { origin: headers.origin }, data });
  await expect.poll(() => stateOf(page, id), { timeout: 60_000 }).toBe('to_review');
  await page.goto(`/documents/${id}`);
  await page.getByRole('combobox', { name: 'Tariff' }).fill('340.00');
  await page.getByRole('combobox', { name: 'Tariff' }).press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => stateOf(page, id)).toBe('approved');

  // the other label finds the right value
  await page.goto(`/schemas/${schemaId}`);
  await grid.getByRole('row', { name: 'Tariff' }).click();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Mooring dues');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Compare on 1 document' }).click();
  await expect(page.getByText('1 more value comes out right, and none is lost, on 1 document.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Mooring dues' }).click();
  const change = page.getByRole('list', { name: 'Changes of Mooring dues' });
  await expect(change).toContainText(/Gained.*Approved.*340.*Before.*1.*After.*340/);
  expect(await axeFaults(page)).toEqual([]);
  // nothing was saved
  const { version } = (await (await page.request.get(`/api/schemas/${schemaId}`)).json()) as { version: number };
  expect(version).toBe(1);
});
