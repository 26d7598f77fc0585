import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { parseMonth } from '#lib/document/values/parse-month.ts';
import type { Locale } from '../../candidates/find-locale.ts';
import { anyOf, asWords, eachLanguage, whole } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { Band } from '../layout/bands.ts';
import type { Column } from '../layout/column.ts';
import { amountsOf, type Ledger, type Side } from '../layout/ledger.ts';
import type { RawCell } from '../layout/raw-row.ts';
import { isDay, isDottedDay } from './days.ts';
import { readCell } from './read-cell.ts';

/** What stands behind a figure of a ledger for its side. */
const OUT_MARK = anyOf(({ statements }) => statements?.outMarks);
const IN_MARK = anyOf(({ statements }) => statements?.inMarks);
const MARKED = new RegExp(`^(.*\\d\\S*?)\\s*(?<!\\p{L})(?:(${OUT_MARK})|(${IN_MARK}))\\.?$`, 'iu');
const MARK = new RegExp(`^(?:${OUT_MARK}|${IN_MARK})\\.?$`, 'i');
/** Balances between bookings, as folded words. */
const BALANCE_LINE = whole(({ statements }) => statements?.balanceLine);

/** Headings of columns whose letters are codes of a tax and tell no side, as folded words. */
const TAX = asWords(({ statements }) => statements?.tax, 'u');

/** Which letters behind the amounts of a column tell money in from money out: all, words alone ("DR"), or none. */
export type Marks = 'all' | 'words' | 'none';

/** Single letters that are the two sides of one ledger, and what a heading says where one of them stands alone, as folded words. */
const PAIRS = eachLanguage(({ statements }) => statements?.letters).map(({ out, in: letterOfIn, heading }) => ({
  letters: [out, letterOfIn],
  words: new RegExp(heading),
}));

/**
 * What the letters behind amounts tell; a "CR" behind one of many bare charges takes off them instead. Single letters tell sides
 * only where all amounts have one and they are the two of a pair ("S" and "H"), or the heading speaks of such a pair: others are
 * the codes of a tax.
 * @param title heading of the amounts
 */
export function marksOf(texts: readonly string[], title = ''): Marks {
  const marks = texts.map((text) => MARKED.exec(text.trim()));
  if (marks.every((mark) => mark !== null)) {
    const letters = new Set(marks.flatMap((mark) => (mark?.[2] ?? mark?.[3] ?? '').toLowerCase()).filter((mark) => mark.length === 1));
    const isPair = PAIRS.some(
      (pair) => [...letters].every((letter) => pair.letters.includes(letter)) && (letters.size > 1 || pair.words.test(foldText(title))),
    );
    if (!letters.size || isPair) return 'all';
  }
  return marks.some((mark) => mark?.[2] && mark[2].length > 1) ? 'words' : 'none';
}

/**
 * Reads a figure of a ledger with the sign of its column, or of the letter behind it ("780,00 S", "20.00 CR"): money out is below zero.
 * @param marks which letters of the column tell sides (`marksOf`)
 */
export function readSignedAmount(column: RowField, cell: RawCell, locale: Locale, marks: Marks = 'all'): Value {
  if (isDottedDay(cell.text)) return null;
  const found = MARKED.exec(cell.text.trim());
  const isWord = (found?.[2] ?? found?.[3] ?? '').length > 1;
  const marked = marks === 'all' || (marks === 'words' && isWord) ? found : null;
  // A code glued to a figure with its decimals ("25.00S") is none of its digits.
  const coded = found && !isWord && /[.,]\d\d$/.test(found[1] ?? '') ? found : null;
  const value = readCell(column, (marked ?? coded)?.[1] ?? cell.text, locale);
  if (typeof value !== 'number') return value;
  const side = marked ? (marked[2] ? -1 : 1) : (cell.side ?? 0);
  if (!side || value === 0) return value;
  return side < 0 ? -Math.abs(value) : marked ? Math.abs(value) : value;
}

