import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { cell, grid, invoice, LINES, type Line, openInvoice, savedRows } from '../steps/invoice-table.ts';
import { openSample } from '../steps/open-document.ts';

test('a table is worked on by keys as a spreadsheet is', async ({ page }) => {
  const id = await openInvoice(page, 'keys.md', invoice(LINES, false));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '13');
  await cell(page, 0, 'description').click();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 1, 'description')).toBeFocused();
  await page.keyboard.press('Control+End');
  await expect(cell(page, 11, 'line_total')).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(cell(page, 0, 'item_number')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 0, 'description')).toBeFocused();
  // Typing replaces, F2 edits what is there, Tab goes on, Esc takes the typing back.
  await page.keyboard.type('Beam');
  await page.keyboard.press('Tab');
  await expect(cell(page, 0, 'description')).toHaveText('Beam');
  await expect(cell(page, 0, 'quantity')).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.press('End');
  await page.keyboard.type('5');
  await page.keyboard.press('Escape');
  await expect(cell(page, 0, 'quantity')).toHaveText('2');
  // A value that is no number stays in the editor.
  await page.keyboard.type('many');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: /Quantity, row 1/ })).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  // A range is filled down and comes back in one step.
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(cell(page, 2, 'quantity')).toHaveText('2');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 2, 'quantity')).toHaveText('60');
  await expect(cell(page, 1, 'quantity')).toHaveText('3');
  await expect.poll(async () => (await savedRows(page, id))[0]!.cells.description!.value).toBe('Beam');
});

test('rows are split off, merged, moved and removed, and each step is undone at once', async ({ page }) => {
  const id = await openInvoice(page, 'rows.md', invoice(LINES, false));
  const names = async () => (await savedRows(page, id)).map((row) => row.cells.description!.value);
  await cell(page, 0, 'description').click();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(cell(page, 1, 'description')).toBeFocused();
  await expect(cell(page, 1, 'description')).toHaveText('Balance beam, larch');
  await page.keyboard.press('Alt+Shift+m');
  await expect(cell(page, 1, 'description')).toHaveText('Balance beam, larch Rubber tile');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '12');
  await page.keyboard.press('Control+z');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '13');
  await expect(cell(page, 2, 'description')).toHaveText('Rubber tile');
  await page.keyboard.press('Control+z');
  await expect.poll(names).toEqual(LINES.map(([name]) => name));
  await cell(page, 3, 'quantity').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+Delete');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '11');
  await page.keyboard.press('Control+z');
  await expect.poll(names).toEqual(LINES.map(([name]) => name));
  await cell(page, 0, 'description').click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Add a row above' }).press('Enter');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '14');
  await expect(cell(page, 0, 'item_number')).toBeFocused();
});

test('selected cells are copied as they are, also after a word was taken from the page', async ({ page }) => {
  const id = await openInvoice(page, 'copy.md', invoice(LINES, false));
  type Word = { text: string; box: [number, number, number, number] };
  const answer = (await (await page.request.get(`/api/documents/${id}/pages?from=1&to=1`)).json()) as { pages: { words: Word[] }[] };
  const [left, top, right, bottom] = answer.pages[0]!.words.find(({ text }) => text === 'Description')!.box;
  const buyer = page.getByRole('combobox', { name: 'Buyer', exact: true });
  const sheet = page.getByRole('group', { name: /^Page 1/ });
  // The page may still move to what has the focus.
  await expect(async () => {
    await buyer.focus();
    const bounds = (await sheet.boundingBox())!;
    await page.mouse.click(bounds.x + ((left + right) / 2) * bounds.width, bounds.y + ((top + bottom) / 2) * bounds.height);
    await expect(buyer).toHaveValue('Description', { timeout: 5_000 });
  }).toPass({ timeout: 200_000 });
  await cell(page, 0, 'description').click();
  await expect(cell(page, 0, 'description')).toBeFocused();
  const copied = await page.evaluate(() => {
    const data = new DataTransfer();
    document.activeElement?.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/plain');
  });
  expect(copied).toBe('Balance beam, larch');
});

test('cells of a spreadsheet are pasted, and those that do not fit are shown before', async ({ page }) => {
  const id = await openInvoice(page, 'paste.md', invoice(LINES, false));
  await cell(page, 10, 'description').click();
  const paste = (text: string) =>
    page.evaluate((given) => {
      const data = new DataTransfer();
      data.setData('text/plain', given);
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  await paste('Gate\t1\nFence\t2\nHinge\t3\n');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '14');
  await expect(cell(page, 12, 'description')).toHaveText('Hinge');
  await page.keyboard.press('Control+z');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '13');
  await expect(cell(page, 10, 'description')).toHaveText('Safety sign');
  await cell(page, 0, 'description').click();
  await paste('Gate\tsome\nFence\t21');
  const dialog = page.getByRole('dialog', { name: 'One cell does not fit its column' });
  await expect(dialog).toContainText('some');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'quantity')).toHaveText('21');
  await expect(cell(page, 0, 'quantity')).toHaveText('2');
  await expect.poll(async () => (await savedRows(page, id))[1]!.cells.description!.value).toBe('Fence');
});

test('a thousand rows: only those in view are drawn, the last is one key away, and a change is seen at once', async ({ page }) => {
  const lines = Array.from({ length: 1000 }, (_, index): Line => [`Part number ${index + 1}`, 1 + (index % 9), 2 + (index % 50) / 4]);
  await openInvoice(page, 'thousand.md', invoice(lines, false));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1001');
  await cell(page, 0, 'description').click();
  expect(await grid(page).getByRole('row').count()).toBeLessThan(60);
  await page.keyboard.press('Control+End');
  await expect(cell(page, 999, 'line_total')).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await expect(cell(page, 999, 'line_total')).toHaveText('1.00');
});

test('the table of a sample has no accessibility fault that axe finds', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  await grid(page).getByRole('gridcell').first().click();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Split into two rows' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
