import type { Box } from '#lib/contract/box.ts';
import type { Cell, Line, Page, Word } from '#lib/contract/reading.ts';
import { unionAll } from '#lib/document/box.ts';
import { findTypedTicks } from '../layout/find-typed-ticks.ts';
import { textWidth } from '../layout/glyph-width.ts';
import { setLines } from '../layout/set-lines.ts';
import { cellAddress, type Merge, type Sheet, type SheetRow } from './sheet.ts';

/** Sheets with more rows than this become several pages. */
export const ROWS_PER_PAGE = 1000;

const SIZE = 10;
const PITCH = 13;
const PADDING = 4;
const NARROWEST = 40;
const WIDEST = 240;
const EMPTY_COLUMN = 24;
const EMPTY_ROW = 15;
/** Longest run of empty rows or columns that is given its full room. */
const MAX_EMPTY = 60;

/** As many as spreadsheet programs take into a cell. */
const MOST_CHARACTERS = 32_767;

/** A stretch of a sheet's rows that becomes one page. */
export type SheetPart = { sheet: Sheet; rows: SheetRow[]; first: boolean; split: boolean };

/** Cuts sheets into parts of at most `ROWS_PER_PAGE` rows that hold text; an empty sheet is one empty part. */
export function splitSheets(sheets: readonly Sheet[]): SheetPart[] {
  return sheets.flatMap((sheet) => {
    const split = sheet.rows.length > ROWS_PER_PAGE;
    const parts: SheetPart[] = [];
    for (let at = 0; at === 0 || at < sheet.rows.length; at += ROWS_PER_PAGE) {
      parts.push({ sheet, rows: sheet.rows.slice(at, at + ROWS_PER_PAGE), first: at === 0, split });
    }
    return parts;
  });
}

function widest(text: string): number {
  return Math.max(...text.split('\n', 20).map((line) => textWidth(line.slice(0, 200), SIZE)));
}

/** Left edges of the columns `from` to `to`, and the right edge of the last, in points. */
function columnEdges(rows: readonly SheetRow[], merged: ReadonlyMap<string, Merge>, from: number, to: number): number[] {
  const widths = new Map<number, number>();
  for (const { row, cells } of rows) {
    for (const { column, text } of cells) {
      const alone = (merged.get(`${row},${column}`)?.columnSpan ?? 1) === 1;
      const need = alone ? Math.min(WIDEST, Math.max(NARROWEST, widest(text) + 2 * PADDING)) : NARROWEST;
      widths.set(column, Math.max(widths.get(column) ?? 0, need));
    }
  }
  const edges = [0];
  let empty = 0;
  for (let column = from; column <= to; column += 1) {
    const width = widths.get(column);
    empty = width === undefined ? empty + 1 : 0;
    edges.push((edges.at(-1) ?? 0) + (width ?? (empty <= MAX_EMPTY ? EMPTY_COLUMN : 0)));
  }
  return edges;
}

type Placed = {
  cell: Omit<Cell, 'box'>;
  address: string;
  hidden: boolean;
  right: boolean;
  url: string | undefined;
  lines: ReturnType<typeof setLines>;
};

/**
 * Lays a part of a sheet on a virtual page as wide and high as its cells need. Each word has its place in its cell's box,
 * `cell_addresses` names the cell of each word, a row without wrapped cells is one line, and the one table spans the used
 * rows and columns, counted from its corner.
 */
