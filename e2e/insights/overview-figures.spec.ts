import { expect, type Page, test } from '@playwright/test';
import { openText } from '../steps/open-document.ts';

const FIELDS = [{ name: 'reference', type: 'string', label: 'Reference' }];

/** The number that the overview tells in a link whose name begins or ends so. */
async function numberIn(page: Page, name: RegExp): Promise<number> {
  const link = page.getByRole('link', { name }).first();
  const words = (await link.getAttribute('aria-label')) ?? (await link.innerText());
  return Number(words.match(/[\d,]+(?=\D*$)/)?.[0].replaceAll(',', ''));
}

/** Follows the figure to the list, whose chosen tab counts what it shows. */
async function follow(page: Page, name: RegExp): Promise<{ figure: number; listed: number }> {
  await page.goto('/overview');
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  const figure = await numberIn(page, name);
  await page.getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(/\/documents\?/);
  const chosen = page.getByRole('tab', { selected: true });
  await expect(chosen).toHaveText(/\d/);
  return { figure, listed: Number((await chosen.innerText()).replaceAll(/\D/g, '')) };
}

test('each figure of the overview leads to a list of as many documents, whose filters can be taken away one by one', async ({ page }) => {
  await page.goto('/documents');
  const headers = { origin: new URL(page.url()).origin };
  const ids: string[] = [];
  for (const number of [1, 2, 3]) ids.push(await openText(page, `figure-${number}.txt`, `NOTE\n\nReference: F-${number}\n`, FIELDS));
  await page.goto('/overview');
  const [late, set] = ids;
  const due = await page.request.put(`/api/documents/${late}/priority`, { headers, data: { due_at: '2026-01-01T09:00:00Z' } });
  expect(due.status()).toBe(200);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const postponed = await page.request.post(`/api/documents/${set}/postpone`, {
    headers,
    data: { postponed: { until, reason: 'Later' }, tab: 't' },
  });
  expect(postponed.status()).toBe(200);
  const draft = { name: 'Figures', filter: { states: ['to_review'], q: 'figure' } };
  const made = await page.request.post('/api/queues', { headers, data: draft });
  const { id } = (await made.json()) as { id: string };
  try {
    for (const name of [/^To review: /, /^Overdue: /, / postponed$/, /^Figures: \d+ waiting$/, /^Figures: \d+ overdue$/]) {
      const { figure, listed } = await follow(page, name);
      expect(listed, String(name)).toBe(figure);
      expect(figure, String(name)).toBeGreaterThan(0);
    }
    const filters = page.getByRole('toolbar', { name: 'Filters' });
    await expect(filters.getByText('Queue: Figures')).toBeVisible();
    await filters.getByRole('button', { name: 'Remove the filter: Overdue' }).click();
    await expect(filters.getByText('Overdue')).toBeHidden();
    await expect(page.getByRole('tab', { selected: true })).toContainText('2');
  } finally {
    await page.request.delete(`/api/queues/${id}`, { headers });
  }
});

test('at the width of a telephone the list is filtered by person, and by key', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  await page.keyboard.press('f');
  const menu = page.getByRole('dialog', { name: 'Filters' });
  await menu.getByRole('button', { name: /Person/ }).click();
  await page.getByRole('option', { name: 'Mine or unassigned' }).click();
  await expect(page).toHaveURL(/assigned=me_or_nobody/);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Remove the filter: Mine or unassigned' }).click();
  await expect(page).not.toHaveURL(/assigned=/);
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
});
