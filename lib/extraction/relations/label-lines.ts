import { type DocumentView, neighbourOf } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { ItemNumbers } from './item-numbers.ts';

/** Lines of one label stand this close (ems), begin this near to each other (a number may stand before the first), and are so many. */
const [CLOSE, INDENT, MOST_LINES] = [0.55, 1.9, 4];
/** Words of a label's line at most; longer ones are running text. */
const MOST_WORDS = 9;
/** How much larger the text of one line may be than that of the next. */
const ALIKE = 1.3;

/**
 * The lines of the label that ends with a segment, as token ranges, the first line first: the segment and what stands tightly over
 * it, up to a line that a form's number begins. One range when nothing goes on above.
 */
export function labelLines(view: DocumentView, segment: Segment, numbers: ItemNumbers): [number, number][] {
  const lines: [number, number][] = [[segment.start, segment.end]];
  for (let current = segment; lines.length < MOST_LINES && !numbers.has(current.start); ) {
    const above = neighbourOf(view, current, 'above');
    if (!above || above.page !== current.page || !goesOn(view, above, current)) break;
    lines.unshift([above.start, above.end]);
    current = above;
  }
  return lines;
}

function goesOn(view: DocumentView, above: Segment, current: Segment): boolean {
  if (current.top - above.bottom > CLOSE || above.end - above.start > MOST_WORDS) return false;
  const left = current.left - above.left;
  const centred = Math.abs(above.left + above.right - current.left - current.right) < 1.2;
  if (!centred && (left > INDENT || left < -0.6)) return false;
  const [one, two] = [view.tokens[above.start]?.size ?? 1, view.tokens[current.start]?.size ?? 1];
  if (Math.max(one, two) > ALIKE * Math.min(one, two)) return false;
  const last = view.tokens[above.end - 1]?.text ?? '';
  if (/[:.;]$/.test(last) && !/^\p{L}{1,4}\.$/u.test(last)) return false;
  for (let token = above.start; token < above.end; token++) if (/\p{L}{2}/u.test(view.tokens[token]?.text ?? '')) return true;
  return false;
}
