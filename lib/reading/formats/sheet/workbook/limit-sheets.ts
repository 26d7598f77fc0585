import type { Sheet } from './sheet.ts';

/** Rows with text, and cells with text, of a whole workbook. */
export const MOST_ROWS = 250_000;
export const MOST_CELLS = 2_000_000;

/** The sheets as far as the limits go, and what to tell where they cut something off. */
export function limitSheets(
  sheets: readonly Sheet[],
  { rows: mostRows, cells: mostCells } = { rows: MOST_ROWS, cells: MOST_CELLS },
): { sheets: Sheet[]; warning: string | null } {
  let rows = 0;
  let cells = 0;
  let isCut = false;
  const limited = sheets.map((sheet) => {
    const end = sheet.rows.findIndex((row) => {
      rows += 1;
      cells += row.cells.length;
      return rows > mostRows || cells > mostCells;
    });
    isCut ||= end >= 0;
    return end < 0 ? sheet : { ...sheet, rows: sheet.rows.slice(0, end) };
  });
  const format = (count: number) => count.toLocaleString('en');
  const warning = `Only the first ${format(mostRows)} rows or ${format(mostCells)} cells of this workbook were read. Split it to have the rest read.`;
  return { sheets: limited, warning: isCut ? warning : null };
}
