import { type Browser, expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openSample } from '../steps/open-document.ts';

const BEN = { name: 'Ben Mention', email: 'ben.mention@example.org', password: 'a long password of Ben 1' };
const CHANGES_MS = 120_000;

/** A page of Ben, who joins by a link of the one who is signed in. */
async function openAsBen(browser: Browser, page: Page): Promise<Page> {
  const { origin } = new URL(page.url());
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const headers = { origin };
  const made = await page.request.post(`${origin}/api/invitations`, { headers, data: { role: 'reviewer' } });
  const { url } = (await made.json()) as { url: string };
  const used = await context.request.post(`${origin}/api/links/use`, { headers, data: { token: new URL(url).hash.slice(1), ...BEN } });
  expect(used.ok(), await used.text()).toBe(true);
  return context.newPage();
}

test('who is mentioned sees the count in the tab, opens the entry by keys and lands on the comment', async ({ page, browser }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  const ben = await openAsBen(browser, page);
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
