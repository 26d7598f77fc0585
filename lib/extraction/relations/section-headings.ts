import { type DocumentView, neighbourOf } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';

/** The heading of the section that a segment stands in, and how many lines it is above it. */
export type SectionHeading = { segment: Segment; steps: number };

/** Lines from a segment up to its heading, and words of a heading, at most. */
const [REACH, WORDS] = [30, 7];
/** How much larger than the lines under it a heading is set, on printed and on recognised pages. */
const [LARGER, LARGER_RECOGNISED] = [1.08, 1.3];

/** Finds the headings of sections by their type: larger, bolder or in capitals before the lines under them. */
export class SectionHeadings {
  private readonly memory = new Map<number, SectionHeading | null>();
  private readonly view: DocumentView;

  constructor(view: DocumentView) {
    this.view = view;
  }

  /** The nearest heading over a segment, or null. */
  over(index: number): SectionHeading | null {
    const known = this.memory.get(index);
    if (known !== undefined) return known;
    const found = this.find(index);
    this.memory.set(index, found);
    return found;
  }

  private find(index: number): SectionHeading | null {
    const own = this.view.segments[index];
    let above = neighbourOf(this.view, own, 'above');
    for (let steps = 1; own && above && steps <= REACH; steps++) {
      if (this.isHeadingOf(above, own)) return { segment: above, steps };
      above = neighbourOf(this.view, above, 'above');
    }
    return null;
  }

  private isHeadingOf(over: Segment, own: Segment): boolean {
    const { tokens, recognised } = this.view;
    if (over.end - over.start > WORDS || over.left > own.left + 4) return false;
    const [first, last, mine] = [tokens[over.start], tokens[over.end - 1], tokens[own.start]];
    if (!first || !last || !mine || /[.,;]$/.test(last.text)) return false;
    const words = tokens.slice(over.start, over.end);
    if (!words.some(({ text }) => /\p{L}{3}/u.test(text)) || words.some(({ text }) => /\d.*\d/.test(text))) return false;
    if (first.size > mine.size * (recognised ? LARGER_RECOGNISED : LARGER)) return true;
    if (first.bold && last.bold && !mine.bold) return true;
    return isCapitals(words) && !isCapitals(tokens.slice(own.start, own.end));
  }
}

function isCapitals(words: readonly { text: string }[]): boolean {
  const text = words.map((word) => word.text).join('');
  return /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
}
