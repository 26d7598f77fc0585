import { type BookType, utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { fieldsOfSheet } from '#lib/document/grounding/fields-of-sheet.ts';
import { readBytes } from '../../testing/read-bytes.ts';
import { spreadsheetAdapter } from './spreadsheet-adapter.ts';

const HEADINGS = ['Invoice no.', 'Invoice date', 'Supplier', 'Quantity', 'Tax rate', 'Total', 'Paid'];
const LINES = [
  ['R-1001', '2026-03-01', 'Northline Ltd', 3, 0.19, 1240.5, true],
  ['R-1002', '2026-03-04', 'Larch & Sons', 12, 0.07, 80, false],
] as const;

/** A ledger under a title, as Excel writes it: numbers and days as such, shown in the form of their cells. */
function ledger(bookType: BookType): Uint8Array {
  const sheet = utils.aoa_to_sheet([['Open items'], [], HEADINGS]);
  const days = (day: string) => Date.parse(day) / 86_400_000 + 25_569;
  utils.sheet_add_aoa(
    sheet,
    LINES.map(([number, day, ...rest]) => [number, days(day), ...rest]),
    { origin: 'A4' },
  );
  for (const row of [4, 5]) {
    sheet[`B${row}`].z = 'yyyy-mm-dd';
    sheet[`E${row}`].z = '0%';
    sheet[`F${row}`].z = '#,##0.00 "EUR"';
  }
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, sheet, 'Open items');
  return new Uint8Array(write(workbook, { type: 'array', bookType, compression: true }));
}

/** The same as LibreOffice writes it: each cell has its value and its text. */
function openLedger(): Uint8Array {
  const cell = (text: string, value = 'office:value-type="string"') =>
    `<table:table-cell ${value}><text:p>${text}</text:p></table:table-cell>`;
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const lines = LINES.map(([number, day, supplier, quantity, rate, total, paid]) =>
    row(
      cell(number),
      cell(day, `office:value-type="date" office:date-value="${day}"`),
      cell(supplier.replace('&', '&amp;')),
      cell(`${quantity}`, `office:value-type="float" office:value="${quantity}"`),
      cell(`${rate * 100}%`, `office:value-type="percentage" office:value="${rate}"`),
      cell(`${total.toFixed(2)} €`, `office:value-type="currency" office:currency="EUR" office:value="${total}"`),
      cell(paid ? 'TRUE' : 'FALSE', `office:value-type="boolean" office:boolean-value="${paid}"`),
    ),
  );
  const names = ['office', 'table', 'text'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ');
  const rows = [row(cell('Open items')), row('<table:table-cell/>'), row(...HEADINGS.map((text) => cell(text))), ...lines].join('');
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names} office:version="1.3"><office:body><office:spreadsheet><table:table table:name="Open items">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  return zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'), 'content.xml': strToU8(content) });
}

test.each([
  ['Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', () => ledger('xlsx')],
  ['Excel 97', 'application/vnd.ms-excel', () => ledger('biff8')],
  ['OpenDocument', 'application/vnd.oasis.opendocument.spreadsheet', openLedger],
] as const)('the headings of a sheet of %s become fields with the types of what stands below them', async (_, mediaType, make) => {
  const { pages } = await readBytes(spreadsheetAdapter, make(), mediaType);
  expect(pages[0]?.display).toBe('grid');
  expect(fieldsOfSheet(pages[0]!).map(({ label, type }) => `${label}: ${type}`)).toEqual([
    'Invoice no.: string',
    'Invoice date: date',
    'Supplier: string',
    'Quantity: integer',
    'Tax rate: percentage',
    'Total: money',
    'Paid: boolean',
  ]);
});
