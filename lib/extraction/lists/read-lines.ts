import { isSummaryLine } from '../rows/layout/summary-line.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { type DocumentView, neighbourOf, textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { ListEntry } from './list-entry.ts';
import { LONGEST, splitEntries } from './split-entries.ts';

/** Words of a label at most. */
export const LABEL_WORDS = 5;
/** Lines under a heading that may be entries. */
const MOST_LINES = 40;
/** Entries are at most this wide apart (ems). */
const STEP = 2.2;
/** A gap between entries wider than this (ems), and wider than the one before it, is a blank line. */
const BLANK = 1.1;

/**
 * Entries right of a label on its line, or on the lines under it down to a sum.
 * @param isCut whether commas part entries
 */
export function readLines(context: ExtractionContext, field: number, label: Segment, isCut: boolean): ListEntry[] {
  const { view } = context;
  const right = neighbourOf(view, label, 'right');
  if (right) {
    const beside = splitEntries(view, right.start, right.end);
    if (beside.length > 1 || /:$/.test(view.tokens[label.end - 1]?.text ?? '')) return beside;
  }
  const heading = view.tokens[label.start];
  const out: ListEntry[] = [];
  const startOf = (entry: ListEntry | undefined) => entry?.ranges[0]?.[0] ?? -1;
  let current = label;
  let step = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MOST_LINES; count++) {
    const below = neighbourOf(view, current, 'below');
    const first = below && view.tokens[below.start];
    if (!below || !first || below.page !== label.page) break;
    if (below.top - current.bottom > STEP || Math.abs(below.left - label.left) > 2.5) break;
    const gap = below.top - current.bottom;
    // A blank line behind entries ends them, and so does the next label with its value.
    if (count > 0 && gap > BLANK && gap > step + 0.6) break;
    step = gap;
    if (out.length && isLabelled(view, below) && !out.some(({ ranges }) => ranges.some(([start, end]) => hasColon(view, start, end))))
      break;
    // The next heading: set like this one, unlike the entries, or a name of another field.
    const styled = count > 0 && heading !== undefined && first.bold === heading.bold && Math.abs(first.size - heading.size) < 0.04;
    const entry = view.tokens[startOf(out[0])];
    const differs =
      heading !== undefined && entry !== undefined && (heading.bold !== entry.bold || Math.abs(heading.size - entry.size) > 0.06);
    if (styled && differs) break;
    if (
      context.labels
        .match(below.start, below.end)
        .some((match, other) => other !== field && match && match.unit > 0.85 && match.phrase > 0.8)
    )
      break;
    if (textOfTokens(view, below.start, below.end).length > LONGEST * 2) break;
    if (isSummaryLine(view, context.labels, { page: below.page, segments: [below], top: below.top, bottom: below.bottom })) break;
    if (isCut) out.push(...splitEntries(view, below.start, below.end));
    else out.push({ ranges: [[below.start, below.end]], page: below.page });
    current = below;
  }
  return out;
}

/** True for "Label: value" or a label that ends a line with its colon. */
function isLabelled(view: DocumentView, line: Segment): boolean {
  const end = Math.min(line.end, line.start + LABEL_WORDS);
  for (let token = line.start; token < end; token++) if (/[\p{L}\p{N})]:$/u.test(view.tokens[token]?.text ?? '')) return true;
  return false;
}

function hasColon(view: DocumentView, start: number, end: number): boolean {
  return view.tokens.slice(start, end).some(({ text }) => text.endsWith(':'));
}
