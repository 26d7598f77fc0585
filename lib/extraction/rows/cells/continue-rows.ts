import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { RawRow } from '../layout/raw-row.ts';
import { FIGURES } from './read-cell.ts';

/** Share of the usual figures of a row that a line on the next page must hold to be one of the same table. */
const SHARE = 0.75;
/** Share of the rows so far whose product must fit for all further ones to need one that does. */
const FITTED = 0.9;
const LEAST = 3;

/**
 * The lines of a following page without headings that go on with the rows so far: about as many figures, and words where all
 * rows have words; a product that fits where nearly all products fitted. Without any rows before, all of them.
 * @param countFits how many of some rows have a quantity times price that is their total
 */
export function continueRows(
  before: readonly RawRow[],
  after: readonly RawRow[],
  columns: readonly RowField[],
  countFits: (rows: readonly RawRow[]) => number,
): RawRow[] {
  if (!before.length) return [...after];
  const figuresOf = (row: RawRow) => [...row.cells.keys()].filter((field) => FIGURES.has(columns[field]?.type ?? '')).length;
  const counts = before.map(figuresOf).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)] ?? 0;
  const isWordy = (row: RawRow) => [...row.cells].some(([field, { text }]) => columns[field]?.type === 'string' && /\p{L}{2}/u.test(text));
  const wordy = before.every(isWordy);
  const fitted = before.length >= LEAST && countFits(before) >= FITTED * before.length;
  const isFull = (row: RawRow) => figuresOf(row) >= (counts.at(-1) ?? 0) && figuresOf(row) >= 3;
  return after.filter(
    (row) => figuresOf(row) >= SHARE * usual && (!wordy || isWordy(row)) && !(fitted && isFull(row) && countFits([row]) === 0),
  );
}
