import type { Scene } from '../scoring/scene.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { Band } from './bands.ts';
import type { RawCell, RawRow } from './collect-rows.ts';
import { isSummaryLine } from './summary-line.ts';

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

const AMOUNT =
  /^[-−(]?(?:[$€£¥₹]|RM|Rp\.?|EUR|USD|CHF)?\s?[-−]?(?:\d{1,3}(?:[.,’']\d{3})+(?:[.,]\d{2})?|\d+[.,]\d{2})(?:[-−)]|[A-Z]{1,2}\b)?$/;
const COUNT = /^(?:[x×*]\s?(\d{1,4})|(\d{1,4})\s?(?:[x×*@]|pcs|pc|stk\.?|st\.?|ea)?)$/i;
const ORDINAL = /^\d{1,3}[.):]$/;

/**
 * Rows of a list without headings (receipts, simple bills): lines that end in an amount under a common right edge, up to the
 * first line of sums. The name may stand on the line above when the amount's line has no words. `bands` are one page's.
 */
export function collectPlainRows(scene: Scene, bands: Band[], labels: LabelIndex, profiles: readonly FieldProfile[]): RawRow[] {
  const slots = slotsOf(profiles);
  if (slots.total < 0) return [];
  const lines: { line: AmountLine; at: number }[] = [];
  for (let at = 0; at < bands.length; at++) {
    const band = bands[at];
    if (!band) continue;
    if (isSummaryLine(scene.view, labels, band)) {
      if (lines.length) break;
      continue;
    }
    const line = readLine(scene, band);
    if (line) lines.push({ line, at });
  }
  const edge = commonEdge(lines.map(({ line }) => line.right));
  const kept = lines.filter(({ line }) => Math.abs(line.right - edge) < 1.6);
  const claimed = new Set(kept.map(({ at }) => at));
  return kept.flatMap(({ line, at }) => {
    let text = line.text;
    if (!wordy(scene, text)) {
      const above = bands[at - 1];
      if (!above || claimed.has(at - 1) || line.band.top - above.bottom > 1.2) return [];
      const first = above.segments[0];
      if (!first) return [];
      text = [[first.start, first.end]];
    }
    const cells = new Map<number, RawCell>();
    const put = (slot: number, ranges: [number, number][] | null) => {
      if (slot >= 0 && ranges?.length)
        cells.set(slot, { ranges, text: ranges.map(([start, end]) => textOfTokens(scene.view, start, end)).join(' '), certainty: 0.7 });
    };
    put(slots.description, text);
    put(slots.total, [line.total]);
    put(slots.quantity, line.quantity && [line.quantity]);
    put(slots.price, line.price && [line.price]);
    const quantity = cells.get(slots.quantity);
    if (quantity) quantity.text = quantity.text.replace(/[^\d.,]/g, '');
    return [{ page: line.band.page, band: line.band, cells }];
  });
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

function wordy(scene: Scene, ranges: readonly [number, number][]): boolean {
  return ranges.some(([start, end]) => /\p{L}{2}/u.test(textOfTokens(scene.view, start, end)));
}

function readLine(scene: Scene, band: Band): AmountLine | null {
  const { view } = scene;
  const tokens = band.segments.flatMap((segment) => Array.from({ length: segment.end - segment.start }, (_, step) => segment.start + step));
  if (tokens.length > 30) return null;
  const textAt = (index: number) => view.tokens[index]?.text ?? '';
  let end = tokens.length;
  // A tax letter may follow the amount.
  if (end > 1 && /^[A-Z*]{1,2}$/.test(textAt(tokens[end - 1] ?? -1)) && AMOUNT.test(textAt(tokens[end - 2] ?? -1))) end--;
  const last = tokens[end - 1];
  if (last === undefined || !AMOUNT.test(textAt(last))) return null;
  const total: [number, number] = [last, last + 1];
  end--;
  if (end > 0 && /^(?:[$€£¥]|RM|Rp\.?|EUR|USD)$/.test(textAt(tokens[end - 1] ?? -1))) end--;
  let price: [number, number] | null = null;
  let quantity: [number, number] | null = null;
  let begin = 0;
  if (ORDINAL.test(textAt(tokens[0] ?? -1)) && end > 1) begin = 1;
  while (end > begin) {
    const index = tokens[end - 1] ?? -1;
    const text = textAt(index);
    if (/^(?:[x×*@=]|RM|[$€£¥])$/i.test(text)) end--;
    else if (!price && AMOUNT.test(text)) {
      price = [index, index + 1];
      end--;
    } else if (!quantity && COUNT.test(text) && (end - 1 > begin || price || /x/i.test(text))) {
      quantity = [index, index + 1];
      end--;
    } else break;
  }
  const first = tokens[begin] ?? -1;
  if (!quantity && end - begin >= 2 && /^\d{1,3}[x×]?$/i.test(textAt(first)) && /\p{L}{2}/u.test(textAt(tokens[begin + 1] ?? -1))) {
    quantity = [first, first + 1];
    begin++;
  }
  return { band, total, right: view.tokens[last]?.right ?? 0, text: runs(tokens.slice(begin, end)), quantity, price };
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
