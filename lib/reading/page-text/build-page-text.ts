import type { Box } from '#lib/contract/service/box.ts';
import type { Block, Line, Table, Word } from '#lib/contract/service/reading.ts';
import { areaOf, clampBox, containsCentre, unionAll } from '#lib/document/geometry/box.ts';
import { orderSegments, type Stretch, type VisualLine } from '#lib/document/geometry/reading-order.ts';
import { groupSegments, medianHeight, type Segment } from '#lib/document/geometry/text-segments.ts';
import { findSkew, levelBox } from '#lib/document/geometry/text-skew.ts';
import { findPageTables } from '../tables/find-page-tables.ts';
import type { TableGrid } from '../tables/table-grid.ts';
import { startsBlock, toBlock, usualSize } from './build-blocks.ts';
import { fromPoints, type PageShape, toPoints } from './page-shape.ts';

/** Words in reading order with the lines, blocks and tables over them. */
export type PageText<W extends Word> = { words: W[]; lines: Line[]; blocks: Block[]; tables: Table[] };

const LATIN = /\p{Script=Latin}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A table among the segments of a page: it is read as a whole. */
type TableSegment = Segment & { grid: TableGrid };

/**
 * Groups the words of a page into lines, blocks and tables in reading order.
 * Words may come in any order; their boxes are fractions of the displayed page.
 * @param strokes drawn lines, thin boxes in fractions of the displayed page: they part words and draw tables
 */
export function buildPageText<W extends Word>(words: readonly W[], shape: PageShape, strokes: readonly Box[] = []): PageText<W> {
  const placed = words.map(({ box }) => toPoints(box, shape));
  const skew = findSkew(placed);
  const boxes = skew === 0 ? placed : placed.map((box) => levelBox(box, skew));
  const { grids, isParted } = findPageTables(
    words,
    boxes,
    strokes.map((stroke) => levelBox(toPoints(stroke, shape), skew)),
  );
  const tables = toSegments(grids, boxes);
  const taken = new Set(tables.flatMap(({ items }) => items));
  const free = boxes.map((_, index) => index).filter((index) => !taken.has(index));
  const segments: Segment[] = groupSegments(
    free.map((index) => boxes[index]!),
    isParted,
  ).map(({ items, box }) => ({ items: items.map((item) => free[item]!), box }));
  const builder = createBuilder(words, boxes, shape);
  for (const stretch of orderSegments([...segments, ...tables], medianHeight(boxes))) builder.addStretch(stretch);
  return builder.text;
}

/**
 * All words that stand in each table, also those that are in no cell (dot leaders). Drawn grids may overlap; a word that
 * stands in several is told once, in the smallest.
 */
function toSegments(grids: readonly TableGrid[], boxes: readonly Box[]): TableSegment[] {
  const taken = new Set<number>();
  const segments = new Map<TableGrid, TableSegment>();
  for (const grid of [...grids].sort((a, b) => areaOf(a.box) - areaOf(b.box))) {
    const cells = grid.cells.map((cell) => ({ ...cell, words: cell.words.filter((index) => !taken.has(index)) }));
    const inCells = new Set(cells.flatMap(({ words }) => words));
    const isOwn = (index: number) => inCells.has(index) || (!taken.has(index) && containsCentre(grid.box, boxes[index]!));
    const items = boxes.map((_, index) => index).filter(isOwn);
    for (const index of items) taken.add(index);
    segments.set(grid, { items, box: grid.box, grid: { ...grid, cells } });
  }
  return grids.map((grid) => segments.get(grid)!);
}

function isTable(segment: Segment): segment is TableSegment {
  return 'grid' in segment;
}

type Builder<W extends Word> = { text: PageText<W>; addStretch(stretch: Stretch): void };

function createBuilder<W extends Word>(words: readonly W[], boxes: readonly Box[], shape: PageShape): Builder<W> {
  const text: PageText<W> = { words: [], lines: [], blocks: [], tables: [] };
  const usual = usualSize(words);
  const newIndex = new Map<number, number>();
  const addLine = (items: readonly number[]) => {
    if (items.length === 0) return;
    const start = text.words.length;
    for (const index of items) {
      newIndex.set(index, text.words.length);
      text.words.push(words[index]!);
    }
    text.lines.push({ words: [start, text.words.length], box: unionAll(text.words.slice(start).map(({ box }) => box)) });
  };
  const addTable = ({ grid, items }: TableSegment) => {
    const first = text.lines.length;
    for (const line of tableLines(grid, items, boxes)) addLine(line);
    if (text.lines.length === first) return;
    const box = unionAll(text.lines.slice(first).map((line) => line.box));
    text.blocks.push({ kind: 'table', lines: [first, text.lines.length], box });
    text.tables.push(toTable(grid, shape, newIndex, words));
  };
  const addStretch = (stretch: Stretch) => {
    let open: VisualLine[] = [];
    let first = 0;
    const finish = () => {
      if (open.length > 0) text.blocks.push(toBlock(text.lines, first, text.words, usual));
      open = [];
    };
    for (const line of stretch) {
      const segments = line.segments.filter((segment) => !isTable(segment));
      if (segments.length > 0) {
        const plain = { segments, box: unionAll(segments.map(({ box }) => box)) };
        if (open.length > 0 && startsBlock(open, plain, words)) finish();
        if (open.length === 0) first = text.lines.length;
        open.push(plain);
        addLine(
          inDirection(
            segments.flatMap(({ items }) => leftToRight(items, boxes)),
            words,
          ),
        );
      }
      for (const table of line.segments.filter(isTable)) {
        finish();
        addTable(table);
      }
    }
    finish();
  };
  return { text, addStretch };
}

