import { expect, test } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { cellAddress } from '../geometry/cell-address.ts';
import { emptyPage } from '../geometry/empty-page.ts';
import { fieldsOfSheet } from './fields-of-sheet.ts';

/** A sheet with these rows, from column B on; an empty text is no cell. */
function sheetOf(...rows: string[][]): Page {
  const words = rows.flatMap((texts, row) =>
    texts.flatMap((text, column) =>
      (text.match(/\S+/g) ?? []).map((part) => ({ text: part, box: [0, 0, 1, 1] as Box, address: cellAddress(row, column + 1) })),
    ),
  );
  return {
    ...emptyPage({
      number: 1,
      width: 600,
      height: 800,
      source: 'layout',
      display: 'grid',
      words: words.map(({ text, box }) => ({ text, box })),
    }),
    cell_addresses: words.map(({ address }) => address),
    grid: { sheet: 'Open items', rows: rows.map((_, at) => at), columns: [1, 2, 3, 4], row_edges: [], column_edges: [], merges: [] },
  };
}
const namesOf = (page: Page) => fieldsOfSheet(page).map(({ label, type }) => [label, type]);

test('the first filled row has the headings, and what stands below them the types; titles and sums are left out', () => {
  const page = sheetOf(
    ['Open items', '', '', ''],
    ['', '', '', ''],
    ['Invoice\nno.', 'Date', 'Supplier', 'Total'],
    ['R-1001', '2026-03-01', 'Northline Ltd', '1,240.00 EUR'],
    ['R-1002', '2026-03-04', '', '80.00 EUR'],
    ['', 'Sum', '', ''],
  );
  expect(namesOf(page)).toEqual([
    ['Invoice no.', 'string'],
    ['Date', 'date'],
    ['Supplier', 'string'],
    ['Total', 'money'],
  ]);
});

test('a sheet that begins with values has no headings, nor has an empty one, nor another page', () => {
  const values = sheetOf(['R-1001', '2026-03-01', 'Northline Ltd', '12.00']);
  const { grid: _, ...plain } = sheetOf(['Number', 'Date', 'Supplier', 'Total']);
  expect([values, sheetOf(), plain].map((page) => fieldsOfSheet(page))).toEqual([[], [], []]);
  expect(fieldsOfSheet(sheetOf(['Number', 'Date', 'Supplier', 'Total']))).toHaveLength(4);
});
