import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { parseMoney } from '#lib/document/values/parse-money.ts';
import { parseMonth } from '#lib/document/values/parse-month.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { textOfTokens } from '../view/document-view.ts';
import { isDay } from './cells/days.ts';
import { findAmount } from './cells/find-amount.ts';
import { readCell } from './cells/read-cell.ts';
import { isBalanceLine, sideOfMark } from './cells/signed-amount.ts';
import type { Band } from './layout/bands.ts';
import type { Ledger } from './layout/ledger.ts';
import type { RawCell, RawRow } from './layout/raw-row.ts';

type Range = [number, number];
/** A line with a day and an amount: its text, the figure behind the amount (a balance), in token ranges. */
type Booking = { band: Band; day: Range; text: Range[]; amount: Range; balance: Range | null };

/** Words of a day at most. */
const DAY_WORDS = 3;
const MARK = /^(?:[-+−]|cr|dr|s|h|c|d)\.?$/i;
/** Lines that make a list of bookings. */
const LEAST = 2;
/** Share of the lines with two figures from which the second is a balance. */
const BALANCED = 0.6;

/**
 * Rows of a ledger whose columns have no headings: lines that begin with a day, or have one before their amount, and end in an
 * amount, or in an amount and a balance. Where money out and in have fields of their own and no sign tells the side, the balances do.
 */
export function collectPlainBookings(context: ExtractionContext, bands: Band[], ledger: Ledger, columns: readonly RowField[]): RawRow[] {
  const text = columns.findIndex(({ type }) => type === 'string');
  const field = ledger.amount >= 0 ? ledger.amount : ledger.in;
  if (text < 0 || field < 0) return [];
  // A balance that is said between the bookings leads to that of the next one.
  const lines = bands.flatMap((band) =>
    isBalanceLine(context, band, new Map(), ledger, columns)
      ? (readBalance(context, band) ?? [])
      : (readLine(context, band, columns[ledger.date]) ?? []),
  );
  const bookings = lines.filter(({ text: words }) => words.length > 0);
  if (bookings.length < LEAST) return [];
  const hasBalance = bookings.filter(({ balance }) => balance).length >= BALANCED * bookings.length;
  return lines.flatMap((line, at) => {
    if (!line.text.length) return [];
    const amount = hasBalance ? line.amount : (line.balance ?? line.amount);
    const cells = new Map<number, RawCell>();
    const put = (key: number, ranges: Range[], rest: Partial<RawCell> = {}) => {
      if (key >= 0 && ranges.length)
        cells.set(key, {
          ranges,
          text: ranges.map(([start, end]) => textOfTokens(context.view, start, end)).join(' '),
          certainty: 0.7,
          ...rest,
        });
    };
    const side = hasBalance ? sideByBalance(context, lines, at) : 0;
    put(ledger.date, [line.day]);
    put(text, line.text);
    if (ledger.amount >= 0) put(ledger.amount, [amount], side ? { side } : {});
    else put(ledger.in, [amount], { isEither: true, ...(side ? { side } : {}) });
    if (hasBalance && line.balance) put(ledger.balance, [line.balance]);
    return [{ page: line.band.page, band: line.band, cells }];
  });
}

function readBalance(context: ExtractionContext, band: Band): Booking | null {
  const tokens = tokensOf(band);
  const found = findAmount(context.view, tokens, 0, tokens.length);
  return found && { band, day: found.range, text: [], amount: found.range, balance: found.range };
}

function tokensOf({ segments }: Band): number[] {
  return segments.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, step) => start + step));
}

function readLine(context: ExtractionContext, band: Band, dates: RowField | undefined): Booking | null {
  const { view } = context;
  const tokens = tokensOf(band);
  const amountAt = (end: number): { range: Range; begin: number } | null => {
    const hasMark = end > 1 && MARK.test(view.tokens[tokens[end - 1] ?? -1]?.text ?? '');
    const found = findAmount(view, tokens, 1, hasMark ? end - 1 : end);
    if (!found) return null;
    return { begin: found.begin, range: [found.range[0], hasMark ? (tokens[end - 1] ?? 0) + 1 : found.range[1]] };
  };
  const last = amountAt(tokens.length);
  if (!last) return null;
  const before = amountAt(last.begin);
  const end = before?.begin ?? last.begin;
  const dayAt = (from: number, to: number): Range | null => {
    const range: Range = [tokens[from] ?? 0, (tokens[to - 1] ?? 0) + 1];
    if (range[1] - range[0] !== to - from) return null;
    // What looks like a short year may be the day of the next date ("02 APR 03 APR").
    if (parseMonth(view.tokens[range[1]]?.text ?? '') !== null && /^\d{1,2}$/.test(view.tokens[range[1] - 1]?.text ?? '')) return null;
    const print = textOfTokens(view, ...range);
    return isDay(print) || (/\d{4}/.test(print) && dates && readCell(dates, print, context.pool.locale) !== null) ? range : null;
  };
  const dayFrom = (from: number) => longest((words) => (from + words <= end ? dayAt(from, from + words) : null));
  const first = dayFrom(0);
  const second = first && dayFrom(first[1] - first[0]);
  const tail = first ? null : longest((words) => (end - words >= 1 ? dayAt(end - words, end) : null));
  const day = first ?? tail;
  if (!day) return null;
  const begin = (first ? first[1] - first[0] : 0) + (second ? second[1] - second[0] : 0);
  const stop = tail ? end - (tail[1] - tail[0]) : end;
  const text = runsOf(tokens.slice(begin, stop));
  const isWordy = text.some(([from, to]) => /\p{L}{2}/u.test(textOfTokens(view, from, to)));
  return isWordy ? { band, day, text, amount: before?.range ?? last.range, balance: before ? last.range : null } : null;
}

function longest(find: (words: number) => Range | null): Range | null {
  for (let words = DAY_WORDS; words > 0; words--) {
    const found = find(words);
    if (found) return found;
  }
  return null;
}

/** The side that takes the balance of the line over it, or leads to that of the line under it, to its own; 0 where neither fits. */
function sideByBalance(context: ExtractionContext, lines: readonly Booking[], at: number): -1 | 0 | 1 {
  const line = lines[at];
  if (!line || sideOfMark(textOfTokens(context.view, ...line.amount))) return 0;
  const figure = (range: Range | null | undefined) =>
    range ? (parseMoney(textOfTokens(context.view, ...range), context.pool.locale.decimalSign)?.amount ?? Number.NaN) : Number.NaN;
  const [own, amount] = [figure(line.balance), figure(line.amount)];
  for (const other of [figure(lines[at - 1]?.balance), figure(lines[at + 1]?.balance)]) {
    if (Math.abs(own - other - amount) < 0.005) return 1;
    if (Math.abs(own - other + amount) < 0.005) return -1;
  }
  return 0;
}

function runsOf(tokens: readonly number[]): Range[] {
  const runs: Range[] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (last && last[1] === token) last[1] = token + 1;
    else runs.push([token, token + 1]);
  }
  return runs;
}
