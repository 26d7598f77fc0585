import { type Column, findColumns, touchedColumns } from './table-columns.ts';
import { isNumericText } from './table-rows.ts';
import type { ChunkLine } from './text-chunks.ts';

/** A run of lines `[start, end)` that form a table. */
export type Region = { start: number; end: number };

const WIDEST_ROW_GAP = 2.6;
const MOST_BETWEEN = 3;
const HIGHEST_HEADING = 3;
const BULLET = /^(?:[•‣▪●○◦■□–—*·-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$/i;
const CAPTION = /^(table|figure|fig\.|tabelle|abbildung|tableau|tabla|tabella)\s*[\dIVXA-Z][\dIVX.\-–]*\s*([:.–-]|$)/i;
const NOTE = /^(sources?|notes?|quellen?|anmerkung(en)?|remarks?|n\.?b\.?|fuente|fonte)\s*:|^\(?[:*†]\)?\s|^\(\*+\)/i;
const NUMBERED = /^\d+(\.\d+)+\.?\s+\p{Lu}/u;
const LEADER = /^[.·_…]{3,}$/;

/** Finds runs of lines whose chunks stand in common columns. Lines come top to bottom and belong to one column of the page. */
export function findRegions(lines: readonly ChunkLine[], lineHeight: number): Region[] {
  const regions: Region[] = [];
  for (let start = 0; start < lines.length; ) {
    const end = lines[start]!.chunks.length > 1 ? grow(lines, start, lineHeight) : start;
    const inner = end - start >= 2 ? trim(lines, start, end) : null;
    if (inner && isTable(lines.slice(inner.start, inner.end), lineHeight)) {
      const first = inner.start > start ? inner.start : withHeading(lines, start, inner.end, regions.at(-1)?.end ?? 0, lineHeight);
      regions.push({ start: first, end: inner.end });
      start = inner.end;
    } else start++;
  }
  return regions;
}

/** Cuts off what stands above a table's caption, the caption itself, and sources, notes and next headings below. */
function trim(lines: readonly ChunkLine[], start: number, end: number): Region | null {
  let [first, last] = [start, end];
  const text = (index: number) => lines[index]!.chunks.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  for (let index = first; index < Math.min(end, first + 4); index++) {
    if (!CAPTION.test(text(index))) continue;
    first = index + 1;
    while (first < end && lines[first]!.chunks.length === 1) first++;
  }
  for (let index = Math.max(first + 2, end - 4); index < last; index++) {
    if (NOTE.test(text(index)) || (NUMBERED.test(text(index)) && lines[index]!.chunks.length === 2)) last = index;
  }
  while (last > first && CAPTION.test(text(last - 1))) last--;
  return last - first >= 2 ? { start: first, end: last } : null;
}

/** The end of the longest table that begins at `start`. */
function grow(lines: readonly ChunkLine[], start: number, lineHeight: number): number {
  const group: ChunkLine[] = [lines[start]!];
  const gaps: number[] = [];
  let most = 0;
  let end = start + 1;
  let between: ChunkLine[] = [];
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index]!;
    const gap = line.box[1] - lines[index - 1]!.box[3];
    const usual = gaps.length >= 3 ? [...gaps].sort((a, b) => a - b)[gaps.length >> 1]! : 0;
    if (gap > Math.max(WIDEST_ROW_GAP * lineHeight, 2.5 * usual)) break;
    if (line.chunks.length === 1) {
      between.push(line);
      if (between.length > MOST_BETWEEN || isProse(line, group)) break;
      continue;
    }
    const columns = findColumns([...group, line], lineHeight).length;
    if (columns < 2 || columns < 0.6 * most) break;
    most = Math.max(most, columns);
    group.push(...between, line);
    gaps.push(gap);
    between = [];
    end = index + 1;
  }
  return end + continuation(lines, end, group, lineHeight);
}

/** A line as wide as the table with many words is no row of it. */
function isProse({ chunks, box }: ChunkLine, group: readonly ChunkLine[]): boolean {
  const left = Math.min(...group.map((line) => line.box[0]));
  const right = Math.max(...group.map((line) => line.box[2]));
  return box[2] - box[0] > 0.85 * (right - left) && (chunks[0]?.words.length ?? 0) > 8;
}

/** How many lines after the last full row only continue texts of one column. */
function continuation(lines: readonly ChunkLine[], end: number, group: readonly ChunkLine[], lineHeight: number): number {
  const columns = findColumns(group, lineHeight);
  let count = 0;
  for (let index = end; index < lines.length && count < MOST_BETWEEN; index++) {
    const { box, chunks } = lines[index]!;
    if (chunks.length > 1 || box[1] - lines[index - 1]!.box[3] > 0.45 * lineHeight) break;
    if (!columns.some(({ from, to }) => box[0] > from - 2 && box[2] < to + 2 + 0.1 * (to - from))) break;
    count++;
  }
  return count;
}

/** Takes lines above into the table that head columns other than the first. */
function withHeading(lines: readonly ChunkLine[], start: number, end: number, least: number, lineHeight: number): number {
  const region = lines.slice(start, end);
  const columns = findColumns(region, lineHeight);
  const left = Math.min(...region.map(({ box }) => box[0]));
  const right = Math.max(...region.map(({ box }) => box[2]));
  let first = start;
  while (first > least && start - first < HIGHEST_HEADING) {
    const line = lines[first - 1]!;
    const next = lines[first]!;
    if (line.chunks.length > 1 || next.box[1] - line.box[3] > 0.9 * lineHeight) break;
    const [from] = touchedColumns(columns, line.box[0], line.box[2]);
    if (from === 0 || line.box[0] < left || line.box[2] > right + lineHeight || line.box[2] - line.box[0] > 0.8 * (right - left)) break;
    first--;
  }
  return first;
}

function isTable(lines: readonly ChunkLine[], lineHeight: number): boolean {
  const several = lines.filter(({ chunks }) => chunks.length > 1);
  const columns = findColumns(lines, lineHeight);
  if (columns.length < 2 || several.length < (columns.length === 2 ? 3 : 2)) return false;
  if (several.length < 0.3 * lines.length) return false;
  const first = several.map(({ chunks }) => chunks[0]!.words.map(({ text }) => text).join(' '));
  if (columns.length === 2 && first.filter((text) => BULLET.test(text)).length > 0.5 * several.length) return false;
  if (!hasNumbers(several) && several.length < 5 && widestCorridor(several, columns) < 0.9 * lineHeight) return false;
  const leaders = several.filter(({ chunks }) => chunks.some(({ words }) => words.some(({ text }) => LEADER.test(text))));
  return !(columns.length <= 3 && leaders.length > 0.5 * several.length);
}

function hasNumbers(lines: readonly ChunkLine[]): boolean {
  return (
    lines.filter(({ chunks }) => chunks.slice(1).some(({ words }) => isNumericText(words.map(({ text }) => text).join(' ')))).length >= 2
  );
}

/** The widest strip of white between two columns that runs through all lines. */
function widestCorridor(lines: readonly ChunkLine[], columns: readonly Column[]): number {
  let widest = 0;
  for (let index = 0; index + 1 < columns.length; index++) {
    const middle = (columns[index]!.to + columns[index + 1]!.from) / 2;
    const left = Math.max(...lines.flatMap(({ chunks }) => chunks.filter(({ box }) => box[2] <= middle).map(({ box }) => box[2])));
    const right = Math.min(...lines.flatMap(({ chunks }) => chunks.filter(({ box }) => box[0] >= middle).map(({ box }) => box[0])));
    widest = Math.max(widest, right - left);
  }
  return widest;
}
