import type { ChunkLine } from './text-chunks.ts';

/** A column of a table without drawn borders: the stretch of x (points) that its texts cover. */
export type Column = { from: number; to: number };

/** Corridors narrower than this many line heights are chance. */
const NARROWEST_CORRIDOR = 0.3;
/** Share of the most texts in a row that makes a row a full one. */
const FULL_ROW = 0.5;
/** Share of lines that may cross a corridor: headings over several columns, totals. */
const CROSSING_SHARE = 0.16;

/**
 * Finds the columns that lines have in common: strips of white that run through nearly all lines of more than one chunk part them.
 */
export function findColumns(lines: readonly ChunkLine[], lineHeight: number): Column[] {
  // rows of few texts (totals, group names) say little about columns
  const most = Math.max(0, ...lines.map(({ chunks }) => chunks.length));
  const several = lines.filter(({ chunks }) => chunks.length > 1 && chunks.length >= FULL_ROW * most);
  if (several.length === 0) return [];
  const events: { x: number; change: number }[] = [];
  for (const { chunks } of several) {
    for (const { box } of chunks) events.push({ x: box[0], change: 1 }, { x: box[2], change: -1 });
  }
  events.sort((a, b) => a.x - b.x || b.change - a.change);
  const allowed = several.length < 4 ? 0 : Math.max(1, Math.floor(CROSSING_SHARE * several.length));
  const columns: Column[] = [];
  let depth = 0;
  let open: number | null = null;
  for (const { x, change } of events) {
    depth += change;
    if (open === null && depth > allowed) open = x;
    else if (open !== null && depth <= allowed) {
      columns.push({ from: open, to: x });
      open = null;
    }
  }
  if (allowed > 0) return mergeNear(widen(columns, several), lineHeight);
  return mergeNear(columns, lineHeight);
}

/** Rare texts (few lines) form columns too where no other column is: found by looking at what is left over. */
function widen(columns: readonly Column[], lines: readonly ChunkLine[]): Column[] {
  const result = columns.map((column) => ({ ...column }));
  for (const { chunks } of lines) {
    for (const { box } of chunks) {
      const touched = result.filter(({ from, to }) => box[0] < to && box[2] > from);
      if (touched.length === 0) result.push({ from: box[0], to: box[2] });
      else if (touched.length === 1) {
        const column = touched[0]!;
        const others = result.filter((other) => other !== column);
        const left = Math.max(...others.filter(({ to }) => to <= column.from).map(({ to }) => to), Number.NEGATIVE_INFINITY);
        const right = Math.min(...others.filter(({ from }) => from >= column.to).map(({ from }) => from), Number.POSITIVE_INFINITY);
        if (box[0] > left) column.from = Math.min(column.from, box[0]);
        if (box[2] < right) column.to = Math.max(column.to, box[2]);
      }
    }
  }
  return result.sort((a, b) => a.from - b.from);
}

function mergeNear(columns: readonly Column[], lineHeight: number): Column[] {
  const merged: Column[] = [];
  for (const column of columns) {
    const last = merged.at(-1);
    if (last && column.from - last.to < NARROWEST_CORRIDOR * lineHeight) last.to = Math.max(last.to, column.to);
    else merged.push({ ...column });
  }
  return merged;
}

/** First and last column (inclusive) that a stretch of x touches by more than a graze; the nearest when it touches none. */
export function touchedColumns(columns: readonly Column[], from: number, to: number): [number, number] {
  let first = -1;
  let last = -1;
  for (const [index, column] of columns.entries()) {
    const shared = Math.min(to, column.to) - Math.max(from, column.from);
    if (shared <= Math.min(2, 0.2 * (column.to - column.from), 0.2 * (to - from))) continue;
    if (first < 0) first = index;
    last = index;
  }
  if (first >= 0) return [first, last];
  const middle = (from + to) / 2;
  let nearest = 0;
  for (const [index, column] of columns.entries()) {
    const far = Math.max(column.from - middle, middle - column.to, 0);
    const best = columns[nearest]!;
    if (far < Math.max(best.from - middle, middle - best.to, 0)) nearest = index;
  }
  return [nearest, nearest];
}
