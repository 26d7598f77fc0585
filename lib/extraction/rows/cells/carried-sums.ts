import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { parseMonth } from '#lib/document/values/parse-month.ts';
import type { Locale } from '../../candidates/find-locale.ts';
import { whole } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import type { LabelIndex } from '../../terms/label-index.ts';
import type { DocumentView } from '../../view/document-view.ts';
import type { Band } from '../layout/bands.ts';
import type { RawCell, RawRow } from '../layout/raw-row.ts';
import { readCell } from './read-cell.ts';

/** What documents print beside a sum that is carried from one page to the next, as folded words. */
const CARRIED = whole(({ tables }) => tables?.carried);
/** Families that say that a line is a sum of those over it. */
const SUM = new Set(['total', 'net', 'subtotal', 'gross']);

/** True for a line that only carries a sum from page to page ("Übertrag", "à reporter", "suma y sigue"): neither a row nor the table's end. */
export function isCarriedSum(view: DocumentView, band: Band): boolean {
  let words = '';
  for (const { start, end } of band.segments)
    for (let token = start; token < end; token++) {
      const text = view.tokens[token]?.text ?? '';
      if (/\p{L}/u.test(text) && !/\d/.test(text) && parseMonth(text) === null && !/^(?:EUR|USD|CHF|GBP|PLN|zł)$/.test(text))
        words += ` ${text}`;
    }
  return words.length < 50 && CARRIED.test(foldText(words).replace(/[:.]+/g, '').trim());
}

/** True for a line with a quantity: a row, whatever its words are. */
export function isCounted(
  cells: ReadonlyMap<number, RawCell>,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
  locale: Locale,
): boolean {
  const field = profiles.findIndex(({ concepts }) => concepts[0]?.id === 'quantity');
  const [cell, column] = [cells.get(field), columns[field]];
  return cell !== undefined && column !== undefined && readCell(column, cell.text, locale) !== null;
}

/** The rows without those that are the sum of the rows over them: without count and price, and called a sum or the sum of two or more. */
export function dropGroupSums(
  context: ExtractionContext,
  rows: readonly RawRow[],
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
): RawRow[] {
  const [quantity = -1, price = -1, total = -1] = ['quantity', 'unit_price', 'line_total'].map((id) =>
    profiles.findIndex(({ concepts }) => concepts[0]?.id === id),
  );
  const read = (row: RawRow, field: number) => {
    const [cell, column] = [row.cells.get(field), columns[field]];
    const value = cell && column ? readCell(column, cell.text, context.pool.locale) : null;
    return typeof value === 'number' ? value : null;
  };
  const isBare = (row: RawRow) => read(row, quantity) === null && read(row, price) === null;
  if (total < 0 || (quantity < 0 && price < 0) || rows.every(isBare)) return [...rows];
  let [group, count, all] = [0, 0, 0];
  return rows.filter((row) => {
    const value = read(row, total);
    if (value === null) return true;
    if (isBare(row) && count > 0) {
      const isNamed = row.band.segments.some(({ start, end }) =>
        Array.from({ length: end - start }, (_, step) => start + step).some((token) =>
          labels.families(token).some((family) => SUM.has(family)),
        ),
      );
      const fits = [group, all].some((sum) => Math.abs(sum - value) < 0.006);
      if (fits && (isNamed || count > 1)) {
        [group, count] = [0, 0];
        return false;
      }
    }
    [group, count, all] = [group + value, count + 1, all + value];
    return true;
  });
}

/** True when the totals of the rows add up to an amount that stands elsewhere in the document. */
export function isPrintedSum(
  context: ExtractionContext,
  rows: readonly RawRow[],
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
): boolean {
  const field = profiles.findIndex(({ concepts }) => concepts[0]?.id === 'line_total');
  const column = columns[field];
  const values = rows.map(({ cells }) => (column ? readCell(column, cells.get(field)?.text ?? '', context.pool.locale) : null));
  if (!values.length || !values.every((value) => typeof value === 'number')) return false;
  const sum = values.reduce<number>((all, value) => all + (value as number), 0);
  return isPrintedBeside(context, rows, sum);
}

/** How far an amount may lie from the sum it is. */
const NEAR = 0.006;

type Amount = { value: number; ranges: readonly (readonly [number, number])[] };
const amounts = new WeakMap<ExtractionContext['pool'], readonly Amount[]>();

/** A document's amounts by value, put in order when first asked for: a sum is looked up for every page. */
function amountsOf({ pool }: ExtractionContext): readonly Amount[] {
  const known = amounts.get(pool);
  if (known) return known;
  const found = pool.candidates
    .flatMap(({ kind, value, ranges }) => (kind === 'amount' && typeof value === 'number' ? [{ value, ranges }] : []))
    .sort((a, b) => a.value - b.value);
  amounts.set(pool, found);
  return found;
}

/** True when an amount stands in the document outside of the rows. */
export function isPrintedBeside(context: ExtractionContext, rows: readonly RawRow[], amount: number): boolean {
  const all = amountsOf(context);
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.value ?? 0) <= amount - NEAR) low = middle + 1;
    else high = middle;
  }
  if ((all[low]?.value ?? Number.POSITIVE_INFINITY) >= amount + NEAR) return false;
  const own = new Set(rows.flatMap(({ cells }) => [...cells.values()].flatMap(({ ranges }) => ranges.map(([start]) => start))));
  for (; (all[low]?.value ?? Number.POSITIVE_INFINITY) < amount + NEAR; low++)
    if (!all[low]?.ranges.some(([start]) => own.has(start))) return true;
  return false;
}
