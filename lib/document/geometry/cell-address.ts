import type { Evidence } from '#lib/contract/service/extraction.ts';

/** The letters of a column counted from 0: 0 is `A`, 27 is `AB`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** A1 notation of a place counted from 0, e.g. `(3, 27)` is `AB4`. */
export function cellAddress(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`;
}

/** Where evidence of a workbook stands, as spreadsheet programs write it: `Orders!C17`, `'May 2026'!B2:B4`. Null for others. */
export function sheetPlace({ sheet, range }: Pick<Evidence, 'sheet' | 'range'>): string | null {
  if (!range) return null;
  if (!sheet) return range;
  return `${/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${range}`;
}
