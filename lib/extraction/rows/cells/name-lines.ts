import { canContinueName } from '#lib/document/values/can-continue-name.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';
import type { Token } from '../../view/tokens.ts';
import type { Band } from '../layout/bands.ts';
import type { Column, Header } from '../layout/column.ts';
import type { RawCell, RawRow } from '../layout/raw-row.ts';

/** How far left edges of lines of one text may differ, ems. */
const ALIGNED = 0.75;
/** Distance of lines of one text, as a share of their height; recognised lines stand less evenly. */
const CLOSE = { print: 1.62, recognised: 1.95 };
const MOST_LINES = 12;
/** Ems by which a wrapped line may fall short of where its next word would have ended. */
const SLACK = 0.4;
const CODE = /^[^:]{1,30}:\s*\S*\d\S*$/;

/** A line of text under a row; of the segment only its tokens and right edge are looked at. */
type Line = { segment: Pick<Segment, 'start' | 'end' | 'right' | 'bottom'>; text: string };

/**
 * Adds the lines under each row to the row's text as far as they go on with it: in the same column, closely below, and broken
 * only where the next word would not have fitted. Remarks, labelled details and amounts end the text.
 * @param alone lines that hold anything else besides do not go on with a text
 */
export function joinNameLines(
  context: ExtractionContext,
  bands: Band[],
  rows: readonly RawRow[],
  header: Header,
  main: Column,
  alone = false,
): void {
  const taken = new Set(rows.map((row) => row.band));
  const firsts = rows.flatMap((row) => {
    const range = row.cells.get(main.field)?.ranges[0];
    return range ? [{ left: context.view.tokens[range[0]]?.left ?? 0, right: context.view.tokens[range[1] - 1]?.right ?? 0 }] : [];
  });
  const edge = header.columns.filter((column) => column.left > main.left + 1).reduce((least, { left }) => Math.min(least, left), Infinity);
  const below = rows.map((row) => {
    const start = context.view.tokens[row.cells.get(main.field)?.ranges[0]?.[0] ?? -1];
    const near = alone ? bands.filter((band) => band === row.band || band.segments.length === 1) : bands;
    return start ? linesBelow(context, near, row, taken, start, edge) : [];
  });
  const remarks = findRemarks(rows, below, main);
  rows.forEach((row, index) => {
    const cell = row.cells.get(main.field);
    const start = context.view.tokens[cell?.ranges[0]?.[0] ?? -1];
    const lines = below[index] ?? [];
    if (!cell || !start || remarks.has(lines[0]?.text ?? '')) return;
    const alike = firsts.filter(({ left }) => Math.abs(left - start.left) < ALIGNED).map(({ right }) => right);
    const count = wrappedLines(context, cell, lines, Math.max(...alike));
    for (const { segment, text } of lines.slice(0, count)) {
      cell.ranges.push([segment.start, segment.end]);
      cell.text = `${cell.text} ${text}`.replace(/(\p{L})- (?=\p{Ll})/u, '$1-');
    }
  });
}

/** Second lines that stand under three or more rows of different names: the same remark on each. */
function findRemarks(rows: readonly RawRow[], below: readonly Line[][], main: Column): Set<string> {
  const names = new Map<string, string[]>();
  rows.forEach((row, index) => {
    const line = below[index]?.[0];
    if (line) names.set(line.text, [...(names.get(line.text) ?? []), row.cells.get(main.field)?.text ?? '']);
  });
  return new Set([...names].flatMap(([text, over]) => (over.length >= 3 && new Set(over).size >= 2 ? [text] : [])));
}

/** The lines closely under a row's text that begin where it does and keep within its column. */
function linesBelow(context: ExtractionContext, bands: Band[], row: RawRow, taken: ReadonlySet<Band>, first: Token, edge: number): Line[] {
  const { view } = context;
  const { left } = first;
  const close = view.recognised ? CLOSE.recognised : CLOSE.print;
  const lines: Line[] = [];
  let before = first;
  for (let index = bands.indexOf(row.band) + 1; index < bands.length && lines.length < MOST_LINES; index++) {
    const band = bands[index];
    if (!band || (taken.has(band) && band !== row.band)) break;
    if (band.top <= first.top + 0.4 * (first.bottom - first.top)) continue;
    const segment = band.segments.find((entry) => Math.abs(entry.left - left) < ALIGNED);
    const height = before.bottom - before.top;
    const step = band.top - before.top;
    if (!segment) {
      if (step > 2.2 * height) break;
      continue;
    }
    const next = view.tokens[segment.start];
    if (!next || segment.top - before.top > (goesOn(before.text, next.text) ? 2.2 : close) * height) break;
    if (segment.right > edge + 1.5 && segment.left < edge) break;
    lines.push({ segment, text: textOfTokens(view, segment.start, segment.end) });
    before = next;
  }
  return lines;
}

/** How many of the lines go on with the text: the longest run of which every line was broken for want of room. */
export function wrappedLines(context: ExtractionContext, cell: RawCell, lines: readonly Line[], widest: number): number {
  const { view } = context;
  const size = view.tokens[cell.ranges[0]?.[0] ?? -1]?.size ?? 1;
  let best = 0;
  let coded = CODE.test(cell.text) ? 1 : 0;
  for (let count = 1; count <= lines.length; count++) {
    const line = lines[count - 1];
    if (!line) break;
    const first = view.tokens[line.segment.start];
    if (!first || (!view.recognised && first.size < 0.9 * size) || !canContinueName(line.text)) break;
    // A name under nothing but labelled numbers ("EAN: 123…") is still the name.
    if (coded === count) {
      best = count;
      if (CODE.test(line.text)) coded++;
      continue;
    }
    const limit = Math.max(widest, ...lines.slice(0, count).map(({ segment }) => segment.right));
    let last = view.tokens[(cell.ranges.at(-1)?.[1] ?? 0) - 1];
    let short = 0;
    for (const { segment } of lines.slice(0, count)) {
      const next = view.tokens[segment.start];
      if (last && next && !goesOn(last.text, next.text) && last.right + 0.3 + (next.right - next.left) <= limit - SLACK) short++;
      last = view.tokens[segment.end - 1];
    }
    if (short > 0) continue;
    if (/^\p{L}[^:]{0,28}:\s+\S/u.test(line.text) && count < 3) break;
    best = count;
  }
  return best;
}

/** True when a word at the end of a line, or the one that begins the next, says that the text goes on. */
function goesOn(last: string, next: string): boolean {
  return /[-/,&(]$/.test(last) || /^\p{Ll}/u.test(next);
}