export function sheetPage(part: SheetPart, number: number): Page {
  const { sheet, rows } = part;
  const firstRow = rows[0]?.row ?? 0;
  const lastUsed = rows.at(-1)?.row ?? 0;
  const merged = new Map(
    sheet.merges.filter((merge) => merge.row >= firstRow && merge.row <= lastUsed).map((merge) => [`${merge.row},${merge.column}`, merge]),
  );
  let firstColumn = Number.POSITIVE_INFINITY;
  let lastColumn = 0;
  for (const { row, cells } of rows) {
    firstColumn = Math.min(firstColumn, cells[0]?.column ?? firstColumn);
    for (const { column } of cells) lastColumn = Math.max(lastColumn, column + (merged.get(`${row},${column}`)?.columnSpan ?? 1) - 1);
  }
  if (rows.length === 0) firstColumn = 0;
  lastColumn = Math.min(lastColumn, firstColumn + 16_384);
  const columns = columnEdges(rows, merged, firstColumn, lastColumn);
  const heights = new Map<number, number>();
  const placed: Placed[] = [];
  let lastRow = lastUsed;
  for (const { row, cells } of rows) {
    let height = EMPTY_ROW;
    for (const cell of cells) {
      const merge = merged.get(`${row},${cell.column}`);
      const column = cell.column - firstColumn;
      const columnSpan = Math.min(merge?.columnSpan ?? 1, lastColumn - cell.column + 1);
      const rowSpan = merge?.rowSpan ?? 1;
      lastRow = Math.max(lastRow, Math.min(row + rowSpan - 1, lastUsed));
      const width = (columns[column + columnSpan] ?? 0) - (columns[column] ?? 0) - 2 * PADDING;
      const text = cell.text.slice(0, MOST_CHARACTERS);
      const lines = setLines([{ text }], width + 0.5, SIZE);
      if (rowSpan === 1) height = Math.max(height, lines.length * PITCH + 2);
      placed.push({
        cell: {
          row: row - firstRow,
          column,
          row_span: Math.min(rowSpan, lastUsed - row + 1),
          column_span: columnSpan,
          words: [],
          text,
        },
        address: cellAddress(row, cell.column),
        hidden: cell.hidden,
        right: cell.right,
        url: cell.url,
        lines,
      });
    }
    heights.set(row, height);
  }
  const rowEdges = [0];
  for (let row = firstRow, empty = 0; row <= lastRow; row += 1) {
    const height = heights.get(row);
    empty = height === undefined ? empty + 1 : 0;
    rowEdges.push((rowEdges.at(-1) ?? 0) + (height ?? (empty <= MAX_EMPTY ? EMPTY_ROW : 0)));
  }
  const width = Math.max(NARROWEST, columns.at(-1) ?? 0);
  const height = Math.max(EMPTY_ROW, rowEdges.at(-1) ?? 0);
  const page: Page = {
    number,
    width,
    height,
    name: part.split ? `${sheet.name} (rows ${firstRow + 1}–${lastUsed + 1})` : sheet.name,
    source: 'layout',
    display: 'grid',
    text_rotation: 0,
    words: [],
    lines: [],
    blocks: [],
    tables: [],
    form_fields: [],
    tick_boxes: [],
    links: [],
    ...(sheet.hidden ? { hidden: true } : {}),
    cell_addresses: [],
  };
  placeCells(page, placed, columns, rowEdges);
  findTypedTicks(page);
  return page;
}

function placeCells(page: Page, placed: readonly Placed[], columns: readonly number[], rows: readonly number[]): void {
  const box = (left: number, top: number, right: number, bottom: number): Box => [
    fraction(left / page.width),
    fraction(top / page.height),
    fraction(right / page.width),
    fraction(bottom / page.height),
  ];
  const cells: Cell[] = [];
  const wrapped = new Set(placed.filter(({ lines, cell }) => lines.length > 1 || cell.row_span > 1).map(({ cell }) => cell.row));
  let lineRow = -1;
  for (const { cell, address, hidden, right, url, lines } of placed) {
    const [left, edge] = [columns[cell.column] ?? 0, columns[cell.column + cell.column_span] ?? 0];
    const [top, bottom] = [rows[cell.row] ?? 0, rows[cell.row + cell.row_span] ?? 0];
    lines.forEach((line, index) => {
      const first = page.words.length;
      const start = right ? Math.max(left + PADDING, edge - PADDING - line.width) : left + PADDING;
      const lineTop = Math.min(top + 1 + index * PITCH, Math.max(top, bottom - PITCH));
      for (const set of line.words) {
        if (set.text === '') continue;
        const wordLeft = Math.min(start + set.x, edge - 1);
        const word: Word = {
          text: set.text,
          box: box(wordLeft, lineTop, Math.min(edge, wordLeft + set.width), lineTop + PITCH - 1),
          size: SIZE,
        };
        if (hidden) word.hidden = true;
        cell.words.push(page.words.length);
        page.words.push(word);
        page.cell_addresses?.push(address);
      }
      if (page.words.length === first) return;
      const lineBox = unionAll(page.words.slice(first).map((word) => word.box));
      const last = page.lines.at(-1);
      if (last && lineRow === cell.row) {
        last.words = [last.words[0], page.words.length];
        last.box = unionAll([last.box, lineBox]);
      } else page.lines.push({ words: [first, page.words.length], box: lineBox } satisfies Line);
      lineRow = wrapped.has(cell.row) ? -1 : cell.row;
    });
    cells.push({ ...cell, box: box(left, top, edge, bottom) });
    if (url) page.links.push({ box: box(left, top, edge, bottom), url, page: null });
  }
  if (cells.length === 0) return;
  page.tables.push({ box: [0, 0, 1, 1], row_count: rows.length - 1, column_count: columns.length - 1, cells, ruled: true });
  page.blocks.push({ kind: 'table', lines: [0, page.lines.length], box: [0, 0, 1, 1] });
}

function fraction(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e6) / 1e6;
}
