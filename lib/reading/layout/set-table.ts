import { textWidth } from './glyph-width.ts';
import type { LayoutCell } from './layout-block.ts';
import { A4, LINE_PITCH, type PageSetter } from './page-setter.ts';
import { type PlacedCell, placeCells } from './place-cells.ts';
import { type SetLine, setLines } from './set-lines.ts';

const SIZES = [9.5, 8.5, 7.5, 6.5];
const PADDING_X = 4;
const PADDING_Y = 2;
/** A table wider than this many page widths breaks words inside. */
const MAX_WIDENING = 6;

type Wish = { least: number; natural: number };
type StripLine = { line: SetLine; left: number; top: number; cell: number };

function cellWish(cell: LayoutCell, size: number): Wish {
  let least = 0;
  let natural = 0;
  let line = 0;
  for (const run of cell.runs) {
    const bold = run.bold ?? cell.header ?? false;
    const parts = run.text.split(/[\r\n]+/);
    for (const [index, part] of parts.entries()) {
      if (index > 0) line = 0;
      line += textWidth(part.slice(0, 400), size, bold);
      if (run.field && part === '') line += 60;
      natural = Math.max(natural, line);
      for (const word of part.slice(0, 2000).split(/\s+/)) least = Math.max(least, Math.min(textWidth(word, size, bold), 220));
    }
  }
  return { least: least + 2 * PADDING_X + 1, natural: Math.max(least, natural) + 2 * PADDING_X + 1 };
}

/** Minimum and natural column widths; a spanning cell's need is spread over its columns. */
function columnWishes(cells: readonly PlacedCell[], columnCount: number, size: number): Wish[] {
  const wishes: Wish[] = Array.from({ length: columnCount }, () => ({ least: 2 * PADDING_X, natural: 2 * PADDING_X }));
  for (const spanning of [false, true]) {
    for (const { cell, column, columnSpan } of cells) {
      if (columnSpan > 1 !== spanning) continue;
      const wish = cellWish(cell, size);
      const columns = wishes.slice(column, column + columnSpan);
      for (const key of ['least', 'natural'] as const) {
        const lack = wish[key] - columns.reduce((sum, each) => sum + each[key], 0);
        if (lack > 0) for (const each of columns) each[key] += lack / columns.length;
      }
    }
  }
  for (const wish of wishes) wish.natural = Math.max(wish.natural, wish.least);
  return wishes;
}

/** Column widths in points after the automatic table layout of CSS 2.2 (17.5.2.2): natural where it fits, else shared out. */
function columnWidths(cells: readonly PlacedCell[], columnCount: number, room: number): { widths: number[]; size: number } {
  const total = (wishes: Wish[], key: keyof Wish) => wishes.reduce((sum, each) => sum + each[key], 0);
  let size = SIZES[0] ?? 9.5;
  let wishes: Wish[] = [];
  for (size of SIZES) {
    wishes = columnWishes(cells, columnCount, size);
    if (total(wishes, 'least') <= room) break;
  }
  const least = total(wishes, 'least');
  const natural = total(wishes, 'natural');
  if (natural <= room) return { widths: wishes.map((wish) => wish.natural), size };
  const available = Math.max(room, Math.min(least, A4.width * MAX_WIDENING));
  if (least >= available) return { widths: wishes.map((wish) => (wish.least * available) / least), size };
  const share = (available - least) / (natural - least);
  return { widths: wishes.map((wish) => wish.least + (wish.natural - wish.least) * share), size };
}

function sums(lengths: readonly number[]): number[] {
  const edges = [0];
  for (const length of lengths) edges.push((edges.at(-1) ?? 0) + length);
  return edges;
}

/** Sets all cells on one endless strip: `y` from the table's top, `x` from its left edge, in points. */
function setStrip(cells: readonly PlacedCell[], rowCount: number, widths: readonly number[], size: number) {
  const columnEdges = sums(widths);
  const pitch = size * LINE_PITCH;
  const heights = new Array<number>(rowCount).fill(pitch + 2 * PADDING_Y);
  const set = cells.map(({ cell, column, columnSpan }) => {
    const width = (columnEdges[column + columnSpan] ?? 0) - (columnEdges[column] ?? 0) - 2 * PADDING_X;
    return setLines(cell.runs, Math.max(width, size), size, cell.header);
  });
  for (const spanning of [false, true]) {
    cells.forEach(({ row, rowSpan }, index) => {
      if (rowSpan > 1 !== spanning) return;
      const need = (set[index]?.length ?? 0) * pitch + 2 * PADDING_Y;
      const have = heights.slice(row, row + rowSpan).reduce((sum, each) => sum + each, 0);
      const last = row + rowSpan - 1;
      if (need > have) heights[last] = (heights[last] ?? 0) + need - have;
    });
  }
  const rowEdges = sums(heights);
  const lines: StripLine[] = [];
  cells.forEach(({ row, column }, index) => {
    set[index]?.forEach((line, at) => {
      lines.push({
        line,
        left: (columnEdges[column] ?? 0) + PADDING_X,
        top: (rowEdges[row] ?? 0) + PADDING_Y + at * pitch,
        cell: index,
      });
    });
  });
  const most = new Array<number>(rowCount).fill(0);
  cells.forEach(({ row, rowSpan }, index) => {
    const own = rowSpan > 1 ? 2 : (set[index]?.length ?? 0);
    most[row] = Math.max(most[row] ?? 0, own);
  });
  return { columnEdges, rowEdges, lines, isOneLine: (row: number) => (most[row] ?? 0) <= 1 };
}

