import { parseMoney } from '#lib/document/values/parse-money.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { isCumulative } from '../terms/time-words.ts';
import { textOfTokens } from '../view/document-view.ts';
import { isDay } from './cells/days.ts';
import { findAmount, type LineAmount } from './cells/find-amount.ts';
import { joinNameLines } from './cells/name-lines.ts';
import type { Band } from './layout/bands.ts';
import type { Column } from './layout/column.ts';
import type { RawCell, RawRow } from './layout/raw-row.ts';
import { isSummaryLine } from './layout/summary-line.ts';

type Slots = { description: number; quantity: number; price: number; total: number; rate: number };
/** A line with an amount at its end, cut into its parts (token ranges). */
type AmountLine = {
  band: Band;
  total: [number, number];
  right: number;
  text: [number, number][];
  quantity: [number, number] | null;
  price: [number, number] | null;
};

const WORKED_OUT = 'worked out: the total divided by the unit price; no count was recognised that fits';
const COUNT = /^(?:[x×*]\s?(\d{1,4})|(\d{1,4})\s?(?:[x×*@]|pcs|pc|stk\.?|st\.?|ea)?)$/i;
const LEADING = /^\d{1,3}[x×]?$/i;
const ORDINAL = /^\d{1,3}[.):]$/;

/**
 * Rows of a list without headings (receipts, simple bills): lines that end in an amount under a common right edge, up to the
 * first line of sums. The name may stand on the line above when the amount's line has no words. `bands` are one page's.
 */
export function collectPlainRows(
  context: ExtractionContext,
  bands: Band[],
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
): RawRow[] {
  const slots = slotsOf(profiles);
  if (slots.total < 0) return [];
  // Sums since the year began are none of the document's own amounts.
  const aside = bands.flatMap(({ segments }) =>
    segments.filter(({ start, end }) => end - start <= 4 && isCumulative(textOfTokens(context.view, start, end))),
  );
  const bandOf = (band: Band): Band => ({
    ...band,
    segments: band.segments.filter(
      (segment) => !aside.some((title) => segment.top > title.top && Math.abs(segment.right - title.right) < 1),
    ),
  });
  const lines: { line: AmountLine; at: number }[] = [];
  let sum: AmountLine | null = null;
  for (let at = 0; at < bands.length; at++) {
    const band = bands[at];
    if (!band) continue;
    if (isSummaryLine(context.view, labels, band)) {
      if (!lines.length) continue;
      sum = readLine(context, bandOf(band));
      break;
    }
    const line = readLine(context, bandOf(band));
    if (line) lines.push({ line, at });
  }
  const edge = commonEdge(lines.map(({ line }) => line.right));
  const aligned = lines.filter(({ line }) => Math.abs(line.right - edge) < 1.6);
  const kept = aligned.slice(
    0,
    countUpToSum(
      aligned.map(({ line }) => amountOf(context, line.total)),
      sum && amountOf(context, sum.total),
    ),
  );
  const claimed = new Set(kept.map(({ at }) => at));
  const rows = kept.flatMap(({ line, at }) => {
    let text = line.text;
    if (!wordy(context, text)) {
      const above = bands[at - 1];
      if (!above || claimed.has(at - 1) || line.band.top - above.bottom > 1.2) return [];
      const first = above.segments[0];
      if (!first) return [];
      text = [[first.start, first.end]];
    }
    const cells = new Map<number, RawCell>();
    const put = (slot: number, ranges: [number, number][] | null) => {
      if (slot >= 0 && ranges?.length)
        cells.set(slot, { ranges, text: ranges.map(([start, end]) => textOfTokens(context.view, start, end)).join(' '), certainty: 0.7 });
    };
    const counted = countByPrice(context, line);
    put(slots.description, counted === 'of the name' && line.quantity ? [...text, line.quantity] : text);
    put(slots.total, [line.total]);
    put(slots.quantity, line.quantity && [line.quantity]);
    put(slots.price, line.price && [line.price]);
    const quantity = cells.get(slots.quantity);
    if (quantity) quantity.text = quantity.text.replace(/[^\d.,]/g, '');
    if (slots.quantity >= 0 && counted !== null && counted !== 'of the name' && line.price)
      cells.set(slots.quantity, { ranges: [line.price, line.total], text: String(counted.count), certainty: 0.5, reason: WORKED_OUT });
    else if (counted === 'of the name') cells.delete(slots.quantity);
    return [{ page: line.band.page, band: line.band, cells }];
  });
  joinNames(context, bands, rows, slots);
  return rows;
}

/** Names of receipts that were broken go on below, left of the amounts. */
function joinNames(context: ExtractionContext, bands: Band[], rows: RawRow[], slots: Slots): void {
  const leftOf = (field: number) => rows.map(({ cells }) => context.view.tokens[cells.get(field)?.ranges[0]?.[0] ?? -1]?.left ?? Infinity);
  const column = (field: number): Column => {
    const left = Math.min(...leftOf(field));
    return { left, right: left, field, score: 0, title: '', line: 0, scores: [] };
  };
  const main = column(slots.description);
  joinNameLines(context, bands, rows, { band: -1, last: -1, columns: [main, column(slots.total)], score: 0 }, main, true);
}

function amountOf(context: ExtractionContext, [start, end]: [number, number]): number {
  return parseMoney(textOfTokens(context.view, start, end), context.pool.locale.decimalSign)?.amount ?? Number.NaN;
}