/** The side that a figure's sign or mark tells; 0 for a bare one. */
export function sideOfMark(text: string): Side {
  const plain = text.trim();
  const mark = MARKED.exec(plain);
  if (mark) return mark[2] ? -1 : 1;
  if (/^[^\d]*[-−(]|[-−]$/.test(plain)) return -1;
  return /^[^\d]*\+|\+$/.test(plain) ? 1 : 0;
}

/**
 * Puts a piece of text into a row: pieces of one column go on with each other; of a column of money out and one of money in
 * the one counts that is not nothing ("0.00", "-").
 */
export function putCell(cells: Map<number, RawCell>, key: number, cell: RawCell, side: Side): void {
  const known = cells.get(key);
  const isSomething = (text: string) => /[1-9]/.test(text);
  if (!known || (side && known.side !== side && !isSomething(known.text))) {
    cells.set(key, side ? { ...cell, side } : cell);
    return;
  }
  if (side && known.side !== side && !isSomething(cell.text)) return;
  known.ranges.push(...cell.ranges);
  known.text = `${known.text} ${cell.text}`;
  known.certainty = Math.min(known.certainty, cell.certainty);
}

/** Puts a side that is printed in a column of its own ("Af", "Bij", "S", "H") behind the amount. Columns of a tax hold none. */
export function joinMark(cells: ReadonlyMap<number, RawCell>, ledger: Ledger, columns: readonly Column[]): void {
  const amount = cells.get(ledger.amount);
  if (!amount || amount.side || MARKED.test(amount.text)) return;
  const marks = [...cells].filter(
    ([key, { text }]) => key < 0 && MARK.test(text.trim()) && !TAX.test(foldText(columns[-1 - key]?.title ?? '')),
  );
  const mark = marks[0]?.[1];
  if (!mark || marks.length > 1) return;
  amount.ranges.push(...mark.ranges);
  amount.text = `${amount.text} ${mark.text}`;
}

/** True for a line that books an amount on a day, whatever its words. */
export function isBooking(cells: ReadonlyMap<number, RawCell>, ledger: Ledger, columns: readonly RowField[], locale: Locale): boolean {
  const isBooked = amountsOf(ledger).some((field) => {
    const [amount, column] = [cells.get(field), columns[field]];
    return amount !== undefined && column !== undefined && readSignedAmount(column, amount, locale) !== null;
  });
  return isBooked && isDated(cells, ledger, columns, locale);
}

function isDated(cells: ReadonlyMap<number, RawCell>, ledger: Ledger, columns: readonly RowField[], locale: Locale): boolean {
  const [date, column] = [cells.get(ledger.date)?.text ?? '', columns[ledger.date]];
  return isDay(date) || (column !== undefined && readCell(column, date, locale) !== null);
}

/**
 * True for a line of a ledger that books nothing and says a balance; where money out and in have fields of their own, the balance may
 * stand in either column of a line without a day.
 */
export function isBalanceLine(
  context: ExtractionContext,
  band: Band,
  cells: ReadonlyMap<number, RawCell>,
  ledger: Ledger,
  columns: readonly RowField[],
): boolean {
  const { view } = context;
  const amounts = amountsOf(ledger);
  if (!amounts.length || cells.has(ledger.amount)) return false;
  if (amounts.some((field) => /[1-9]/.test(cells.get(field)?.text ?? '')) && isDated(cells, ledger, columns, context.pool.locale))
    return false;
  const words = band.segments.flatMap(({ start, end }) =>
    view.tokens
      .slice(start, end)
      .flatMap(({ text }) => (/\p{L}/u.test(text) && !/\d/.test(text) && parseMonth(text) === null ? [text] : [])),
  );
  return BALANCE_LINE.test(
    foldText(words.join(' '))
      .replace(/[^\p{L}]+/gu, ' ')
      .replace(/ ?\b(?:eur|usd|gbp|chf|pln|zl)\b/g, '')
      .trim(),
  );
}
