import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openSample } from './desk.ts';

type Line = [description: string, quantity: number, price: number];

const LINES: Line[] = [
  ['Balance beam, larch', 2, 145.5],
  ['Climbing net', 3, 418.25],
  ['Rubber tile', 60, 7.2],
  ['Swing seat', 4, 39.9],
  ['Sand box cover', 5, 88.4],
  ['See-saw spring', 6, 61.75],
  ['Slide, 2 m', 7, 512.3],
  ['Ladder rung', 24, 12.6],
  ['Rope bridge', 8, 275.15],
  ['Picnic bench', 9, 199.95],
  ['Safety sign', 11, 15.35],
  ['Bark mulch, 50 l', 40, 6.85],
];
const total = ([, quantity, price]: Line) => Math.round(quantity * price * 100) / 100;
/** A tenth less, so that no product tells which column is which. */
const reduced = ([, quantity, price]: Line) => Math.round(quantity * price * 90) / 100;

/** An invoice as Markdown; `swapped` headings say unit price over the reduced totals and total over the unit prices. */
function invoice(lines: readonly Line[], swapped: boolean): string {
  const [first, second] = swapped ? ['Line total', 'Unit price'] : ['Unit price', 'Line total'];
  const totalOf = swapped ? reduced : total;
  const rows = lines.map((line) => `| ${line[0]} | ${line[1]} | ${line[2].toFixed(2)} | ${totalOf(line).toFixed(2)} |`);
  const sum = lines.reduce((amount, line) => amount + totalOf(line), 0).toFixed(2);
  const table = [`| Description | Quantity | ${first} | ${second} |`, '|---|---:|---:|---:|', ...rows].join('\n');
  return `# Invoice R-2026-77\n\n**Seller:** Bright Playgrounds Ltd\\\n**Invoice date:** 5 May 2026\n\n${table}\n\n**Net total:** GBP ${sum}\n`;
}

/** Adds an invoice, waits until it can be reviewed, and opens it. Gives its id. */
async function openInvoice(page: Page, name: string, text: string): Promise<string> {
  await page.goto('/documents');
  const { items } = (await (await page.request.get('/api/schemas')).json()) as { items: { id: string; name: string }[] };
  const schema = items.find((item) => item.name === 'Invoice')!;
  const answer = await page.request.post(`/api/documents?name=${name}&schema_id=${schema.id}`, {
    data: Buffer.from(text),
    headers: { origin: new URL(page.url()).origin, 'content-type': 'text/markdown' },
  });
  const { id } = (await answer.json()) as { id: string };
  await expect
    .poll(async () => ((await (await page.request.get(`/api/documents/${id}`)).json()) as { document: { state: string } }).document.state, {
      timeout: 200_000,
    })
    .toBe('to_review');
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  return id;
}

type Row = { cells: Record<string, { value: unknown; evidence: unknown[] }> };

/** The rows as they are saved. */
async function savedRows(page: Page, id: string): Promise<Row[]> {
  const detail = (await (await page.request.get(`/api/documents/${id}`)).json()) as { fields: { line_items: Row[] } };
  return detail.fields.line_items;
}

const grid = (page: Page) => page.getByRole('grid', { name: /line items/i });
const cell = (page: Page, row: number, column: string) => page.locator(`[data-pointer="/line_items/${row}/${column}"]`);

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
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
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
  await expect(page.getByText('All 12 row-like lines are in the data')).toBeVisible();
  await cell(page, 4, 'description').click();
  await page.keyboard.press('Control+Delete');
  const meter = page.getByRole('button', { name: '11 of 12 row-like lines in the data' });
  await meter.click();
  await expect(page.getByRole('list', { name: 'On the page, not in the data' })).toContainText('Sand box cover');
  await page.getByRole('button', { name: 'Add as a row' }).click();
  await expect(page.getByText('All 12 row-like lines are in the data')).toBeVisible();
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
  await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0);
  // The stop leads to the line, which is added from there.
  await stop.focus();
  await page.getByRole('button', { name: 'Add as a row' }).first().click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(rows));
  await expect(stop).toHaveCount(0);
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
  const headers = { origin: new URL(page.url()).origin };
  const money = (name: string, label: string) => ({ name, type: 'money', label, description: '', required: false });
  const schema = await page.request.post('/api/schemas', {
    headers,
    data: {
      name: `Sums ${Date.now()}`,
      description: '',
      fields: [money('net', 'Net'), money('tax', 'Tax'), money('total', 'Total')],
      rules: [{ formula: 'total = net + tax', message: 'Net and tax are not the total.' }],
    },
  });
  const { id: schemaId } = (await schema.json()) as { id: string };
  const data = Buffer.from('Invoice 17\n\nNet: 100.00 EUR\n\nTax: 12.00 EUR\n\nTotal: 119.00 EUR\n');
  const sent = await page.request.post(`/api/documents?name=misfit.txt&schema_id=${schemaId}`, {
    headers: { ...headers, 'content-type': 'text/plain' },
    data,
  });
  const { id } = (await sent.json()) as { id: string };
  const detail = async () =>
    (await (await page.request.get(`/api/documents/${id}`)).json()) as {
      document: { state: string };
      fields: { tax: { value: number } };
      flags: { reason: string }[];
    };
  await expect.poll(async () => (await detail()).document.state, { timeout: 200_000 }).toBe('to_review');
  await page.goto(`/documents/${id}`);
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
  await expect.poll(async () => (await detail()).fields.tax.value).toBe(19);
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
});
