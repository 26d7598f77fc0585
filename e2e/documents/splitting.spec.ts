import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { makeStack } from '../steps/make-stack.ts';
import { stateOf } from '../steps/open-document.ts';

/** 1 | 2 | 3–4. */
const SAMPLES = ['invoice-german.pdf', 'bank-statement.pdf', 'invoice-two-pages.pdf'];
let stack: Buffer;
test.beforeAll(async () => {
  stack = await makeStack(SAMPLES);
});

const originOf = (page: Page) => ({ origin: new URL(page.url()).origin });

/** Puts the stack among the documents without a schema and waits until a person is asked. */
async function addStack(page: Page, name: string): Promise<string> {
  await page.goto('/documents');
  const answer = await page.request.post(`/api/documents?name=${name}`, { data: stack, headers: originOf(page) });
  const { id } = (await answer.json()) as { id: string };
  await expect.poll(() => stateOf(page, id), { timeout: 200_000 }).toBe('stacked');
  return id;
}

const sections = (page: Page) => page.getByRole('region', { name: /^Document \d+$/ });
const cell = (page: Page, number: number) => page.getByRole('gridcell', { name: new RegExp(`^Page ${number}(,|$)`) });
/** The pages of each document, e.g. `1 | 2 | 3 4`. */
async function layout(page: Page): Promise<string> {
  const all = await page
    .getByRole('grid')
    .evaluateAll((grids) =>
      grids.map((grid) => [...grid.querySelectorAll<HTMLElement>('[data-page]')].map((one) => one.dataset.page).join(' ')),
    );
  return all.join(' | ');
}
const splitButton = (page: Page) => page.getByRole('button', { name: /^Split into/ });

test('by keyboard: look at what is proposed, change it, reload, split, and take the split back', async ({ page }) => {
  const id = await addStack(page, 'keys.pdf');
  await page.goto('/documents?tab=stacked');
  await expect(page.getByRole('row', { name: /keys/ })).toContainText('Confirm split');
  await page.goto(`/documents/${id}`);
  await page.getByRole('link', { name: 'Review the split' }).press('Enter');
  await expect(sections(page)).toHaveCount(3);
  await expect.poll(() => layout(page)).toBe('1 | 2 | 3 4');
  await expect(
    sections(page)
      .nth(0)
      .getByRole('button', { name: /Kind of document 1/ }),
  ).toContainText('Invoice');

  await cell(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 2)).toBeFocused();
  await page.keyboard.press('m');
  await expect.poll(() => layout(page)).toBe('1 2 | 3 4');
  await page.keyboard.press('Control+z');
  await expect.poll(() => layout(page)).toBe('1 | 2 | 3 4');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect.poll(() => layout(page)).toBe('1 | 2 | 3 | 4');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => layout(page)).toBe('1 | 2 | 3 4');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect.poll(() => layout(page)).toBe('1 | 2 | 4 3');
  await page.keyboard.press('r');
  await expect(cell(page, 4)).toHaveAccessibleName('Page 4, rotated 90°');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  await expect(cell(page, 1)).toHaveAccessibleName('Page 1, removed');
  await expect(cell(page, 2)).toHaveAccessibleName('Page 2, removed');
  await expect(splitButton(page)).toHaveText('Split into 1');

  await page.reload();
  await expect(cell(page, 4)).toHaveAccessibleName('Page 4, rotated 90°');
  await cell(page, 1).focus();
  await page.keyboard.press('Control+z');
  await expect(cell(page, 1)).toHaveAccessibleName('Page 1');
  await expect(splitButton(page)).toHaveText('Split into 3');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Add or remove a boundary here');
  await page.keyboard.press('Escape');
  await cell(page, 1).focus();
  await page.keyboard.press('Control+Enter');

  await expect(page.getByRole('heading', { name: 'Split into 3 documents' })).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('listitem').filter({ hasText: 'keys (1 of 3).pdf' })).toContainText('To review', {
    timeout: 200_000,
  });
  await expect(page.getByRole('listitem').filter({ hasText: 'keys (3 of 3).pdf' })).toContainText('pages 4, 3');
  await expect.poll(() => stateOf(page, id)).toBe('split');

  await page.getByRole('button', { name: 'Undo the split' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the split' }).press('Enter');
  await expect(sections(page)).toHaveCount(3);
  await expect.poll(() => stateOf(page, id)).toBe('stacked');
});