/** Lines of Arabic or Hebrew are read from the right; numbers and Latin words in them keep their own order. */
function inDirection(items: readonly number[], words: readonly Word[]): readonly number[] {
  const isRightToLeft = (index: number) => RIGHT_TO_LEFT.test(words[index]!.text);
  const latin = items.filter((index) => LATIN.test(words[index]!.text)).length;
  if (items.filter(isRightToLeft).length <= latin) return items;
  const groups: number[][] = [];
  for (const index of items) {
    const last = groups.at(-1);
    if (last && !isRightToLeft(index) && !isRightToLeft(last.at(-1)!)) last.push(index);
    else groups.push([index]);
  }
  return groups.reverse().flat();
}

function leftToRight(items: readonly number[], boxes: readonly Box[]): number[] {
  return [...items].sort((a, b) => boxes[a]![0] - boxes[b]![0]);
}

/** The lines of a table: a row on one height is a line; of a row with wrapped texts each cell is read by itself. */
function tableLines({ rowCount, cells }: TableGrid, items: readonly number[], boxes: readonly Box[]): number[][] {
  const lines: number[][] = [];
  const inCells = new Set(cells.flatMap(({ words }) => words));
  for (let row = 0; row < rowCount; row++) {
    const own = cells.filter((cell) => cell.row === row && cell.words.length > 0).sort((a, b) => a.column - b.column);
    const cellLines = own.map(({ words }) => splitLines(words, boxes));
    if (cellLines.every((split) => split.length === 1)) lines.push(cellLines.flat(2));
    else lines.push(...cellLines.flat());
  }
  for (const index of items) {
    if (inCells.has(index)) continue;
    const y = (boxes[index]![1] + boxes[index]![3]) / 2;
    const line = lines.find((candidate) => candidate.some((other) => y > boxes[other]![1] && y < boxes[other]![3]));
    if (!line) lines.push([index]);
    else {
      line.push(index);
      line.sort((a, b) => boxes[a]![0] - boxes[b]![0]);
    }
  }
  return lines;
}

/** Cuts words in reading order where the next one stands lower, or starts further left: a new line. */
function splitLines(items: readonly number[], boxes: readonly Box[]): number[][] {
  const lines: number[][] = [];
  for (const index of items) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (!line || last === undefined || isOnNextLine(boxes[index]!, boxes[last]!)) lines.push([index]);
    else line.push(index);
  }
  return lines;
}

function isOnNextLine([left, top, , bottom]: Box, [lastLeft, lastTop, , lastBottom]: Box): boolean {
  // a label of one word over a value that begins at the same edge
  const isUnder = (top + bottom) / 2 > lastBottom;
  return isUnder || (left < lastLeft && top > lastTop);
}

function toTable(grid: TableGrid, shape: PageShape, newIndex: ReadonlyMap<number, number>, words: readonly Word[]): Table {
  // a grid without lines is as large as its words; they are where they are even when the page is slanted
  const around = (items: readonly number[], box: Box) =>
    grid.ruled || items.length === 0 ? clampBox(fromPoints(box, shape)) : unionAll(items.map((index) => words[index]!.box));
  return {
    box: around(
      grid.cells.flatMap((cell) => cell.words),
      grid.box,
    ),
    row_count: grid.rowCount,
    column_count: grid.columnCount,
    ruled: grid.ruled,
    cells: grid.cells.map((cell) => ({
      row: cell.row,
      column: cell.column,
      row_span: cell.rowSpan,
      column_span: cell.columnSpan,
      box: around(cell.words, cell.box),
      words: cell.words.map((index) => newIndex.get(index)!),
      text: cell.words.map((index) => words[index]!.text).join(' '),
      ...(cell.header && { header: true }),
    })),
  };
}
