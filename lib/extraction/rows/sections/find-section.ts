import { foldText } from '#lib/document/values/fold-text.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { sectionOfHeading } from '../../terms/section-names.ts';
import { textOfTokens } from '../../view/document-view.ts';
import type { PageView } from '../../view/page-view.ts';
import type { Segment } from '../../view/segments.ts';
import { bandsOf } from '../layout/bands.ts';
import { findTimeSpan } from './find-time-span.ts';

/** A line of a section: its segments left to right, edges in ems, and whether its words stand where the section's do. */
export type SectionLine = { page: number; segments: Segment[]; top: number; bottom: number };
/** The lines under the heading of a section, over page breaks. `right` is the edge of its column. */
export type Section = { heading: Segment; lines: SectionLine[]; right: number };

/** Words of a heading at most. */
const HEADING_WORDS = 5;
/** How much larger than the page's usual text a heading is that is told by its size. */
const LARGE = 1.08;
/** How far the left edges of headings of one column may differ, ems; and how far apart columns begin at least. */
const ALIGNED = 1.5;
const COLUMN = 8;
/** How sure it must be that a heading names the section. */
const NAMED = 0.35;

type Style = { size: number; bold: boolean; isUpper: boolean };

function styleOf(context: ExtractionContext, { start, end }: Segment): Style {
  const first = context.view.tokens[start];
  const text = textOfTokens(context.view, start, end);
  return { size: first?.size ?? 1, bold: first?.bold ?? false, isUpper: text === text.toUpperCase() };
}

function isShort(context: ExtractionContext, { start, end }: Segment): boolean {
  const text = textOfTokens(context.view, start, end);
  return end - start <= HEADING_WORDS && /\p{L}{3}/u.test(text) && !/[\d@]|[.,;!?]$/.test(text);
}

/**
 * The section of a document whose heading names what is asked for, and its lines to the next heading of its kind. Null without one.
 * @param likeness how sure it is that a heading's tokens name it, 0 to 1
 */
export function findSection(context: ExtractionContext, likeness: (start: number, end: number) => number): Section | null {
  let best: { heading: Segment; score: number } | null = null;
  for (const segment of context.view.segments) {
    if (!isShort(context, segment)) continue;
    const named = likeness(segment.start, segment.end);
    if (named < NAMED) continue;
    const { size, bold, isUpper } = styleOf(context, segment);
    const score = named + 0.1 * Number(size >= LARGE) + 0.05 * Number(bold) + 0.05 * Number(isUpper);
    if (!best || score > best.score + 0.01) best = { heading: segment, score };
  }
  return best && { heading: best.heading, ...linesUnder(context, best.heading) };
}

function linesUnder(context: ExtractionContext, heading: Segment): Pick<Section, 'lines' | 'right'> {
  const lines: SectionLine[] = [];
  const style = styleOf(context, heading);
  const first = context.view.pages[heading.page];
  const right = first ? rightOf(context, first, heading, style) : Number.POSITIVE_INFINITY;
  for (const page of context.view.pages.slice(heading.page)) {
    for (const band of bandsOf(context.view, page)) {
      if (page.index === heading.page && band.top < heading.bottom - 0.3) continue;
      const inside = band.segments.filter((segment) => segment.left < right - 0.5 && belongs(context, segment, heading, page, style));
      if (!inside.length) continue;
      const [only] = inside;
      if (inside.length === 1 && only && endsSection(context, only, heading, style)) return { lines, right };
      lines.push({
        page: page.index,
        segments: inside,
        top: Math.min(...inside.map(({ top }) => top)),
        bottom: Math.max(...inside.map(({ bottom }) => bottom)),
      });
    }
  }
  return { lines, right };
}

/** What stands left of a heading belongs to its section when it is a time, as margins give them, or when the heading is centred or indented. */
function belongs(context: ExtractionContext, segment: Segment, heading: Segment, page: PageView, style: Style): boolean {
  if (segment.left >= heading.left - ALIGNED) return true;
  const span = findTimeSpan(context.view, segment.start, segment.end);
  if (span && span.range[1] - span.range[0] >= segment.end - segment.start - 1) return true;
  return !hasColumnLeft(context, page, heading, style);
}

/** True where other headings stand in a column left of this one. */
function hasColumnLeft(context: ExtractionContext, page: PageView, heading: Segment, style: Style): boolean {
  return headingsOf(context, page, style).some(({ left, right }) => left < heading.left - COLUMN && right < heading.left);
}

function headingsOf(context: ExtractionContext, page: PageView, style: Style): Segment[] {
  return context.view.segments
    .slice(page.segments[0], page.segments[1])
    .filter(
      (segment) =>
        isShort(context, segment) &&
        (sectionOfHeading(textOfTokens(context.view, segment.start, segment.end)) !== null ||
          isAlike(styleOf(context, segment), style, true)),
    );
}

/** The left edge of the next column, by the headings that stand in it. */
function rightOf(context: ExtractionContext, page: PageView, heading: Segment, style: Style): number {
  const others = headingsOf(context, page, style).filter(
    ({ left, start, end }) => left > heading.left + COLUMN && sectionOfHeading(textOfTokens(context.view, start, end)) !== null,
  );
  return others.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY);
}

/** True for a style that is as distinct as another: larger than usual or all capitals, and the same in that. */
function isAlike(style: Style, other: Style, isStrict = false): boolean {
  if (style.isUpper !== other.isUpper || style.bold !== other.bold) return false;
  const isDistinct = other.isUpper || other.size >= LARGE + (isStrict ? 0.1 : 0);
  return isDistinct && Math.abs(style.size - other.size) < 0.06;
}

function endsSection(context: ExtractionContext, segment: Segment, heading: Segment, style: Style): boolean {
  if (!isShort(context, segment)) return false;
  const text = textOfTokens(context.view, segment.start, segment.end);
  if (sectionOfHeading(text) !== null && foldText(text) !== foldText(textOfTokens(context.view, heading.start, heading.end))) return true;
  if (context.view.recognised && !style.isUpper) return false;
  return isAlike(styleOf(context, segment), style) && Math.abs(segment.left - heading.left) < ALIGNED;
}