test('by mouse: set and join boundaries, move a page and a document, drop a page, choose a kind, split; a part goes through review', async ({
  page,
}) => {
  const id = await addStack(page, 'mouse.pdf');
  await page.goto(`/documents/${id}/split`);
  await expect(sections(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Join document 2 with the previous one' }).click();
  await expect.poll(() => layout(page)).toBe('1 2 | 3 4');
  await cell(page, 2).hover();
  await page.getByRole('button', { name: 'A document begins at page 2' }).click();
  await expect.poll(() => layout(page)).toBe('1 | 2 | 3 4');
  await cell(page, 4).dragTo(cell(page, 2), { targetPosition: { x: 8, y: 60 } });
  await expect.poll(() => layout(page)).toBe('1 | 4 2 | 3');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => layout(page)).toBe('1 | 2 | 3 4');
  await page.getByRole('button', { name: 'Move document 3 earlier' }).click();
  await expect.poll(() => layout(page)).toBe('1 | 3 4 | 2');
  await cell(page, 2).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(cell(page, 2)).toHaveAccessibleName('Page 2, removed');
  await page.getByRole('button', { name: /Kind of document 1/ }).click();
  await page.getByRole('option', { name: 'Detect kind' }).click();
  await splitButton(page).click();

  await expect(page.getByRole('heading', { name: 'Split into 2 documents' })).toBeVisible({ timeout: 200_000 });
  const second = page.getByRole('listitem').filter({ hasText: 'mouse (2 of 2).pdf' });
  await expect(second).toContainText('To review', { timeout: 200_000 });
  await second.getByRole('link').click();
  await expect(page.getByText('Pages of')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'mouse.pdf' }).click();
  await expect(page.getByRole('heading', { name: 'Split into 2 documents' })).toBeVisible();
});

test('a stack that a person calls one document goes on as one', async ({ page }) => {
  const id = await addStack(page, 'one.pdf');
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'Keep as one document' }).click();
  await expect.poll(() => stateOf(page, id)).not.toBe('stacked');
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme });
    test('the screen has no accessibility fault that axe finds, before and after the split', async ({ page }) => {
      const id = await addStack(page, `axe-${scheme}.pdf`);
      await page.goto(`/documents/${id}/split`);
      await expect(sections(page)).toHaveCount(3);
      await cell(page, 2).click();
      await page.keyboard.press('Delete');
      expect(await axeFaults(page, { rules: scheme === 'dark' ? 'colours' : 'all' })).toEqual([]);
      await splitButton(page).click();
      await expect(page.getByRole('heading', { name: /^Split into/, level: 2 })).toBeVisible({ timeout: 200_000 });
      expect(await axeFaults(page, { rules: scheme === 'dark' ? 'colours' : 'all' })).toEqual([]);
    });
  });
}

test('a page that cannot be drawn says so, and is shown once it can', async ({ page }) => {
  const id = await addStack(page, 'undrawn.pdf');
  const large = /\/pages\/2\/image\?.*width=1200/;
  await page.route(large, (route) => route.fulfill({ status: 422, json: { code: 'damaged_file' } }));
  await page.goto(`/documents/${id}/split`);
  const preview = page.getByRole('region', { name: 'Page preview' });
  await cell(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(preview.getByRole('status')).toContainText('Page 2 could not be loaded');
  await expect(preview.getByText('Loading the page')).toHaveCount(0);
  await page.unroute(large);
  await page.keyboard.press('ArrowLeft');
  await expect(preview.getByRole('img', { name: 'Page 1' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(preview.getByRole('img', { name: 'Page 2' })).toBeVisible();
  await expect(preview.getByText('could not be loaded')).toHaveCount(0);
});
