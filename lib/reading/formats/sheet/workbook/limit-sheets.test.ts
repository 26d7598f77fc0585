import { expect, it } from 'vitest';
import { limitSheets } from './limit-sheets.ts';
import type { Sheet } from './sheet.ts';

function sheetOf(name: string, rows: number, columns: number): Sheet {
  const cells = Array.from({ length: columns }, (_, column) => ({ column, text: 'x', right: false, hidden: false }));
  return { name, hidden: false, rows: Array.from({ length: rows }, (_, row) => ({ row, cells })), merges: [] };
}
const rowsOf = (sheets: readonly Sheet[]) => sheets.map(({ rows }) => rows.length);

it('leaves a workbook within the limits as it is', () => {
  const sheets = [sheetOf('A', 5, 2), sheetOf('B', 5, 2)];
  expect(limitSheets(sheets, { rows: 10, cells: 20 })).toEqual({ sheets, warning: null });
});

it('cuts after so many rows or cells of all sheets, and says so', () => {
  const byRows = limitSheets([sheetOf('A', 6, 1), sheetOf('B', 6, 1), sheetOf('C', 1, 1)], { rows: 8, cells: 100 });
  expect(rowsOf(byRows.sheets)).toEqual([6, 2, 0]);
  expect(byRows.warning).toBe('Only the first 8 rows or 100 cells of this workbook were read. Split it to have the rest read.');
  expect(rowsOf(limitSheets([sheetOf('A', 10, 10)], { rows: 50, cells: 35 }).sheets)).toEqual([3]);
});
