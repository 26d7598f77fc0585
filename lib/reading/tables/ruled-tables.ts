import type { Box } from '#lib/contract/service/box.ts';
import { medianHeight } from '#lib/document/geometry/text-segments.ts';
import { refineRuled } from './refine-ruled.ts';
import type { Ruling, Rulings } from './rulings.ts';
import { type GridCell, type PlacedWord, readCell, type TableGrid } from './table-grid.ts';

/** Points: how far lines may miss each other at a corner. */
const REACH = 4;
const SAME_EDGE = 3;
/** Points by which lines must run on for a grid to be open at a side. */
const OPEN_END = 10;
const MOST_EDGES = 400;

/**
 * Finds tables whose cells are drawn: connected level and upright rulings make a grid; a border that is missing between two
 * slots makes them one cell (spans). Boxes around text (one cell) and frames are no tables.
 */
export function findRuledTables(words: readonly PlacedWord[], rulings: Rulings): TableGrid[] {
  return groupConnected(rulings)
    .map((group) => toTable(group, words))
    .filter((table): table is TableGrid => table !== null);
}

function groupConnected({ level, upright }: Rulings): Rulings[] {
  const groups: Rulings[] = [];
  const seenLevel = new Set<Ruling>();
  const seenUpright = new Set<Ruling>();
  const crosses = (h: Ruling, v: Ruling) => v.at > h.from - REACH && v.at < h.to + REACH && h.at > v.from - REACH && h.at < v.to + REACH;
  for (const start of level) {
    if (seenLevel.has(start)) continue;
    seenLevel.add(start);
    const group: Rulings = { level: [start], upright: [] };
    for (let h = 0, v = 0; h < group.level.length || v < group.upright.length; ) {
      const line = group.level[h];
      if (line) {
        h++;
        for (const other of upright) {
          if (seenUpright.has(other) || !crosses(line, other)) continue;
          seenUpright.add(other);
          group.upright.push(other);
        }
        continue;
      }
      const other = group.upright[v++]!;
      for (const next of level) {
        if (seenLevel.has(next) || !crosses(next, other)) continue;
        seenLevel.add(next);
        group.level.push(next);
      }
    }
    if (group.level.length >= 2 && group.upright.length >= 2) groups.push(group);
  }
  return groups;
}

function toTable({ level, upright }: Rulings, words: readonly PlacedWord[]): TableGrid | null {
  const ys = withOpenEnds(edges(level.map(({ at }) => at)), upright);
  const xs = withOpenEnds(edges(upright.map(({ at }) => at)), level);
  if (ys.length < 2 || xs.length < 2 || ys.length > MOST_EDGES || xs.length > MOST_EDGES) return null;
  const box: Box = [xs[0]!, ys[0]!, xs.at(-1)!, ys.at(-1)!];
  const inside = words.filter((word) => isInside(word.box, box));
  if (inside.length === 0) return null;
  const rowCount = ys.length - 1;
  const columnCount = xs.length - 1;
  const isLine = (lines: readonly Ruling[], at: number, from: number, to: number) =>
    lines.some((line) => Math.abs(line.at - at) < SAME_EDGE && Math.min(line.to, to) - Math.max(line.from, from) > 0.6 * (to - from));
  const owner = Array.from({ length: rowCount * columnCount }, (_, index) => index);
  const find = (slot: number): number => {
    let root = slot;
    while (owner[root] !== root) root = owner[root]!;
    return root;
  };
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      const slot = row * columnCount + column;
      if (column + 1 < columnCount && !isLine(upright, xs[column + 1]!, ys[row]!, ys[row + 1]!)) owner[find(slot + 1)] = find(slot);
      if (row + 1 < rowCount && !isLine(level, ys[row + 1]!, xs[column]!, xs[column + 1]!)) owner[find(slot + columnCount)] = find(slot);
    }
  }
  const cells = new Map<number, GridCell>();
  for (let slot = 0; slot < owner.length; slot++) {
    const root = find(slot);
    const [row, column] = [Math.floor(slot / columnCount), slot % columnCount];
    const cell = cells.get(root);
    if (!cell) cells.set(root, { row, column, rowSpan: 1, columnSpan: 1, box, words: [], header: false });
    else {
      const [bottom, right] = [Math.max(cell.row + cell.rowSpan, row + 1), Math.max(cell.column + cell.columnSpan, column + 1)];
      cell.row = Math.min(cell.row, row);
      cell.column = Math.min(cell.column, column);
      cell.rowSpan = bottom - cell.row;
      cell.columnSpan = right - cell.column;
    }
  }
  const list = [...cells.values()];
  for (const cell of list) cell.box = [xs[cell.column]!, ys[cell.row]!, xs[cell.column + cell.columnSpan]!, ys[cell.row + cell.rowSpan]!];
  const filled = fill({ box, rowCount, columnCount, cells: list, ruled: true }, inside);
  return filled && refineRuled(filled, inside, xs, medianHeight(inside.map((word) => word.box)));
}

function fill(table: TableGrid, words: readonly PlacedWord[]): TableGrid | null {
  const inCell = new Map<GridCell, PlacedWord[]>();
  for (const word of words) {
    const [x, y] = [(word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2];
    const cell = table.cells.find(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]);
    if (cell) inCell.set(cell, [...(inCell.get(cell) ?? []), word]);
  }
  for (const [cell, list] of inCell) cell.words = readCell(list);
  const filled = table.cells.filter((cell) => cell.words.length > 0);
  const rows = new Set(filled.map(({ row }) => row)).size;
  const columns = new Set(filled.map(({ column }) => column)).size;
  return filled.length >= 3 && rows >= 2 && columns >= 2 ? table : null;
}

/** Adds the outer edges of a grid that is open at a side: where most lines run on beyond its last crossing line. */
function withOpenEnds(found: readonly number[], crossing: readonly Ruling[]): number[] {
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = median(crossing.map(({ from }) => from));
  const end = median(crossing.map(({ to }) => to));
  return [...(start < first - OPEN_END ? [start] : []), ...found, ...(end > last + OPEN_END ? [end] : [])];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function edges(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const found: number[] = [];
  for (const value of sorted) if (found.length === 0 || value - found.at(-1)! > SAME_EDGE) found.push(value);
  return found;
}

function isInside(word: Box, box: Box): boolean {
  const [x, y] = [(word[0] + word[2]) / 2, (word[1] + word[3]) / 2];
  return x > box[0] && x < box[2] && y > box[1] && y < box[3];
}
