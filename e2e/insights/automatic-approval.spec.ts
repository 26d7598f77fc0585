import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { approveNotes, makeNotesSchema, sendNote } from '../steps/notes.ts';
import { stateOf } from '../steps/open-document.ts';

const NAME = 'Notes that approve themselves';
/** So many right values show an error rate of at most 10 %. */
const FEWEST = 29;

test('once people have approved enough, a document approves itself, is checked as a sample, and can be taken back', async ({ page }) => {
  test.slow();
  await page.goto('/overview');
  const schemaId = await makeNotesSchema(page, NAME);
  await approveNotes(page, schemaId, 'itself', FEWEST);
  await page.goto(`/insights?schema=${schemaId}`);
  const part = page.getByRole('region', { name: 'Automatic approval' });
  await expect(part.getByText(/^Of the last 29 approved documents/)).toBeVisible();
  await part.getByRole('button', { name: /A field may be wrong in/ }).click();
  await page.getByRole('option', { name: '10 % of documents', exact: true }).click();
  await expect(part.getByText(/^Of the last 29 approved documents, 29 would have approved themselves/)).toBeVisible({ timeout: 30_000 });
  await part.getByRole('button', { name: /Go to quality samples/ }).click();
  await page.getByRole('option', { name: '100 % of them' }).click();
  await part.getByRole('button', { name: 'Switch on …' }).click();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }).click();
  await expect(part.getByRole('button', { name: 'Switch off' })).toBeVisible();

  const id = await sendNote(page, schemaId, 'itself', 900);
  await expect.poll(() => stateOf(page, id), { timeout: 120_000 }).toBe('approved');
  await page.goto(`/documents/${id}`);
  await expect(page.getByText(/^Approved automatically on/)).toBeVisible();
  await page.goto('/documents?tab=approved&q=itself-900');
  await expect(page.getByText('Approved automatically')).toBeVisible();

  await page.goto(`/queues/quality-samples/${id}`);
  for (const [name, value] of [
    ['Reference', 'N-900'],
    ['Amount', '900'],
  ] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/tab=quality-samples/);
  await page.goto(`/insights?schema=${schemaId}`);
  await expect(part.getByText('0 of 2 fields')).toBeVisible();
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect.poll(() => stateOf(page, id)).toBe('to_review');
  await page.goto(`/insights?schema=${schemaId}`);
  await expect(part.getByText('1, 1 reopened')).toBeVisible();
  await part.getByRole('button', { name: 'Switch off' }).click();
  await expect(part.getByRole('button', { name: 'Switch on …' })).toBeVisible();
});
