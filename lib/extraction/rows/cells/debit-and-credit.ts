import { type DocumentView, textOfTokens } from '../../view/document-view.ts';
import type { Band } from '../layout/bands.ts';
import type { Column } from '../layout/column.ts';
import { isAmountTitle, type Ledger, type Side, sideOfSection } from '../layout/ledger.ts';
import type { RawCell, RawRow } from '../layout/raw-row.ts';
import { sideOfMark } from './signed-amount.ts';

/** Score of a column that is known by the column beside it. */
const BESIDE = 0.7;
/** Score of a column of amounts that are money out or in by their signs. */
const SIGNED = 0.75;
/** Share of lines with a figure in one of two columns that have none in the other. */
const APART = 0.9;
/** Words of a heading over a table at most, and lines over it that are looked at. */
const HEADING_WORDS = 8;
const HEADING_LINES = 3;
const FIGURE = /^[-−+(]?[$€£]?\s?\d[\d.,’' ]*\d[)-]?$/;

/**
 * Where money out and money in have fields of their own: the column right beside the one that is named, when each line has a figure
 * in only one of both, is the other; and amounts without either are both, by their signs. Changes the columns in place.
 * @param below the lines under the headings
 * @returns what the headings' score gains
 */
export function completeSides(view: DocumentView, columns: readonly Column[], below: readonly Band[], ledger: Ledger): number {
  if (ledger.out < 0 || ledger.in < 0) return 0;
  const [out, into] = [ledger.out, ledger.in].map((field) => columns.findIndex((column) => column.field === field));
  if (out === undefined || into === undefined || (out >= 0 && into >= 0)) return 0;
  if (out < 0 && into < 0) {
    const column = columns.find(({ field, title }) => field < 0 && isAmountTitle(title));
    if (!column) return 0;
    Object.assign(column, { field: ledger.in, score: SIGNED, isEither: true });
    return SIGNED;
  }
  const named = Math.max(out, into);
  const beside = [named + 1, named - 1].filter((at) => columns[at]?.field === -1 && areApart(view, below, columns, named, at));
  const column = columns[beside[0] ?? -1];
  if (!column) return 0;
  Object.assign(column, { field: out >= 0 ? ledger.in : ledger.out, score: BESIDE });
  return BESIDE;
}

/** True when lines have figures under one of two columns or the other, and hardly ever under both. */
function areApart(view: DocumentView, below: readonly Band[], columns: readonly Column[], a: number, b: number): boolean {
  const counts = { a: 0, b: 0, both: 0 };
  for (const { segments } of below) {
    const isUnder = (at: number) =>
      segments.some(({ left, right, start, end }) => {
        const column = columns[at];
        return column && Math.min(column.right, right) - Math.max(column.left, left) > 0.2 && FIGURE.test(textOfTokens(view, start, end));
      });
    const [first, second] = [isUnder(a), isUnder(b)];
    if (first && second) counts.both++;
    else if (first) counts.a++;
    else if (second) counts.b++;
  }
  const apart = counts.a + counts.b;
  return counts.b > 0 && counts.a > 0 && apart >= 3 && apart >= APART * (apart + counts.both);
}

/** The side that the heading over a table says of all its amounts ("Deposits and other credits"); 0 for none. */
export function sideOverTable(view: DocumentView, bands: readonly Band[], heading: number): Side {
  for (let at = heading - 1; at >= Math.max(0, heading - HEADING_LINES); at--) {
    const segment = bands[at]?.segments[0];
    if (!segment || segment.end - segment.start > HEADING_WORDS) continue;
    const side = sideOfSection(textOfTokens(view, segment.start, segment.end));
    if (side) return side;
  }
  return 0;
}

/**
 * Settles rows whose money out and in are fields of their own: amounts of one column for both go to the side of their sign, or else
 * of their table; a “0.00” or dash beside an amount of the other side is nothing; and a row without a day has that of the row over it.
 */
export function settleBookings(rows: readonly RawRow[], ledger: Ledger): void {
  if (ledger.out >= 0 && ledger.in >= 0) for (const row of rows) settleRow(row, ledger);
  if (ledger.date < 0 || !rows[0]?.cells.has(ledger.date)) return;
  let before: RawCell | null = null;
  for (const { cells } of rows) {
    const day = cells.get(ledger.date);
    if (day) before = day;
    else if (before) cells.set(ledger.date, { ...before, certainty: 0.7, reason: 'the day of the row over it, as none is printed' });
  }
}

function settleRow({ cells }: RawRow, ledger: Ledger): void {
  const cell = cells.get(ledger.in);
  if (cell?.isEither) {
    if ((sideOfMark(cell.text) || cell.side || 1) < 0) {
      cells.delete(ledger.in);
      cells.set(ledger.out, cell);
    }
    return;
  }
  const isSomething = (field: number) => /[1-9]/.test(cells.get(field)?.text ?? '');
  for (const [field, other] of [
    [ledger.out, ledger.in],
    [ledger.in, ledger.out],
  ] as const)
    if (cells.has(field) && !isSomething(field) && isSomething(other)) cells.delete(field);
}
