import { expect, type Page, test } from '@playwright/test';
import { openFile } from '../steps/open-document.ts';

const SCHEMA = 'Waybills of carriers';

/** A carrier's waybill whose labels say nothing of the fields. */
const waybill = (name: string, number: string, charge: string) => ({
  name,
  type: 'text/plain',
  schema: SCHEMA,
  bytes: Buffer.from(
    `Nordlicht Spedition AG\nHafenstrasse 4, 20457 Hamburg\n\nKennz.   ${number}\nFr.      ${charge}\n\nHaftung nach den Bedingungen\n`,
  ),
});

/** How many documents the schema has learned from. */
const learned = async (page: Page, schemaId: string) => {
  const answer = (await (await page.request.get(`/api/schemas/${schemaId}/learned`)).json()) as {
    places: { layouts: { documents: unknown[] }[] }[];
  };
  return answer.places.flatMap(({ layouts }) => layouts.flatMap(({ documents }) => documents)).length;
};

test('what a person approves is proposed on the next document of the layout, shown as learned, and forgotten on request', async ({
  page,
}) => {
  await page.goto('/documents');
  const fields = [
    { name: 'consignment', type: 'string', label: 'Consignment', required: true },
    { name: 'charge', type: 'money', label: 'Charge' },
  ];
  const headers = { origin: new URL(page.url()).origin };
  const made = await page.request.post('/api/schemas', { headers, data: { name: SCHEMA, fields, rules: [] } });
  const { id: schemaId } = (await made.json()) as { id: string };

  await openFile(page, waybill('waybill-1.txt', 'KX 7781', '88,10'));
  const consignment = page.getByLabel('Consignment', { exact: true });
  await consignment.fill('KX 7781');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  const signOff = page.getByRole('alertdialog', { name: /still open/ });
  const approved = page.getByText('waybill-1.txt is approved');
  await expect(signOff.or(approved).first()).toBeVisible();
  if (await signOff.isVisible()) await page.keyboard.press('Control+Enter');
  await expect(approved).toBeVisible();
  await expect.poll(() => learned(page, schemaId), { timeout: 60_000 }).toBe(1);

  await openFile(page, waybill('waybill-2.txt', 'KX 9034', '41,30'));
  await expect(consignment).toHaveValue('KX 9034');
  await consignment.click();
  await page.keyboard.press('Alt+w');
  const why = page.getByRole('dialog', { name: 'Why this value of Consignment' });
  await expect(why).toContainText('In the same place as in waybill-1.txt, approved by');
  await expect(why.getByRole('link', { name: 'waybill-1.txt' })).toBeVisible();

  await page.goto(`/schemas/${schemaId}?tab=learned`);
  await expect(page.getByText(/1 approved document/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Forget everything' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Forget/ })
    .click();
  await expect(page.getByText('Nothing learned yet')).toBeVisible();
  await expect.poll(() => learned(page, schemaId), { timeout: 60_000 }).toBe(0);
});
