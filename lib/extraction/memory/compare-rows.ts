import type { ExtractedRow } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { sameValue } from '../values/same-value.ts';
import type { ApprovedRow } from './approved-rows.ts';

/**
 * How many cells of a table there are by what was approved, and in how many of them rows differ: each approved row is compared with the row
 * that shares most cells with it, each once, in order; all that is in further rows is wrong. Cells of which nothing is known do not count.
 * @param isCut there are more approved rows than these: rows behind the last one that was found are not judged
 */
export function compareRows(
  columns: readonly RowField[],
  approved: readonly ApprovedRow[],
  rows: readonly ExtractedRow[],
  isCut = false,
): { cells: number; wrong: number } {
  const known = columns.map((_, column) => approved.some((row) => row[column]));
  const cellOf = (row: ExtractedRow | undefined, column: number) => row?.[columns[column]?.name ?? '']?.value ?? null;
  const left = new Set(rows);
  let [cells, wrong] = [0, 0];
  let last = -1;
  for (const wanted of approved) {
    let best: { row: ExtractedRow; same: number } | null = null;
    for (const row of left) {
      const same = wanted.filter((cell, at) => cell && cell.value !== null && sameValue(cell.value, cellOf(row, at))).length;
      if (same > (best?.same ?? 0)) best = { row, same };
    }
    if (best) {
      left.delete(best.row);
      last = Math.max(last, rows.indexOf(best.row));
    }
    wanted.forEach((cell, at) => {
      if (!cell) return;
      cells++;
      if (!sameValue(cell.value, cellOf(best?.row, at))) wrong++;
    });
  }
  const judged = isCut ? rows.slice(0, last + 1) : rows;
  for (const row of judged) if (left.has(row)) wrong += columns.filter((_, at) => known[at] && cellOf(row, at) !== null).length;
  return { cells, wrong };
}
