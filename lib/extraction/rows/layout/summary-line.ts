import { parseCurrency } from '#lib/document/values/parse-currency.ts';
import type { LabelIndex } from '../../terms/label-index.ts';
import { isFiller } from '../../terms/vocabulary.ts';
import type { DocumentView } from '../../view/document-view.ts';
import type { Band } from './bands.ts';

const SUMMARY = new Set([
  'total',
  'net',
  'gross',
  'tax',
  'vat',
  'amount',
  'balance',
  'discount',
  'shipping',
  'rounding',
  'change',
  'cash',
  'paid',
  'due',
  'payment',
  'percent',
  'subtotal',
  'invoice',
  'carried',
  'ubertrag',
  'uebertrag',
  'item',
  'sub',
  'service',
  'charge',
]);
/** Totals as tills shorten them. */
const SHORT = /^(?:s(?:ub)?t?o?t+a?l|ttl|tot|svc|chg|chrg)$/;
const STRONG = new Set(['total', 'net', 'tax', 'vat', 'balance', 'due', 'gross']);

/** True for a line of a sum ("Subtotal", "zzgl. 19 % MwSt", "Total TTC"), which ends a table and is no row of it. */
export function isSummaryLine(view: DocumentView, labels: LabelIndex, band: Band): boolean {
  let words = 0;
  let summary = 0;
  let strong = false;
  for (const segment of band.segments)
    for (let token = segment.start; token < segment.end; token++) {
      const text = view.tokens[token]?.text ?? '';
      if (!/\p{L}{2}/u.test(text) || isOfAmount(view, token)) continue;
      if (SHORT.test(text.toLowerCase().replace(/[^a-z]/g, ''))) {
        words++;
        summary++;
        strong = true;
        continue;
      }
      for (const family of labels.families(token)) {
        if (isFiller(family)) continue;
        words++;
        if (SUMMARY.has(family)) summary++;
        if (STRONG.has(family)) strong = true;
      }
    }
  return strong && words > 0 && words <= 8 && summary / words >= 0.6;
}

/** True for a currency right beside a figure. */
function isOfAmount(view: DocumentView, token: number): boolean {
  const hasFigure = (other: number) => /\d/.test(view.tokens[other]?.text ?? '');
  return parseCurrency(view.tokens[token]?.text ?? '') !== null && (hasFigure(token - 1) || hasFigure(token + 1));
}
