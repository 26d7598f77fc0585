import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openSample } from '../steps/open-document.ts';

const WORK_MS = 200_000;

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Summary' });
const litPlace = (page: Page) => page.locator('[class~="border-accent"][class~="bg-accent/20"]');

async function openSummary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Summary' }).click();
  await expect(panelOf(page)).toBeVisible();
}

test('a summary is asked for, and its sentences light up on the page by keyboard', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'contract');
  await openSummary(page);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Summarise' }).click();
  const sentences = panel.getByRole('list', { name: 'Sentences' }).getByRole('button');
  await expect(sentences.first()).toBeVisible({ timeout: WORK_MS });
  expect(await axeFaults(page)).toEqual([]);

  // over the title to the first sentence
  await panel.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(sentences.first()).toBeFocused();
  await expect(sentences.first()).toHaveAttribute('aria-current', 'true');
  await expect(litPlace(page)).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(sentences.nth(1)).toBeFocused();
  await expect(sentences.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(sentences.first()).toHaveAttribute('aria-current', 'false');
  // the keys of the review do nothing meanwhile
  await page.keyboard.press('Enter');
  await expect(sentences.nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(litPlace(page)).toHaveCount(0);
});

test('a correction makes it stale, and rebuilding takes the corrected value over', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'contract');
  await openSummary(page);
  await panelOf(page).getByRole('button', { name: 'Summarise' }).click();
  const rebuild = panelOf(page).getByRole('button', { name: 'Rebuild', exact: true });
  await expect(rebuild).toBeVisible({ timeout: WORK_MS });
  await panelOf(page).press('Escape');
  await expect(panelOf(page)).toBeHidden();

  const law = page.getByRole('combobox', { name: /governing law/i });
  await law.fill('the law of the valley');
  await law.press('Tab');
  await openSummary(page);
  await expect(panelOf(page).getByText('Created before 1 correction.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await panelOf(page).getByRole('button', { name: 'Rebuild it' }).click();
  const fact = panelOf(page).getByRole('region', { name: 'Key facts' }).getByText('the law of the valley');
  await expect(fact).toBeVisible({ timeout: WORK_MS });
  await expect(panelOf(page).getByText(/Created before/)).toHaveCount(0);
});
