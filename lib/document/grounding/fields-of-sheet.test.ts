import { expect, test } from 'vitest';
import type { Cell, Page } from '#lib/contract/service/reading.ts';
import { emptyPage } from '../geometry/empty-page.ts';
import { fieldsOfSheet } from './fields-of-sheet.ts';

/** A sheet with these rows; an empty text is no cell. */
function sheetOf(...rows: string[][]): Page {
  const page = emptyPage({ number: 1, width: 600, height: 800, source: 'layout', display: 'grid', words: [] });
  const cells = rows.flatMap((texts, row) =>
    texts.flatMap((text, column): Cell[] =>
      text ? [{ row, column, row_span: 1, column_span: 1, box: [0, 0, 1, 1], words: [], text }] : [],
    ),
  );
  return { ...page, tables: [{ box: [0, 0, 1, 1], row_count: rows.length, column_count: 4, ruled: true, cells }] };
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
  const headed = sheetOf(['Number', 'Date', 'Supplier', 'Total']);
  expect([values, sheetOf(), { ...headed, display: 'image' as const }].map((page) => fieldsOfSheet(page))).toEqual([[], [], []]);
  expect(fieldsOfSheet(headed)).toHaveLength(4);
});
