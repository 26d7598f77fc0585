import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { approve } from './steps/approve.ts';
import { dropSample } from './steps/drop-files.ts';
import { TRUTH } from './steps/samples.ts';

// the later ones go on with the document of the first
test.describe.configure({ mode: 'serial' });
const MAIN_JOB = 'main-job.pdf';
const ROW_NAME = /main-job\.pdf/;

test.afterEach(async ({ page }) => {
  // As a person leaves a document; a page that is torn away keeps its lock until that ends by itself.
  await page.goto('/documents');
});

test('a dropped invoice is extracted, corrected, approved and exported', async ({ page }) => {
  const truth = TRUTH['invoice-english.pdf']!;
  await page.goto('/documents');
  await page.getByRole('button', { name: /Schema for new documents/ }).click();
  await page.getByRole('option', { name: 'Invoice' }).click();
  await dropSample(page, 'invoice-english.pdf', MAIN_JOB);
  const row = page.getByRole('row', { name: ROW_NAME });
  await expect(row.getByText('To review')).toBeVisible({ timeout: 200_000 });
  await row.getByRole('link', { name: MAIN_JOB, exact: true }).click();

  await expect(page.getByRole('heading', { name: MAIN_JOB, exact: true })).toBeVisible();
  const number = page.getByRole('combobox', { name: /invoice number/i });
  await expect(number).toHaveValue(String(truth.invoice_number));
  await expect(page.getByRole('combobox', { name: /grand total|total amount/i }).first()).toHaveValue(/3\s?216\.48/);

  // The evidence of the focused value is marked on the page, and a mark leads back to its field.
  await number.focus();
  const mark = page.locator('[data-mark="/invoice_number"]');
  await expect(mark).toBeVisible();
  await page.getByRole('combobox', { name: /invoice date/i }).focus();
  await mark.click();
  await expect(number).toBeFocused();

  await number.fill('HL-2026-0418-X');
  await number.press('Enter');
  await expect(page.getByText('Corrected').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: /invoice number/i })).toHaveValue('HL-2026-0418-X');

  await approve(page, page.getByText(`${MAIN_JOB} is approved`, { exact: true }));

  await page.goto(`/documents?q=${MAIN_JOB}`);
  await page.getByRole('link', { name: MAIN_JOB, exact: true }).click();
  await expect(page.getByText(/^Approved by Ada Brandt/)).toBeVisible();
  // What is approved is text, not something to type in.
  await expect(page.getByRole('combobox', { name: /invoice number/i })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /invoice number/i })).toHaveText('HL-2026-0418-X');
  for (const [label, expected] of [
    ['Approved values as JSON', '"HL-2026-0418-X"'],
    ['Approved values as CSV', 'HL-2026-0418-X'],
    ['Approved values as CSV, one line per row', ',row,'],
    ['Extracted values as JSON', '"HL-2026-0418"'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(expected);
  }

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(
    page
      .getByRole('complementary', { name: 'Comments and history' })
      .getByText(/^Invoice number$/i)
      .first(),
  ).toBeVisible();
});

test('an approval can be taken back', async ({ page }) => {
  await page.goto(`/documents?q=${MAIN_JOB}`);
  await page.getByRole('link', { name: MAIN_JOB, exact: true }).click();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByRole('combobox', { name: /invoice number/i })).toBeEditable();
});

test('a document is rejected with a reason that stays with it', async ({ page }) => {
  await page.goto(`/documents?q=${MAIN_JOB}`);
  await page.getByRole('link', { name: MAIN_JOB, exact: true }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('Not addressed to us');
  await page.keyboard.press('Control+Enter');
  // As after an approval, the next document is there; the message leads back.
  await expect(page.getByText(`${MAIN_JOB} is rejected`)).toBeVisible();
  await page.goto(`/documents?q=${MAIN_JOB}`);
  await page.getByRole('link', { name: MAIN_JOB, exact: true }).click();
  await expect(page.getByText('Rejected by Ada Brandt: Not addressed to us')).toBeVisible();
});
