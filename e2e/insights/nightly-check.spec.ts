import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { approveNotes, makeNotesSchema, noteFields } from '../steps/notes.ts';

const NAME = 'Notes checked at night';
/** So many documents a check needs. */
const COUNT = 10;
const RUN_MS = 120_000;

test('a change that makes values wrong is told in the inbox, which leads to what was lost', async ({ page }) => {
  test.slow();
  await page.goto('/overview');
  const headers = { origin: new URL(page.url()).origin };
  const schemaId = await makeNotesSchema(page, NAME);
  // what was learned would make up for the wrong label
  const settings = { second_approval: { when: 'never' }, priority: null, due_after_hours: null, sample_percent: 0 };
  const unlearned = { ...settings, learn_from_approvals: false };
  expect((await page.request.put(`/api/schemas/${schemaId}/settings`, { headers, data: unlearned })).ok()).toBe(true);
  await approveNotes(page, schemaId, 'night', COUNT);

  await page.goto(`/insights?schema=${schemaId}`);
  const part = page.getByRole('region', { name: 'Nightly check' });
  const checked = part.getByRole('button', { name: NAME });
  await part.getByRole('button', { name: 'Check now' }).click();
  await expect(checked).toContainText('First check', { timeout: RUN_MS });
  await expect(checked).toContainText(`100 % of ${2 * COUNT} values right`);
  await expect(part.getByRole('button', { name: 'Check now' })).toBeEnabled({ timeout: RUN_MS });

  const changed = { name: NAME, fields: noteFields('Fee'), rules: [] };
  expect((await page.request.put(`/api/schemas/${schemaId}`, { headers, data: changed })).ok()).toBe(true);
  await part.getByRole('button', { name: 'Check now' }).click();
  await expect(checked).toContainText('Quality fell', { timeout: RUN_MS });
  expect(await axeFaults(page)).toEqual([]);

  await page.goto('/documents');
  await expect(page.getByRole('button', { name: /^Inbox, \d+ unread$/ })).toBeVisible({ timeout: RUN_MS });
  await page.keyboard.press('i');
  const entry = page.getByRole('dialog', { name: 'Inbox' }).getByRole('link', { name: `Fewer values of ${NAME} come out right` });
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`/insights\\?schema=${schemaId}`));
  await expect(part.getByRole('heading', { name: 'Nightly check' })).toBeInViewport();
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  await expect(checked).toHaveAttribute('aria-expanded', 'true');
  await expect(part.getByText(`${COUNT} values that were right come out wrong`)).toBeVisible();
  await part.getByRole('button', { name: 'Fee', exact: true }).click();
  await expect(part.getByRole('link', { name: 'night-100.txt' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await page.request.put(`/api/schemas/${schemaId}`, { headers, data: { ...changed, fields: noteFields() } });
});
