import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { approve } from '../steps/approve.ts';
import { axeFaults } from '../steps/axe-faults.ts';
import { openText } from '../steps/open-document.ts';

const note = (number: string) =>
  `Ferry slip of the Heron Landing\n\nSlip: ${number}\nDay: 2026-03-12\nFare: 30.00 EUR\n\nKeep this slip until you have left the boat.\n`;
const FIELDS = [
  { name: 'slip', type: 'string', label: 'Slip' },
  { name: 'fare', type: 'money', label: 'Fare' },
];

test('what a schema has learned is exported as a file, and imported together with the schema', async ({ page }) => {
  await page.goto('/documents');
  await openText(page, 'ferry-1.txt', note('F-1'), FIELDS);
  await approve(page, page.getByText('ferry-1.txt is approved', { exact: true }));
  await page.goto('/schemas');
  await page.getByRole('link', { name: 'Schema of ferry-1.txt' }).first().click();
  await page.getByRole('tab', { name: 'Learned' }).click();
  await expect(page.getByText('1 approved document in 1 layout. No values proposed yet.')).toBeVisible({ timeout: 60_000 });

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export memory' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Schema of ferry-1.txt.memory.jsonl');
  const file = readFileSync(await download.path(), 'utf8');
  expect(file).toContain('ferry-1.txt');
  // as it comes from elsewhere: documents of this desk would be left alone
  const [header, example, end] = file.trimEnd().split('\n');
  const elsewhere = JSON.stringify({ ...JSON.parse(example!), document_id: randomUUID(), document_name: 'elsewhere.txt' });

  await page.goto('/schemas');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Memory of another installation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import memory' });
  const chosen = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a memory file' }).click();
  const buffer = Buffer.from(`${header}\n${elsewhere}\n${end}\n`);
  await (await chosen).setFiles({ name: 'ferry.memory.jsonl', mimeType: 'application/jsonl', buffer });
  await expect(dialog.getByText(/What Schema of ferry-1\.txt learned from 1 approved document/)).toBeVisible();
  await dialog.getByRole('button', { name: /Import into/ }).click();
  await page.getByRole('option', { name: 'New schema “Schema of ferry-1.txt”' }).click();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('1 approved document imported at Embedded service. It teaches in a moment.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show what it learned' }).click();
  await expect(page.getByText('1 approved document in 1 layout. No values proposed yet.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'elsewhere.txt', exact: true }).click();
  await expect(page.getByText('· imported')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
