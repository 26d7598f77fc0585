import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openAs } from '../steps/open-as.ts';
import { openSample } from '../steps/open-document.ts';

const BEN = { name: 'Ben Mention', email: 'ben.mention@example.org', password: 'a long password of Ben 1' };
const CHANGES_MS = 120_000;

test('who is mentioned sees the count in the tab, opens the entry by keys and lands on the comment', async ({ page, browser }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  const ben = await openAs(BEN, browser, page);
  await ben.goto('/queues');
  await expect(ben.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Comments', exact: false }).first().click();
  await page.getByRole('textbox', { name: /comment on/i }).pressSequentially('@ben men');
  await expect(page.getByRole('option', { name: BEN.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('is this the right supplier?');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('complementary', { name: 'Comments and history' }).getByText('is this the right supplier?')).toBeVisible();

  await expect(ben).toHaveTitle(/^\(1\) Queues/, { timeout: CHANGES_MS });
  await ben.keyboard.press('i');
  const panel = ben.getByRole('dialog', { name: 'Inbox' });
  await expect(panel.getByText('mentioned you')).toBeVisible();
  expect(await axeFaults(ben)).toEqual([]);
  await expect(panel.getByRole('link', { name: /mentioned you/ })).toBeFocused();
  await ben.keyboard.press('Enter');
  const said = ben
    .getByRole('complementary', { name: 'Comments and history' })
    .getByRole('listitem')
    .filter({ hasText: '@Ben Mention is this the right supplier?' });
  await expect(said).toHaveAttribute('aria-current', 'true');
  await expect(ben).toHaveTitle(/^Review/);

  await ben.keyboard.press('Escape');
  await ben.goto('/inbox');
  await expect(ben.getByRole('link', { name: /mentioned you/ })).toBeVisible();
  expect(await axeFaults(ben)).toEqual([]);
});
