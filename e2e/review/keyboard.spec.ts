import { expect, type Page, test } from '@playwright/test';
import { openSample, openText, stateOf } from '../steps/open-document.ts';
import { TRUTH } from '../steps/samples.ts';
import { stillBox } from '../steps/still-box.ts';

/** What has the focus: the pointer of a value, or an id. */
const focusedPlace = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.pointer ?? document.activeElement?.id ?? '');

test('a document is checked with Enter alone', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-two-pages');
  // The first flagged value has the focus when the document opens; each Enter accepts and goes on.
  await expect.poll(() => focusedPlace(page)).toBeTruthy();
  for (let keys = 0; keys < 60 && (await focusedPlace(page)) !== 'approve'; keys += 1) await page.keyboard.press('Enter');
  expect(await focusedPlace(page)).toBe('approve');
  await page.keyboard.press('Control+Enter');
  const signOff = page.getByRole('alertdialog', { name: /still open/ });
  const approved = page.getByText('invoice-two-pages.pdf is approved');
  await expect(signOff.or(approved).first()).toBeVisible();
  if (await signOff.isVisible()) await page.keyboard.press('Control+Enter');
  await expect(approved).toBeVisible();
});

test('Enter alone stops at every flag, also of a table, and signs none of them off', async ({ page }) => {
  await page.goto('/documents');
  const id = await openText(page, 'unsigned.txt', 'Delivery note\n\nNumber: D-17\n', [
    { name: 'number', type: 'string', label: 'Number', required: true },
    { name: 'batch', type: 'money', label: 'Batch price', required: true },
    { name: 'parcels', type: 'rows', label: 'Parcels', required: true, fields: [{ name: 'weight', type: 'number', label: 'Weight' }] },
  ]);
  await expect(page.getByText('2 open flags in 2 fields')).toBeVisible();
  await expect.poll(() => focusedPlace(page)).toBe('/batch');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedPlace(page)).toBe('/parcels');
  await expect(page.getByRole('button', { name: 'Parcels: Required, but no rows were found.' })).toBeFocused();
  // Nothing is confirmed that is not there.
  await expect(page.getByText('Confirmed')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedPlace(page)).toBe('approve');
  await page.keyboard.press('Enter');
  const signOff = page.getByRole('alertdialog', { name: '2 flags are still open' });
  await expect(signOff.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(signOff.getByRole('list', { name: 'Open flags' }).getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(signOff).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeFocused();
  for (let times = 0; times < 3; times += 1) {
    // An Enter while the dialog comes or goes may count for either.
    await page.keyboard.press('Enter');
    await expect(signOff.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(signOff).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeFocused();
  }
  expect(await stateOf(page, id)).toBe('to_review');
  // Each flag is a link to its place.
  await page.keyboard.press('Control+Enter');
  await signOff.getByRole('button', { name: /^Parcels/ }).click();
  await expect(page.getByRole('button', { name: 'Parcels: Required, but no rows were found.' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(signOff.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('unsigned.txt is approved')).toBeVisible();
  expect(await stateOf(page, id)).toBe('approved');
});

test('the list of open flags names all of them, however many', async ({ page }) => {
  await page.goto('/documents');
  const names = Array.from({ length: 13 }, (_, index) => `part_${index + 1}`);
  await openText(
    page,
    'thirteen.txt',
    'Nothing of what is asked for stands here.\n',
    names.map((name) => ({ name, type: 'money', label: name.replace('_', ' '), required: true })),
  );
  await expect(page.getByText('13 open flags in 13 fields')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const signOff = page.getByRole('alertdialog', { name: '13 flags are still open' });
  await expect(signOff.getByRole('listitem')).toHaveCount(13);
  await signOff.getByRole('button', { name: /^part 13/ }).press('Enter');
  await expect(signOff).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'part 13', exact: true })).toBeFocused();
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
  await expect(page.getByText('Alt+Shift+Enter new row')).toBeVisible();
  await page.keyboard.press('Alt+Shift+Enter');
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
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', '7');
  await expect(focused).toHaveAttribute('data-pointer', /^\/line_items\/5\//);
  await page.keyboard.press('Control+Delete');
  await expect(focused).toHaveAttribute('data-pointer', /^\/line_items\/4\//);
});

test('Ctrl+Enter approves in a cell of a table too, also while one types there', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const grid = page.getByRole('grid', { name: /line items|positions/i });
  const id = page.url().split('/').at(-1) ?? '';
  await grid.getByRole('gridcell').first().focus();
  await page.keyboard.type('TYPED-9');
  await page.keyboard.press('Control+Enter');
  const signOff = page.getByRole('alertdialog', { name: /still open/ });
  const approved = page.getByText('invoice-english.pdf is approved').first();
  await expect(signOff.or(approved).first()).toBeVisible();
  if (await signOff.isVisible()) await page.keyboard.press('Control+Enter');
  await expect.poll(() => stateOf(page, id)).toBe('approved');
  const saved = (await (await page.request.get(`/api/documents/${id}`)).json()) as { fields: { line_items: { cells: object }[] } };
  expect(saved.fields.line_items).toHaveLength(4);
  expect(JSON.stringify(saved.fields.line_items[0]!.cells)).toContain('TYPED-9');
});

test('typing offers what stands on the page, and taking it takes its place too', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const buyer = page.getByRole('combobox', { name: 'Buyer', exact: true });
  await buyer.fill('copp');
  // The first is marked, and Enter takes what is marked.
  await expect(page.getByRole('option', { name: /Copperfield Cafés Group/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(buyer).toHaveValue('Copperfield Cafés Group');
  await expect(page.locator('[data-mark="/buyer_name"]')).toBeVisible();
  // What is typed is the last, one key up.
  await buyer.fill('copp');
  await expect(page.getByRole('option', { name: /as typed/ })).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { name: /as typed/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(buyer).toHaveValue('copp');
});

test('an error is seen, in a field as in a cell: no list of offers stands over it', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const date = page.getByRole('combobox', { name: /invoice date/i });
  const { invoice_date: printed } = TRUTH['invoice-english.pdf'] as { invoice_date: string };
  const day = String(Number(printed.slice(-2)));
  // A date that is only begun: Enter takes the one that the page offers.
  await date.fill(day);
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await date.fill(`${day} and more`);
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'This is not a date' });
  await expect(alert).toBeVisible();
  await expect(date).toBeFocused();
  // Typing on takes the error away and offers again.
  await date.fill(day);
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  const cell = page.locator('[data-pointer="/line_items/0/quantity"]');
  await cell.click();
  await page.keyboard.type('1x');
  await page.keyboard.press('Enter');
  const wrong = page.getByRole('alert').filter({ hasText: 'This is not a number' });
  await expect(wrong).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  // Nothing stands over it.
  const box = (await wrong.boundingBox())!;
  const onTop = await page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)?.textContent ?? '', [box.x + 8, box.y + box.height / 2]);
  expect(onTop).toContain('This is not a number');
});

test('approving while typing saves what is typed first, and refuses what does not fit its field', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const date = page.getByRole('combobox', { name: /invoice date/i });
  await date.fill('no date at all');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/The text typed for Invoice date is not saved/i)).toBeVisible();
  await expect(date).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(date).not.toHaveValue('no date at all');
  const number = page.getByRole('combobox', { name: /invoice number/i });
  // approving shows the next document at once
  const id = page.url().split('/').at(-1);
  await number.fill('TYPED-LAST-7');
  await page.keyboard.press('Control+Enter');
  const signOff = page.getByRole('button', { name: 'Approve anyway' });
  const approved = page.getByText('invoice-english.pdf is approved').first();
  await expect(signOff.or(approved).first()).toBeVisible();
  if (await signOff.isVisible()) await signOff.press('Enter');
  await expect(approved).toBeVisible();
  await page.goto(`/documents/${id}`);
  // It is approved: its values are text.
  await expect(page.getByRole('textbox', { name: /invoice number/i })).toHaveText('TYPED-LAST-7');
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
  await expect(why.getByText('Extracted', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await expect(input).toBeFocused();
  await page.keyboard.press('Alt+w');
  await expect(why).toBeVisible();
  await page.keyboard.press('1');
  await expect(why).toBeHidden();
  await expect(field.getByText('Corrected')).toBeVisible();
  await expect(input).not.toHaveValue(before);
  await field.getByRole('button', { name: /^Restore the extracted value/ }).click();
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
