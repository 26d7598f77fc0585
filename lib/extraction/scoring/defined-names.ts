import { anyOf } from '../languages/languages.ts';
import type { DocumentView } from '../view/document-view.ts';

/** Tokens of a document in which parties are introduced, of a bracket that gives one a name, and between a name and its bracket. */
const [OPENING, BRACKET, REACH] = [700, 16, 90];
/** What brackets give a name to that is no party. */
const THING = /agreement|contract|date|information|purpose|term|service|property|product|transaction|project|deed|lease|premises|fee/i;
const BEFORE_NAMES = new RegExp(`^(?:${anyOf(({ littleWords }) => littleWords?.between)})[:,]?$`, 'i');
const JOINS = new RegExp(`^(?:${anyOf(({ littleWords }) => littleWords?.joins)}|\\(?\\d[.)]|,|;)[,:]?$`, 'i');

/**
 * Token at which the name of each party begins that an opening clause introduces and gives a name: “between A Ltd, a company of
 * B (the “Supplier”), and C plc … (the “Customer”)”.
 */
export function findDefinedNames(view: DocumentView): ReadonlySet<number> {
  const starts = new Set<number>();
  const end = Math.min(view.tokens.length, OPENING);
  let from = -1;
  for (let at = 0; at < end; at++) {
    const text = view.tokens[at]?.text ?? '';
    if (BEFORE_NAMES.test(text)) from = at + 1;
    if (!text.startsWith('(')) continue;
    const close = closingOf(view, at);
    if (close < 0) continue;
    const inside = wordsOf(view, at, close);
    if (!/[“"„«”]/.test(inside)) continue;
    if (from >= 0 && at - from < REACH && !THING.test(inside)) {
      let start = from;
      while (start < at && JOINS.test(view.tokens[start]?.text ?? '')) start++;
      if (start < at) starts.add(start);
      from = close;
    }
    at = close - 1;
  }
  return starts;
}

/** Token behind the end of a bracket, or -1 when it is long. */
function closingOf(view: DocumentView, open: number): number {
  for (let at = open; at < Math.min(view.tokens.length, open + BRACKET); at++)
    if ((view.tokens[at]?.text ?? '').includes(')')) return at + 1;
  return -1;
}

function wordsOf(view: DocumentView, start: number, end: number): string {
  return view.tokens
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ');
}
