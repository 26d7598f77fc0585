import { type DocumentView, neighbourOf } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';
import type { Segment } from '../view/segments.ts';

/** Tokens that number the entries of a form (“4 Federal tax”, “12a. Codes”). */
export type ItemNumbers = ReadonlySet<number>;

const NUMBER = /^\(?(\d{1,2})[a-z]?[.)]?$/i;
/** Entries of different numbers that a page must have. */
const LEAST = 4;
/** How far the label of a number may stand beside it, in ems. */
const BESIDE = 4;

/**
 * Finds the numbers that name the entries of forms: small ones that begin a label, at least four different ones on a page, each with
 * a neighbour in counting. Such a number is part of a label and no value.
 */
export function findItemNumbers(view: DocumentView): ItemNumbers {
  const found = new Set<number>();
  for (const page of view.pages) {
    const numbered = numbersOf(view, page);
    const values = new Set(numbered.map(({ value }) => value));
    if (values.size < LEAST) continue;
    for (const { token, value } of numbered) if (values.has(value - 1) || values.has(value + 1)) found.add(token);
  }
  return found;
}

function numbersOf(view: DocumentView, page: PageView): { token: number; value: number }[] {
  const out: { token: number; value: number }[] = [];
  for (let index = page.segments[0]; index < page.segments[1]; index++) {
    const segment = view.segments[index];
    const match = segment && NUMBER.exec(view.tokens[segment.start]?.text ?? '');
    if (!segment || !match || !isBeforeLabel(view, segment)) continue;
    out.push({ token: segment.start, value: Number(match[1]) });
  }
  return out;
}

/** True when a word of letters stands right behind the first token of a segment. */
function isBeforeLabel(view: DocumentView, segment: Segment): boolean {
  const isWord = (token: number) => /^[(“"']?\p{L}{2}/u.test(view.tokens[token]?.text ?? '');
  if (segment.end > segment.start + 1) return isWord(segment.start + 1);
  const right = neighbourOf(view, segment, 'right');
  return right !== undefined && right.left - segment.right < BESIDE && isWord(right.start);
}
