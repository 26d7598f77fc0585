import type { Print } from '#lib/contract/service/lesson.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { Relation } from '../relations/relate.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';
import { evened } from './evened.ts';

/** Words of a neighbour that are kept: those nearest the print. */
const WORDS = 6;
/** Ends the shape of a print that is only a part of its words. */
const CUT = '…';
/** Letters of a shape. */
const SHAPE = 40;

type Edges = { left: number; top: number; width: number; height: number };

/** Describes the candidates of a document as prints, each once. */
export class PrintIndex {
  private readonly known = new Map<number, Print>();
  private readonly context: ExtractionContext;
  private readonly printed: Edges[];

  constructor(context: ExtractionContext) {
    this.context = context;
    this.printed = context.view.pages.map(({ tokens: [from, to] }) => printedPart(context, from, to));
  }

  /** The print of a candidate, by its index in the pool. */
  of(index: number): Print {
    const known = this.known.get(index);
    if (known) return known;
    const candidate = this.context.pool.candidates[index];
    if (!candidate) throw new RangeError('There is no such candidate.');
    const print = this.describe(candidate, index);
    this.known.set(index, print);
    return print;
  }

  private describe(candidate: Candidate, index: number): Print {
    const { view } = this.context;
    const around = this.context.around(index);
    const text = (relation: Relation | null, isBefore = false) => {
      if (!relation) return '';
      const from = isBefore ? Math.max(relation.start, relation.end - WORDS) : relation.start;
      return evened(textOfTokens(view, from, Math.min(relation.end, from + WORDS)));
    };
    const { place } = around;
    const edges = this.printed[candidate.page] ?? { left: 0, top: 0, width: 1, height: 1 };
    const across = (x: number) => rounded((x - edges.left) / edges.width);
    const down = (y: number) => rounded((y - edges.top) / edges.height);
    return {
      page: candidate.page,
      fromLast: view.pages.length - 1 - candidate.page,
      left: text(around.inline ?? around.left, true) || candidate.statedLabels?.[0] || '',
      above: text(around.above),
      head: text(around.tableHeader ?? around.header),
      row: text(around.tableRow ?? around.left2),
      right: text(around.right),
      below: text(around.below),
      shape: shapeOf(candidate.text) + (isWhole(view, candidate) ? '' : CUT),
      box: [across(place.left), down(place.top), across(place.right), down(place.bottom)],
    };
  }
}

/** Runs of letters as `a` or `A`, of digits as `0`; signs stay. */
function shapeOf(text: string): string {
  return text
    .slice(0, SHAPE)
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ');
}

/** True when a candidate says all of the words that it stands on. */
function isWhole(view: DocumentView, { ranges, text }: Candidate): boolean {
  const words = ranges.map(([start, end]) => textOfTokens(view, start, end)).join(' ');
  return textKey(words) === textKey(text);
}

function printedPart({ view }: ExtractionContext, from: number, to: number): Edges {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = from; index < to; index++) {
    const token = view.tokens[index];
    if (!token || token.hidden) continue;
    left = Math.min(left, token.left);
    top = Math.min(top, token.top);
    right = Math.max(right, token.right);
    bottom = Math.max(bottom, token.bottom);
  }
  if (left === Infinity) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

function rounded(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 : 0;
}
