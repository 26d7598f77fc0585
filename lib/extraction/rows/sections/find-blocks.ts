import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { type DocumentView, textOfTokens } from '../../view/document-view.ts';
import type { Section, SectionLine } from './find-section.ts';
import { findTimeSpan, type TimeSpan } from './find-time-span.ts';

/** A line of the head of an entry: how many lines below the dated one it stands, and its text without the time. */
export type HeadLine = { offset: number; pieces: [number, number][] };
/** One entry of a section: its page, its time where it has one, and the lines of its head. */
export type Block = { page: number; span: TimeSpan | null; head: HeadLine[] };

/** How far left edges of lines of the heads may differ, ems. */
const ALIGNED = 0.8;
/** Lines of a head over and under the dated one at most, and how close lines of one head stand, ems. */
const MOST_LINES = 3;
const CLOSE = 1.3;
/** Words from which a line is prose. */
const PROSE = 13;
const BULLET = /^(?:[•◦▪■●○‣⁃∙·*+"'§►➢✓✔»>o.-]|[-–—]{1,2}|\p{Co})$/u;
const SEPARATOR = /^[-–—|·•,:/]$/;

type Line = SectionLine & { span: TimeSpan | null; left: number | null; isHead: boolean };

/**
 * The entries of a section: each has a time in its head, and the same lines of its head over and under it. What is told under the
 * heads (bullets, indented or long lines) is left out.
 */
export function findBlocks(context: ExtractionContext, section: Section): Block[] {
  const { view } = context;
  const lines = section.lines.map((line): Line => {
    const span = spanOfLine(view, line);
    const first = line.segments.find((segment) => !span || piecesOf(segment.start, segment.end, span.range).length > 0);
    return { ...line, span, left: first?.left ?? null, isHead: false };
  });
  const left = lines.find((line) => line.left !== null && !isBullet(view, line))?.left ?? null;
  if (left === null) return [];
  for (const line of lines) line.isHead = (line.left === null || Math.abs(line.left - left) < ALIGNED) && isHeadLike(view, line);
  const dated = lines.flatMap((line, at) => (line.isHead && line.span ? [at] : []));
  const over = linesOver(lines, dated[0] ?? 0);
  const starts = dated.map((at) => startOf(lines, at, over));
  // A second time closely under the first belongs to the same entry.
  const kept = dated.filter((at, index) => index === 0 || (starts[index] ?? at) > (dated[index - 1] ?? -1));
  const begins = kept.map((at) => startOf(lines, at, over));
  const under = kept.map((at, index) => endOf(lines, at, begins[index + 1] ?? lines.length) - at);
  const least = Math.min(...under);
  return kept.flatMap((at, index) => {
    const line = lines[at];
    if (!line?.span) return [];
    const { span } = line;
    const head = lines.slice(begins[index] ?? at, at + least + 1).map((entry, step) => ({
      offset: (begins[index] ?? at) + step - at,
      pieces: entry.segments
        .flatMap(({ start, end }) => piecesOf(start, end, span.range))
        .filter(([a, b]) => isWordy(view, a, b) && !isTime(view, a, b)),
    }));
    return [{ page: line.page, span, head }];
  });
}

/** Head lines over the first dated line: how many lines of a head stand over its time. */
function linesOver(lines: readonly Line[], first: number): number {
  let over = 0;
  while (over < MOST_LINES && isNextHead(lines, first - over - 1)) over++;
  return over;
}

function isNextHead(lines: readonly Line[], at: number): boolean {
  const [line, below] = [lines[at], lines[at + 1]];
  return line !== undefined && below !== undefined && line.isHead && !line.span && isClose(line, below);
}

function startOf(lines: readonly Line[], at: number, over: number): number {
  let start = at;
  while (at - start < over && isNextHead(lines, start - 1)) start--;
  return start;
}

/** The last line of the head of the dated line `at`, before line `next`. */
function endOf(lines: readonly Line[], at: number, next: number): number {
  let end = at;
  while (end + 1 < next && end - at < MOST_LINES) {
    const [line, above] = [lines[end + 1], lines[end]];
    if (!line?.isHead || line.span || !above || !isClose(above, line)) break;
    end++;
  }
  return end;
}

function isClose(above: Line, below: Line): boolean {
  return above.page === below.page && below.top - above.bottom < CLOSE;
}

/** The time at the head of a line: a segment of its own, or at either end of one that is no prose. */
function spanOfLine(view: DocumentView, { segments }: SectionLine): TimeSpan | null {
  for (const { start, end } of segments) {
    const span = findTimeSpan(view, start, end);
    if (!span) continue;
    const rest = piecesOf(start, end, span.range).filter(([a, b]) => isWordy(view, a, b));
    if (rest.length < 2 && (span.end || rest.length === 0 || segments.length > 1 || isAtEnd(view, span, end))) return span;
  }
  return null;
}

/** True when nothing but closing signs follows a time in its segment. */
function isAtEnd(view: DocumentView, { range }: TimeSpan, end: number): boolean {
  return !/[\p{L}\d]/u.test(textOfTokens(view, range[1], end));
}

/** The tokens of a segment before and behind a time, without signs that part them from it. */
function piecesOf(start: number, end: number, [from, to]: readonly [number, number]): [number, number][] {
  if (to <= start || from >= end) return [[start, end]];
  const pieces: [number, number][] = [
    [start, from],
    [to, end],
  ];
  return pieces.filter(([a, b]) => b > a);
}

/** True for text that is nothing but a time. */
function isTime(view: DocumentView, start: number, end: number): boolean {
  const [from, to] = trimPiece(view, [start, end]);
  const span = findTimeSpan(view, from, to);
  return span !== null && span.range[0] === from && span.range[1] === to;
}

function isWordy(view: DocumentView, start: number, end: number): boolean {
  return /\p{L}{2}/u.test(textOfTokens(view, start, end));
}

function isBullet(view: DocumentView, { segments }: SectionLine): boolean {
  const [first] = segments;
  const token = view.tokens[first?.start ?? -1];
  if (!first || !token) return false;
  return (BULLET.test(token.text) && (first.end - first.start > 1 || segments.length > 1)) || /^[•◦▪■●○‣►➢]/.test(token.text);
}

/** True for a line that may be part of a head: no bullet, no running text. */
function isHeadLike(view: DocumentView, line: Line): boolean {
  if (isBullet(view, line)) return false;
  const text = line.segments.map(({ start, end }) => textOfTokens(view, start, end)).join(' ');
  const words =
    line.segments.reduce((sum, { start, end }) => sum + end - start, 0) - (line.span ? line.span.range[1] - line.span.range[0] : 0);
  if (words >= PROSE || /^\p{Ll}/u.test(text) || /^\p{L}[^:]{1,28}:\s/u.test(text)) return false;
  return !(words >= 5 && /[.;]$/.test(text) && !/\b(?:Inc|Ltd|Co|Corp|\p{Lu})\.$/u.test(text));
}

/** Cuts signs that part pieces of a head off both ends of a piece. */
export function trimPiece(view: DocumentView, [start, end]: readonly [number, number]): [number, number] {
  let [from, to] = [start, end];
  const isSign = (token: number) => SEPARATOR.test(view.tokens[token]?.text ?? '') || !/[\p{L}\d]/u.test(view.tokens[token]?.text ?? '');
  while (from < to && isSign(from)) from++;
  while (to > from && isSign(to - 1)) to--;
  return [from, to];
}
