import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openText, stateOf } from '../steps/open-document.ts';

test.describe.configure({ mode: 'serial' });
const FIELDS = [
  { name: 'reference', type: 'string', label: 'Reference' },
  { name: 'amount', type: 'money', label: 'Amount' },
];
const approvedToday = async (page: Page) => {
  const answer = await page.request.get('/api/overview');
  const { days } = (await answer.json()) as { days: { all: { approved: number } }[] };
  return days.at(-1)?.all.approved ?? 0;
};
const keysToday = async (page: Page) => {
  const day = new Date().toISOString().slice(0, 10);
  const answer = await page.request.get(`/api/insights?from=${day}&to=${day}`);
  return ((await answer.json()) as { review: { keys: number } }).review.keys;
};
const text = (number: number) => `NOTE\n\nReference: N-${number}\nAmount: ${number}.00 EUR\n`;

test('the overview leads to the next document, and counts the approval', async ({ page }) => {
  await page.goto('/overview');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const before = await approvedToday(page);
  const id = await openText(page, 'overview-note.txt', text(17), FIELDS);
  await page.goto('/overview');
  await page.getByRole('link', { name: /^To review: [1-9]/ }).click();
  await expect(page).toHaveURL(/\/documents\?.*tab=to_review/);
  await page.goto(`/documents/${id}`);
  await page.getByRole('combobox', { name: 'Reference' }).fill('N-18');
  await page.getByRole('combobox', { name: 'Reference' }).press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => stateOf(page, id)).toBe('approved');
  await expect.poll(() => approvedToday(page), { timeout: 30_000 }).toBe(before + 1);
  await expect.poll(() => keysToday(page)).toBeGreaterThan(0);
  await page.goto('/overview');
  const today = page.locator('dt', { hasText: 'Today' }).locator('xpath=following-sibling::dd').first();
  await expect(today).toContainText(String(before + 1));
});

test('insights show what was corrected, lead to the document, and set a threshold that clears the flags of what waits', async ({
  page,
}) => {
  await page.goto('/insights');
  await page.getByRole('button', { name: 'All schemas Schema' }).click();
  await page.getByRole('option', { name: 'Schema of overview-note.txt' }).click();
  await expect(page).toHaveURL(/schema=/);
  const schemaId = new URL(page.url()).searchParams.get('schema')!;
  const field = page.getByRole('table', { name: 'Fields' }).getByRole('button', { name: 'Reference', exact: true });
  await field.click();
  const opened = page.getByRole('list', { name: 'Documents in which people changed Reference' }).getByRole('listitem');
  await expect(opened).toContainText('N-17 → was extracted, approved is N-18');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('table', { name: 'Fields' }).getByRole('button', { name: 'Minutes' }).click();
  await expect(page).toHaveURL(/open=.*sort=minutes|sort=minutes.*open=/);
  const address = decodeURIComponent(page.url());
  await page.getByRole('link', { name: 'overview-note.txt' }).click();
  await expect(page.getByRole('textbox', { name: 'Reference' }).or(page.getByRole('combobox', { name: 'Reference' }))).toBeFocused();
  await page.goBack();
  await expect(opened).toBeInViewport();
  expect(decodeURIComponent(page.url())).toBe(address);
  await page.getByRole('link', { name: 'overview-note.txt' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Insights' }).click();
  await expect(opened).toBeInViewport();
  expect(decodeURIComponent(page.url())).toBe(address);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save as CSV: Fields/ }).click();
  expect((await download).suggestedFilename()).toBe('fields.csv');

  const headers = { origin: new URL(page.url()).origin, 'content-type': 'text/plain' };
  const sent = await page.request.post(`/api/documents?name=second-note.txt&schema_id=${schemaId}`, { headers, data: text(23) });
  const { id } = (await sent.json()) as { id: string };
  const flagsOf = async () => {
    const { document } = (await (await page.request.get(`/api/documents/${id}`)).json()) as {
      document: { state: string; open_flags: number | null };
    };
    return document.state === 'to_review' ? document.open_flags : null;
  };
  await expect.poll(flagsOf, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.getByRole('radio', { name: 'Threshold 0 %', exact: true }).check();
  await page.getByRole('button', { name: 'Set to 0 %' }).click();
  await expect(page.getByText('Threshold set to 0 %')).toBeVisible();
  await expect(page.getByText(/^Now 0 %/)).toBeVisible();
  await expect.poll(flagsOf, { timeout: 30_000 }).toBe(0);
});

test('the insights are printed as a whole, not as far as the window shows them', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 400 });
  // a part that is still loading must not make the page longer than the window
  let answerNightlyCheck = () => {};
  const answered = new Promise<void>((resolve) => {
    answerNightlyCheck = resolve;
  });
  await page.route('**/api/insights/nightly-check*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/insights');
  const people = page.getByRole('heading', { name: 'People', exact: true });
  await expect(people).toBeVisible();
  await expect(people).not.toBeInViewport();
  const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect(page.getByRole('status').filter({ hasText: /^Loading$/ })).toBeAttached();
  expect(await heightOfPage()).toBe(400);
  answerNightlyCheck();
  await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible();
  expect(await heightOfPage()).toBe(400);
  await page.emulateMedia({ media: 'print' });
  const bottom = await people.evaluate((heading) => heading.getBoundingClientRect().bottom);
  expect(bottom).toBeGreaterThan(400);
  expect(await heightOfPage()).toBeGreaterThanOrEqual(bottom);
  await expect(page.getByRole('banner')).toBeHidden();
});