/** How many of the amounts are rows: all, or those before one that is the sum of them, or those that the printed sum is the sum of. */
function countUpToSum(amounts: readonly number[], sum: number | null): number {
  let total = 0;
  let first = amounts.length;
  for (let count = 0; count < amounts.length; count++) {
    if (count >= 2 && isSame(total, amounts[count] ?? Number.NaN)) first = Math.min(first, count);
    total += amounts[count] ?? 0;
    if (count >= 1 && count + 1 < first && sum !== null && isSame(total, sum)) return count + 1;
  }
  return first;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.005;
}

/**
 * What price and total of a line say of its count: nothing, that the figure taken for it belongs to the name, or, where it was
 * not recognised, the count itself.
 */
function countByPrice(context: ExtractionContext, line: AmountLine): 'of the name' | { count: number } | null {
  if (!line.price) return null;
  const [price, total] = [amountOf(context, line.price), amountOf(context, line.total)];
  const printed = line.quantity ? Number(textOfTokens(context.view, ...line.quantity).replace(/\D/g, '')) : 0;
  if (isSame(printed * price, total)) return null;
  const count = Math.round(total / price);
  if (context.view.recognised && count >= 1 && count <= 999 && isSame(count * price, total)) return { count };
  return line.quantity ? 'of the name' : null;
}

function slotsOf(profiles: readonly FieldProfile[]): Slots {
  const of = (concept: string) => profiles.findIndex((profile) => profile.concepts[0]?.id === concept);
  const money = profiles.findIndex((profile) => profile.field.type === 'money');
  const text = profiles.findIndex((profile) => profile.field.type === 'string');
  return {
    description: of('item_description') >= 0 ? of('item_description') : text,
    quantity: of('quantity'),
    price: of('unit_price'),
    total: of('line_total') >= 0 ? of('line_total') : money,
    rate: of('tax_rate'),
  };
}

/** The right edge that most amounts share (within one em). */
function commonEdge(edges: number[]): number {
  let best = edges[0] ?? 0;
  let most = 0;
  for (const edge of edges) {
    const count = edges.filter((other) => Math.abs(other - edge) < 1).length;
    if (count > most) {
      most = count;
      best = edge;
    }
  }
  return best;
}

function wordy(context: ExtractionContext, ranges: readonly [number, number][]): boolean {
  return ranges.some(([start, end]) => /\p{L}{2}/u.test(textOfTokens(context.view, start, end)));
}

function readLine(context: ExtractionContext, band: Band): AmountLine | null {
  const { view } = context;
  const tokens = band.segments.flatMap((segment) => Array.from({ length: segment.end - segment.start }, (_, step) => segment.start + step));
  if (tokens.length > 30) return null;
  const textAt = (index: number) => view.tokens[index]?.text ?? '';
  let end = tokens.length;
  // A tax letter may follow the amount.
  if (end > 1 && /^[A-Z*]{1,2}$/.test(textAt(tokens[end - 1] ?? -1)) && findAmount(view, tokens, 0, end - 1)) end--;
  const total = findAmount(view, tokens, 0, end);
  if (!total) return null;
  end = total.begin;
  let price: [number, number] | null = null;
  let quantity: [number, number] | null = null;
  let begin = 0;
  if (ORDINAL.test(textAt(tokens[0] ?? -1)) && end > 1) begin = 1;
  while (end > begin) {
    const index = tokens[end - 1] ?? -1;
    const text = textAt(index);
    const amount: LineAmount | null = price ? null : findAmount(view, tokens, begin, end);
    if (/^(?:[x×*@=]|RM|[$€£¥])$/i.test(text)) end--;
    else if (amount) {
      price = amount.range;
      end = amount.begin;
    } else if (!quantity && COUNT.test(text) && (end - 1 > begin || price || /x/i.test(text))) {
      quantity = [index, index + 1];
      end--;
    } else break;
  }
  let first = tokens[begin] ?? -1;
  const leads = end - begin >= 2 && LEADING.test(textAt(first)) && /\p{L}{2}|^[x×]\.?$/iu.test(textAt(tokens[begin + 1] ?? -1));
  // A count before the name goes before a bare figure behind it, which belongs to the name.
  if (leads && quantity && !price && /^\d+$/.test(textAt(quantity[0]))) {
    quantity = null;
    end++;
  }
  if (leads && !quantity) {
    quantity = [first, first + 1];
    begin++;
    first = tokens[begin] ?? -1;
  }
  // A day before a name is none of it.
  if (end - begin >= 2 && isDay(textAt(first)) && /[./-]/.test(textAt(first))) begin++;
  // The sign of multiplication behind a count, or what is left of it where the count was not recognised.
  if (end - begin >= 2 && /^[x×]\.?$/i.test(textAt(first))) begin++;
  const right = view.tokens[total.range[1] - 1]?.right ?? 0;
  return { band, total: total.range, right, text: runs(tokens.slice(begin, end)), quantity, price };
}

/** Consecutive token numbers as half-open ranges. */
function runs(tokens: number[]): [number, number][] {
  const out: [number, number][] = [];
  for (const token of tokens) {
    const last = out.at(-1);
    if (last && last[1] === token) last[1] = token + 1;
    else out.push([token, token + 1]);
  }
  return out;
}
