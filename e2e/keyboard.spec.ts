import { expect, test } from '@playwright/test';
import { openSample, stillBox } from './desk.ts';

test('a document is checked and approved with Enter alone', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-two-pages');
  // The first flagged value has the focus when the document opens; each Enter accepts and goes on.
  const focusedPointer = () =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.pointer ?? document.activeElement?.id);
  await expect.poll(focusedPointer).toBeTruthy();
  for (let keys = 0; keys < 60 && (await focusedPointer()) !== 'approve'; keys += 1) await page.keyboard.press('Enter');
  expect(await focusedPointer()).toBe('approve');
  await page.keyboard.press('Enter');
  const signOff = page.getByRole('button', { name: 'Approve in spite of them' });
  const approved = page.getByText('invoice-two-pages.pdf is approved');
  await expect(signOff.or(approved).first()).toBeVisible();
  if (await signOff.isVisible()) await signOff.press('Enter');
  await expect(approved).toBeVisible();
});

test('what was done is undone and redone by keys, while typing keeps its own undo', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  const number = page.getByRole('combobox', { name: /order number/i });
  const before = await number.inputValue();
  await number.fill('changed-1');
  await number.press('Tab');
  await expect(page.getByText('Corrected').first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(number).toHaveValue(before);
  await page.keyboard.press('Control+Shift+z');
  await expect(number).toHaveValue('changed-1');
});

test('rows are added, filled and removed without the mouse', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const grid = page.getByRole('grid', { name: /line items|positions/i });
  await expect(grid).toHaveAttribute('aria-rowcount', '5');
  await grid.getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', '6');
  const focused = page.locator(':focus');
  await expect(focused).toHaveAttribute('data-pointer', /^\/line_items\/1\//);
  await page.keyboard.type('A-77');
  await page.keyboard.press('Tab');
  await expect(grid.getByRole('gridcell', { name: /row 2/ }).first()).toHaveText('A-77');
  await page.keyboard.press('Control+Delete');
  await expect(grid).toHaveAttribute('aria-rowcount', '5');
  // The row after it has come to its place and has the focus, in the same column.
  await expect(focused).toHaveAttribute('data-pointer', /^\/line_items\/1\//);
  await page.getByRole('button', { name: 'Add row' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '6');
  await expect(focused).toHaveAttribute('data-pointer', /^\/line_items\/4\//);
  await page.keyboard.press('Control+Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', '7');
  await expect(focused).toHaveAttribute('data-pointer', /^\/line_items\/5\//);
  await page.keyboard.press('Control+Delete');
  await expect(focused).toHaveAttribute('data-pointer', /^\/line_items\/4\//);
});

test('typing offers what stands on the page, and taking it takes its place too', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const buyer = page.getByRole('combobox', { name: 'Buyer', exact: true });
  await buyer.fill('copp');
  await expect(page.getByRole('option', { name: /Copperfield Cafés Group/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(buyer).toHaveValue('Copperfield Cafés Group');
  await expect(page.locator('[data-mark="/buyer_name"]')).toBeVisible();
});

test('approving while typing saves what is typed first, and refuses what does not fit its field', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const date = page.getByRole('combobox', { name: /invoice date/i });
  await date.fill('no date at all');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/What is typed for Invoice date is not saved/i)).toBeVisible();
  await expect(date).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(date).not.toHaveValue('no date at all');
  const number = page.getByRole('combobox', { name: /invoice number/i });
  // approving shows the next document at once
  const id = page.url().split('/').at(-1);
  await number.fill('TYPED-LAST-7');
  await page.keyboard.press('Control+Enter');
  const signOff = page.getByRole('button', { name: 'Approve in spite of them' });
  const approved = page.getByText('invoice-english.pdf is approved').first();
  await expect(signOff.or(approved).first()).toBeVisible();
  if (await signOff.isVisible()) await signOff.press('Enter');
  await expect(approved).toBeVisible();
  await page.goto(`/documents/${id}`);
  await expect(number).toHaveValue('TYPED-LAST-7');
});

test('a key says why a value was chosen, and a digit takes another candidate', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  await page.getByRole('combobox', { name: 'Buyer', exact: true }).focus();
  const offers = page.getByRole('button', { name: /^Why this value of .*other/ });
  await expect(offers.first()).toBeVisible();
  const field = page.getByRole('listitem').filter({ has: offers.first() }).first();
  const input = field.locator('[data-pointer]').first();
  await input.focus();
  const before = await input.inputValue();
  await page.keyboard.press('Alt+w');
  const why = page.getByRole('dialog', { name: /^Why this value of/ });
  await expect(why.getByText('Machine read')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await expect(input).toBeFocused();
  await page.keyboard.press('Alt+w');
  await expect(why).toBeVisible();
  await page.keyboard.press('1');
  await expect(why).toBeHidden();
  await expect(field.getByText('Corrected')).toBeVisible();
  await expect(input).not.toHaveValue(before);
  await field.getByRole('button', { name: /^Take back/ }).click();
  await expect(field.getByText('Corrected')).toHaveCount(0);
  await input.focus();
  await page.keyboard.press('Alt+1');
  await expect(field.getByText('Corrected')).toBeVisible();
});

test('several words are taken from the page by dragging over them, or by a second click with Shift', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const id = page.url().split('/').at(-1);
  type Word = { text: string; box: [number, number, number, number] };
  const answer = (await (await page.request.get(`/api/documents/${id}/pages?from=1&to=1`)).json()) as { pages: { words: Word[] }[] };
  const words = answer.pages[0]!.words;
  const first = words.findIndex(({ text }) => text === 'Copperfield');
  const sheet = page.getByRole('group', { name: /^Page 1/ });
  const buyer = page.getByRole('combobox', { name: 'Buyer', exact: true });
  await buyer.focus();
  const bounds = await stillBox(sheet);
  const middle = (index: number): [number, number] => {
    const [left, top, right, bottom] = words[index]!.box;
    return [bounds.x + ((left + right) / 2) * bounds.width, bounds.y + ((top + bottom) / 2) * bounds.height];
  };
  const joined = (count: number) =>
    words
      .slice(first, first + count)
      .map(({ text }) => text)
      .join(' ');
  await page.mouse.move(...middle(first));
  await page.mouse.down();
  await page.mouse.move(...middle(first + 1), { steps: 4 });
  await page.mouse.up();
  await expect(buyer).toHaveValue(joined(2));
  await page.mouse.click(...middle(first));
  await expect(buyer).toHaveValue(joined(1));
  await page.keyboard.down('Shift');
  await page.mouse.click(...middle(first + 2));
  await page.keyboard.up('Shift');
  await expect(buyer).toHaveValue(joined(3));
});
