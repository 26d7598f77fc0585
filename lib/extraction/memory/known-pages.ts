import { compareWith, LAYOUT_LIKENESS } from './find-alike.ts';
import type { KnownPages } from './sketch-reading.ts';

/** Names of the marks, in the order of their weights. */
export const KNOWN_MARKS = [
  'like a known first page',
  'like a known further page',
  'goes on as known',
  'page before like a known last page',
] as const;
export type KnownMark = (typeof KNOWN_MARKS)[number];

/** How much a page is like each page of each known document. */
export type KnownComparison = { of: KnownPages; pages: number[]; last: number }[];

/** Compares a page, by its sketch, with the pages of known documents. */
export function compareWithKnown(page: Uint32Array, known: readonly KnownPages[]): KnownComparison {
  const compare = compareWith(page);
  return known.map((of) => ({ of, pages: of.pages.map(compare), last: of.last ? compare(of.last) : 0 }));
}

/**
 * What approved documents say for and against a document beginning on a page: the greatest likenesses. Without approved
 * documents all are 0.
 * @param before of the last page before it that is not blank
 * @returns one number from 0 to 1 for each of `KNOWN_MARKS`. `like`: the document whose first page the page looks like, if it is as alike as
 *   pages of one layout are and less like any further page. `isAfterLast`: the page before looks like a last page.
 */
export function judgeKnown(before: KnownComparison, here: KnownComparison): { marks: number[]; like: string | null; isAfterLast: boolean } {
  const best = { first: 0, further: 0, follows: 0, last: 0 };
  let id: string | null = null;
  for (const [at, { of, pages }] of here.entries()) {
    const its = before[at]!;
    const [first = 0, ...further] = pages;
    if (first > best.first) id = of.id;
    best.first = Math.max(best.first, first);
    best.further = Math.max(best.further, ...further);
    best.follows = Math.max(best.follows, ...further.map((likeness, index) => Math.min(its.pages[index]!, likeness)));
    best.last = Math.max(best.last, its.last);
  }
  const isLikeFirst = best.first >= LAYOUT_LIKENESS && best.first > best.further;
  return {
    marks: [best.first, best.further, best.follows, best.last],
    like: isLikeFirst ? id : null,
    isAfterLast: best.last >= LAYOUT_LIKENESS,
  };
}
