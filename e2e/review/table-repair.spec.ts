import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { cell, grid, invoice, LINES, openInvoice, reduced, savedRows } from '../steps/invoice-table.ts';
import { openSample, openText } from '../steps/open-document.ts';

test('one repaired row shows how the others are to be read, and Enter accepts it', async ({ page }) => {
  const id = await openInvoice(page, 'swapped.md', invoice(LINES, true));
  const wrong = (await savedRows(page, id)).map((row) => row.cells.unit_price!.value);
  expect(wrong).toEqual(LINES.map(reduced));
  await cell(page, 0, 'unit_price').click();
  await page.keyboard.type('145.50');
  await page.keyboard.press('Tab');
  await page.keyboard.type('261.90');
  await page.keyboard.press('Shift+Tab');
  const offer = page.getByText('Apply your fix to the other rows');
  await expect(offer).toBeVisible();
  await expect(offer).toContainText('22 cells in 11 rows');
  await page.keyboard.press('Alt+Enter');
  const preview = page.getByRole('group', { name: 'Proposed changes' });
  await expect(preview.getByRole('button', { name: 'Accept' })).toBeFocused();
  await expect(cell(page, 1, 'unit_price').locator('ins')).toHaveText('418.25');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(preview).toHaveCount(0);
  await expect
    .poll(async () => (await savedRows(page, id)).map((row) => row.cells.unit_price!.value))
    .toEqual(LINES.map(([, , price]) => price));
  const rows = await savedRows(page, id);
  expect(rows.map((row) => row.cells.line_total!.value)).toEqual(LINES.map(reduced));
  // What followed has its place on the page.
  expect(rows.slice(1).every((row) => row.cells.unit_price!.evidence.length === 1)).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await savedRows(page, id))[5]!.cells.unit_price!.value).toBe(reduced(LINES[5]!));
  expect((await savedRows(page, id))[0]!.cells.unit_price!.value).toBe(145.5);
});

test('a column takes its values from another by its menu, after a preview', async ({ page }) => {
  const id = await openInvoice(page, 'remap.md', invoice(LINES, true));
  await page.getByRole('button', { name: 'Column Unit price' }).click();
  await page.getByRole('menuitem', { name: /^145\.50/ }).click();
  const preview = page.getByRole('group', { name: 'Proposed changes' });
  await expect(preview).toContainText('12 cells in 12 rows');
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await page.getByRole('button', { name: 'Column Unit price' }).click();
  await page.getByRole('menuitem', { name: /^145\.50/ }).click();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await savedRows(page, id)).map((row) => row.cells.unit_price!.value))
    .toEqual(LINES.map(([, , price]) => price));
});

test('the meter names a line that is not in the data, shows it and adds it', async ({ page }) => {
  const id = await openInvoice(page, 'meter.md', invoice(LINES, false));
  await expect(page.getByText('All 12 lines that look like rows are in the table')).toBeVisible();
  await cell(page, 4, 'description').click();
  await page.keyboard.press('Control+Delete');
  const meter = page.getByRole('button', { name: '11 of 12 lines that look like rows are in the table' });
  await meter.click();
  await expect(page.getByRole('list', { name: 'On the page, not in the data' })).toContainText('Sand box cover');
  await page.getByRole('button', { name: 'Add as a row' }).click();
  await expect(page.getByText('All 12 lines that look like rows are in the table')).toBeVisible();
  await expect.poll(async () => (await savedRows(page, id)).length).toBe(12);
  const { cells } = (await savedRows(page, id))[4]!;
  expect(cells.description).toMatchObject({ value: 'Sand box cover' });
  expect([cells.quantity!.value, cells.unit_price!.value, cells.line_total!.value]).toEqual([5, 88.4, 442]);
  expect(cells.line_total!.evidence).toHaveLength(1);
});

test('a lost row is named by the sum that it breaks, and no right cell is to be changed', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-two-pages');
  const rows = Number(await grid(page).getAttribute('aria-rowcount'));
  const lost = await cell(page, 5, 'description').textContent();
  const amount = await cell(page, 5, 'line_total').textContent();
  await cell(page, 5, 'description').click();
  await page.keyboard.press('Control+Delete');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(rows - 1));
  const stop = page.getByRole('button', { name: /^Line items: .*do not add up/ });
  await expect(stop).toContainText(`has the missing ${amount}`);
  await expect(stop).toContainText(lost!.split(' ')[0]!);
  // other values of the document may be in doubt
  await expect(page.getByRole('button', { name: /^Use [\d.,]+$/ })).toHaveCount(0);
  // The stop leads to the line, which is added from there.
  await stop.focus();
  await page.getByRole('button', { name: 'Add as a row' }).first().click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(rows));
  await expect(stop).toHaveCount(0);
});

test('sums stand under the columns and name what does not fit', async ({ page }) => {
  await openInvoice(page, 'sums.md', invoice(LINES, false));
  await expect(grid(page).getByRole('img', { name: 'fits' })).toBeVisible();
  await cell(page, 3, 'line_total').click();
  await page.keyboard.type('169.60');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/adds up to .* 10\.00 too much/)).toBeVisible();
});

test('where amounts do not fit the one to blame is named with the value that does, and taken by keys', async ({ page }) => {
  await page.goto('/documents');
  const money = (name: string, label: string) => ({ name, type: 'money', label, description: '', required: false });
  const text = 'Invoice 17\n\nNet: 100.00 EUR\n\nTax: 12.00 EUR\n\nTotal: 119.00 EUR\n';
  const fields = [money('net', 'Net'), money('tax', 'Tax'), money('total', 'Total')];
  const rules = [{ formula: 'total = net + tax', message: 'Net and tax are not the total.' }];
  const id = await openText(page, 'misfit.txt', text, fields, rules);
  // What a person has confirmed is not to blame.
  for (const name of ['Net', 'Total']) {
    const field = page.getByRole('combobox', { name, exact: true });
    await expect(field).toHaveValue(name === 'Net' ? '100.00' : '119.00');
    await field.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ has: field }).getByText('Confirmed')).toBeVisible();
  }
  const tax = page.getByRole('listitem').filter({ has: page.getByRole('combobox', { name: 'Tax', exact: true }) });
  await expect(tax.getByText('Net and tax are not the total.')).toBeVisible();
  const use = tax.getByRole('button', { name: /^Use 19/ });
  await page.getByRole('combobox', { name: 'Tax', exact: true }).focus();
  for (let steps = 0; steps < 6 && !(await use.evaluate((button) => button === document.activeElement)); steps += 1)
    await page.keyboard.press('Tab');
  await expect(use).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Tax', exact: true })).toHaveValue('19.00');
  await expect(tax.getByText('Net and tax are not the total.')).toHaveCount(0);
  const taxOf = async () =>
    ((await (await page.request.get(`/api/documents/${id}`)).json()) as { fields: { tax: { value: number } } }).fields.tax.value;
  await expect.poll(taxOf).toBe(19);
});
