import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { TableSchemaDialog } from './table-schema-dialog.tsx';

const ROWS = 'Invoice no.\tDate\tTotal\nR-1001\t2026-03-01\t1,240.00 EUR\nR-1002\t2026-03-04\t80.00 EUR';

async function open() {
  const made: SchemaDraft[] = [];
  await renderInApp(<TableSchemaDialog onClose={() => undefined} onMade={(draft) => made.push(draft)} />);
  return made;
}

test('pasted rows become fields with their types, seen before anything is made of them', async () => {
  const made = await open();
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  await expect.element(page.getByText('Paste the row with the headings.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Rows of the table' }).fill(ROWS);
  await expect.element(page.getByText('3 fields')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Fields' })).toHaveTextContent('Invoice no.TextDateDateTotalAmount of money');
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  expect(made[0]?.fields.map(({ name, type }) => [name, type])).toEqual([
    ['invoice_no', 'string'],
    ['date', 'date'],
    ['total', 'money'],
  ]);
  // the editor asks for it
  expect(made[0]?.name).toBe('');
});

test('the headings can be the columns of one table', async () => {
  const made = await open();
  await page.getByRole('textbox', { name: 'Rows of the table' }).fill(ROWS);
  await page.getByRole('button', { name: /Each heading is/ }).click();
  await page.getByRole('option', { name: /A column of a table/ }).click();
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  expect(made[0]?.fields).toMatchObject([
    { name: 'rows', type: 'rows', fields: [{ name: 'invoice_no' }, { name: 'date' }, { name: 'total' }] },
  ]);
});

function choose(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const files = new DataTransfer();
  files.items.add(new File([content], name));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a schema is called as its file is, until other rows are pasted', async () => {
  const made = await open();
  const rows = page.getByRole('textbox', { name: 'Rows of the table' });
  choose('supplier_list 2026.v2.csv', 'Supplier;Total\nAnton;1,50');
  await expect.element(page.getByText('2 fields')).toBeVisible();
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  await rows.fill('');
  await rows.fill(ROWS);
  await expect.element(page.getByText('3 fields')).toBeVisible();
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  expect(made.map(({ name }) => name)).toEqual(['supplier list 2026.v2', '']);
});

test('a file is read if it is text, and a workbook says what to do instead', async () => {
  await open();
  const advice = page.getByText(/^Excel and OpenDocument files are not read here/);
  choose('book.csv', 'PK\0\0');
  await expect.element(advice.last()).toBeVisible();
  choose('empty.csv', 'Supplier');
  await expect.element(page.getByText('1 field', { exact: true })).toBeVisible();
  expect(advice.query()).toBeNull();
  choose('book.xlsx', 'PK');
  await expect.element(advice.last()).toBeVisible();
  choose('list.csv', 'Supplier;Total\nAnton;1,50');
  await expect.element(page.getByText('2 fields')).toBeVisible();
  // as spreadsheets on Windows save it, in a code page and as “Unicode text”
  choose('windows.csv', Uint8Array.from([...'Gr\u00f6\u00dfe;Zahl;Ort'].map((sign) => sign.charCodeAt(0))));
  await expect.element(page.getByText('Größe', { exact: true })).toBeVisible();
  const unicode = [...'\ufeffOrt\tStraße\n'].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]);
  choose('unicode.txt', Uint8Array.from(unicode));
  await expect.element(page.getByText('Straße', { exact: true })).toBeVisible();
});
