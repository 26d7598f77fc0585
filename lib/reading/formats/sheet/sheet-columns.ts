import { textWidth } from '../../layout/glyph-width.ts';
import type { Merge, Sheet } from './workbook/sheet.ts';

/** Points that text keeps from the sides of its cell. */
export const CELL_PADDING = 4;
/** Points of the text in cells. */
export const CELL_TEXT = 10;
/** Least width of a column that holds text. */
export const NARROWEST = 40;
/** Longest run of empty rows or columns that is given its full room. */
export const MAX_EMPTY = 60;

const WIDEST = 240;
const EMPTY_COLUMN = 24;
const MOST_COLUMNS = 16_384;

/** The used columns of a sheet. `edges`: left edges in points, and the right edge of the last; one more than there are columns. */
export type SheetColumns = { first: number; last: number; edges: number[] };

function widest(text: string): number {
  return Math.max(...text.split('\n', 20).map((line) => textWidth(line.slice(0, 200), CELL_TEXT)));
}

/** The merged places of a sheet by `row,column` of their first cell. */
export function mergesByPlace(sheet: Sheet): Map<string, Merge> {
  return new Map(sheet.merges.map((merge) => [`${merge.row},${merge.column}`, merge]));
}

/** Gives the columns of a sheet the widths that the texts of all its rows need, so that they are the same on each of its pages. */
export function sheetColumns(sheet: Sheet, merged: ReadonlyMap<string, Merge>): SheetColumns {
  const widths = new Map<number, number>();
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { row, cells } of sheet.rows) {
    for (const { column, text } of cells) {
      const span = merged.size === 0 ? 1 : (merged.get(`${row},${column}`)?.columnSpan ?? 1);
      first = Math.min(first, column);
      last = Math.max(last, column + span - 1);
      const known = widths.get(column) ?? 0;
      if (known >= WIDEST) continue;
      const need = span === 1 ? Math.min(WIDEST, Math.max(NARROWEST, widest(text) + 2 * CELL_PADDING)) : NARROWEST;
      if (need > known) widths.set(column, need);
    }
  }
  if (sheet.rows.length === 0) first = 0;
  last = Math.min(last, first + MOST_COLUMNS);
  const edges = [0];
  let empty = 0;
  for (let column = first; column <= last; column += 1) {
    const width = widths.get(column);
    empty = width === undefined ? empty + 1 : 0;
    edges.push((edges.at(-1) ?? 0) + (width ?? (empty <= MAX_EMPTY ? EMPTY_COLUMN : 0)));
  }
  return { first, last, edges };
}
