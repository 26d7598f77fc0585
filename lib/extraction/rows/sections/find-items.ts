import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { type DocumentView, textOfTokens } from '../../view/document-view.ts';
import type { Section, SectionLine } from './find-section.ts';

/** An item of a list: its page, the lines of its text as token ranges, and its number where it is numbered. */
export type Item = { page: number; lines: [number, number][]; number: [number, number] | null };

/** How far left edges of items of one level may differ, and how close the lines of one item stand, ems. */
const ALIGNED = 1;
const CLOSE = 1;
const BULLET = /^(?:[•◦▪■●○‣⁃∙·*§►➢✓✔☐□>-]|[-–—])$/u;
const GLUED = /^[•◦▪■●○‣►➢]\p{L}/u;
const NUMBER = /^(?:\(?\d{1,3}(?:\.\d{1,2})*[.)]|\(?[A-Za-z][.)]|\(?[ivxIVX]{1,5}[.)])$/;

/** The items of the bulleted or numbered list of a section, those of its first level. None where it holds no list. */
export function findItems(context: ExtractionContext, section: Section): Item[] {
  const { view } = context;
  const items: (Item & { left: number; bottom: number; isBullet: boolean })[] = [];
  for (const line of section.lines) {
    const first = line.segments[0];
    if (!first) continue;
    const open = items.at(-1);
    const mark = markOf(view, first.start);
    const text = rangesOf(line, mark ? mark.end : first.start);
    const isLevel = !items[0] || (Math.abs(first.left - items[0].left) < ALIGNED && items[0].isBullet === mark?.isBullet);
    if (mark && text.length && isLevel) {
      items.push({
        page: line.page,
        lines: text,
        number: mark.isBullet ? null : [first.start, first.start + 1],
        left: first.left,
        bottom: line.bottom,
        isBullet: mark.isBullet,
      });
      continue;
    }
    if (!open) continue;
    const goesOn = open.page === line.page && line.top - open.bottom < CLOSE && first.left > open.left + 0.3;
    // Points of a lower level are told of the item and are no part of its text.
    if (goesOn && !mark && open.bottom > Number.NEGATIVE_INFINITY) {
      open.lines.push(...text);
      open.bottom = line.bottom;
    } else if (goesOn) open.bottom = Number.NEGATIVE_INFINITY;
  }
  return items.map(({ page, lines, number }) => ({ page, lines, number }));
}

function markOf(view: DocumentView, start: number): { end: number; isBullet: boolean } | null {
  const text = view.tokens[start]?.text ?? '';
  if (BULLET.test(text)) return { end: start + 1, isBullet: true };
  if (GLUED.test(text)) return { end: start, isBullet: true };
  return NUMBER.test(text) ? { end: start + 1, isBullet: false } : null;
}

function rangesOf({ segments }: SectionLine, from: number): [number, number][] {
  return segments.flatMap(({ start, end }): [number, number][] => (end > from ? [[Math.max(start, from), end]] : []));
}

/** The text of an item over its lines. */
export function textOfItem(view: DocumentView, { lines }: Item): string {
  return lines
    .map(([start, end]) => textOfTokens(view, start, end))
    .join(' ')
    .replace(/^[•◦▪■●○‣►➢]/u, '');
}