/** A row higher than this share of the page is cut rather than moved to the next page. */
const TALL_ROW = 0.4;

/** Where the strip is cut: at row ends, and inside a row (between lines) only when the row is tall. */
function cutStrip(rowEdges: readonly number[], pitch: number, firstRoom: number, room: number): number[] {
  const end = rowEdges.at(-1) ?? 0;
  const cuts = [0];
  let row = 1;
  while ((cuts.at(-1) ?? 0) < end) {
    const from = cuts.at(-1) ?? 0;
    const limit = from + (cuts.length === 1 ? firstRoom : room);
    let cut = from;
    while (row < rowEdges.length && (rowEdges[row] ?? 0) <= limit) {
      cut = rowEdges[row] ?? cut;
      row += 1;
    }
    const [rowTop, rowBottom] = [rowEdges[row - 1] ?? 0, rowEdges[row] ?? 0];
    const tall = rowBottom - rowTop > room * TALL_ROW && limit - rowTop > room * TALL_ROW * 0.5;
    if (tall && rowTop >= from) cut = from;
    if (cut === from) {
      const fits = rowBottom - rowTop <= room && !tall;
      if (cuts.length === 1 && firstRoom < room && from === rowTop && fits) cut = from;
      else cut = Math.max(from + pitch, rowTop + PADDING_Y + Math.floor((limit - rowTop - PADDING_Y) / pitch) * pitch);
      if (cut >= end) cut = end;
      if (cut === from && cuts.length > 1) cut = Math.min(end, from + pitch);
    }
    cuts.push(cut);
    if (cuts.length > 100_000) break;
  }
  return cuts;
}

/**
 * Sets a table on the pages: columns by the widths of their contents, rows kept whole where a page can hold them. Each page
 * gets its own `Table` with rows counted from 0; a cell that goes over a page break stands in both, with its words there.
 */
export function setTable(setter: PageSetter, rows: readonly (readonly LayoutCell[])[]): void {
  const { cells, columnCount } = placeCells(rows);
  if (cells.length === 0) return;
  const { widths, size } = columnWidths(cells, columnCount, setter.textWidth);
  const pitch = size * LINE_PITCH;
  const { columnEdges, rowEdges, lines, isOneLine } = setStrip(cells, rows.length, widths, size);
  const cuts = cutStrip(rowEdges, pitch, setter.bottom - setter.y, setter.textHeight);
  const edge = (edges: readonly number[], index: number) => edges[Math.min(index, edges.length - 1)] ?? 0;
  let nextLine = 0;
  lines.sort((a, b) => (cells[a.cell]?.row ?? 0) - (cells[b.cell]?.row ?? 0) || a.cell - b.cell || a.top - b.top);
  let waiting: StripLine[] = [];
  for (let at = 1; at < cuts.length && !setter.full; at += 1) {
    const [from, to] = [cuts[at - 1] ?? 0, cuts[at] ?? 0];
    if (at > 1) setter.breakPage();
    if (setter.full) break;
    if (to === from) continue;
    const top = setter.y;
    setter.beginBlock('table');
    const words = new Map<number, { indices: number[]; text: string[] }>();
    const later: StripLine[] = [];
    let joinable = -1;
    const place = (entry: StripLine) => {
      if (entry.top + pitch / 2 >= to) return later.push(entry);
      const row = cells[entry.cell]?.row ?? 0;
      const indices = setter.place(entry.line, setter.left + entry.left, top + entry.top - from, size, row === joinable);
      if (indices.length > 0) joinable = isOneLine(row) ? row : -1;
      const known = words.get(entry.cell) ?? { indices: [], text: [] };
      known.indices.push(...indices);
      known.text.push(entry.line.words.map((word) => word.text).join(' '));
      words.set(entry.cell, known);
    };
    waiting.forEach(place);
    while (nextLine < lines.length) {
      const entry = lines[nextLine];
      if (!entry || edge(rowEdges, cells[entry.cell]?.row ?? 0) >= to) break;
      place(entry);
      nextLine += 1;
    }
    waiting = later;
    setter.endBlock();
    const firstRow = Math.max(0, rowEdges.findIndex((y) => y > from) - 1);
    const lastRow = rowEdges.findIndex((y) => y >= to) - 1;
    const shown = cells
      .map((grid, index) => ({ grid, index }))
      .filter(({ grid }) => grid.row <= lastRow && grid.row + grid.rowSpan > firstRow);
    setter.addTable({
      table: { row_count: lastRow - firstRow + 1, column_count: columnCount, ruled: true },
      points: [setter.left, top, setter.left + edge(columnEdges, columnCount), top + to - from],
      cells: shown.map(({ grid, index }) => {
        const startRow = Math.max(grid.row, firstRow);
        const endRow = Math.min(grid.row + grid.rowSpan, lastRow + 1);
        return {
          cell: {
            row: startRow - firstRow,
            column: grid.column,
            row_span: endRow - startRow,
            column_span: grid.columnSpan,
            words: words.get(index)?.indices ?? [],
            text: (words.get(index)?.text ?? []).join(' ').trim(),
            ...(grid.cell.header ? { header: true } : {}),
          },
          points: [
            setter.left + edge(columnEdges, grid.column),
            top + Math.max(edge(rowEdges, startRow), from) - from,
            setter.left + edge(columnEdges, grid.column + grid.columnSpan),
            top + Math.min(edge(rowEdges, endRow), to) - from,
          ],
        };
      }),
    });
    setter.y = top + to - from;
  }
}
