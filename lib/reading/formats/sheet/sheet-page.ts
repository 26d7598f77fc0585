import type { Box } from '#lib/contract/service/box.ts';
import type { Cell, Line, Page, Word } from '#lib/contract/service/reading.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { cellAddress } from '#lib/document/geometry/cell-address.ts';
import { emptyPage } from '#lib/document/geometry/empty-page.ts';
import { findTypedTicks } from '../../layout/find-typed-ticks.ts';
import { setLines } from '../../layout/set-lines.ts';
import { CELL_PADDING, CELL_TEXT, MAX_EMPTY, mergesByPlace, NARROWEST, type SheetColumns, sheetColumns } from './sheet-columns.ts';
import type { Merge, Sheet, SheetRow } from './workbook/sheet.ts';

/** Sheets with more rows than this become several pages. */
export const ROWS_PER_PAGE = 1000;

const PITCH = 13;
const EMPTY_ROW = 15;

/** As many as spreadsheet programs take into a cell. */
const MOST_CHARACTERS = 32_767;

const LONGEST_FORMULA = 8192;

/** A stretch of a sheet's rows that becomes one page. */
export type SheetPart = {
  sheet: Sheet;
  rows: SheetRow[];
  first: boolean;
  split: boolean;
  /** Those of the whole sheet. */
  columns: SheetColumns;
  merged: ReadonlyMap<string, Merge>;
};

/** Cuts sheets into parts of at most `ROWS_PER_PAGE` rows that hold text; an empty sheet is one empty part. */
export function splitSheets(sheets: readonly Sheet[]): SheetPart[] {
  return sheets.flatMap((sheet) => {
    const split = sheet.rows.length > ROWS_PER_PAGE;
    const merged = mergesByPlace(sheet);
    const columns = sheetColumns(sheet, merged);
    const parts: SheetPart[] = [];
    for (let at = 0; at === 0 || at < sheet.rows.length; at += ROWS_PER_PAGE) {
      parts.push({ sheet, rows: sheet.rows.slice(at, at + ROWS_PER_PAGE), first: at === 0, split, columns, merged });
    }
    return parts;
  });
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
  const { sheet, rows, merged } = part;
  const { first: firstColumn, last: lastColumn, edges: columns } = part.columns;
  const firstRow = rows[0]?.row ?? 0;
  const lastUsed = rows.at(-1)?.row ?? 0;
  const heights = new Map<number, number>();
  const placed: Placed[] = [];
  const formulas: Record<string, string> = {};
  let lastRow = lastUsed;
  for (const { row, cells } of rows) {
    let height = EMPTY_ROW;
    for (const cell of cells) {
      const merge = merged.get(`${row},${cell.column}`);
      const column = cell.column - firstColumn;
      const columnSpan = Math.min(merge?.columnSpan ?? 1, lastColumn - cell.column + 1);
      const rowSpan = merge?.rowSpan ?? 1;
      lastRow = Math.max(lastRow, Math.min(row + rowSpan - 1, lastUsed));
      const width = (columns[column + columnSpan] ?? 0) - (columns[column] ?? 0) - 2 * CELL_PADDING;
      const text = cell.text.slice(0, MOST_CHARACTERS);
      const lines = setLines([{ text }], width + 0.5, CELL_TEXT);
      if (rowSpan === 1) height = Math.max(height, lines.length * PITCH + 2);
      const address = cellAddress(row, cell.column);
      if (cell.formula) formulas[address] = cell.formula.slice(0, LONGEST_FORMULA);
      placed.push({
        cell: {
          row: row - firstRow,
          column,
          row_span: Math.min(rowSpan, lastUsed - row + 1),
          column_span: columnSpan,
          words: [],
          text,
        },
        address,
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
  const page = emptyPage({
    number,
    width,
    height,
    name: part.split ? `${sheet.name} (rows ${firstRow + 1}–${lastUsed + 1})` : sheet.name,
    source: 'layout',
    display: 'grid',
    ...(sheet.hidden ? { hidden: true } : {}),
    cell_addresses: [],
  });
  placeCells(page, placed, columns, rowEdges);
  page.grid = {
    sheet: sheet.name,
    ...listLanes('rows', 'row_edges', firstRow, rowEdges),
    ...listLanes('columns', 'column_edges', firstColumn, columns),
    merges: (page.tables[0]?.cells ?? []).flatMap(({ box, row_span, column_span }) => (row_span * column_span > 1 ? [box] : [])),
    ...(Object.keys(formulas).length > 0 ? { formulas } : {}),
  };
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
      const start = right ? Math.max(left + CELL_PADDING, edge - CELL_PADDING - line.width) : left + CELL_PADDING;
      const lineTop = Math.min(top + 1 + index * PITCH, Math.max(top, bottom - PITCH));
      for (const set of line.words) {
        if (set.text === '') continue;
        const wordLeft = Math.min(start + set.x, edge - 1);
        const word: Word = {
          text: set.text,
          box: box(wordLeft, lineTop, Math.min(edge, wordLeft + set.width), lineTop + PITCH - 1),
          size: CELL_TEXT,
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

/** Rows or columns that take room, by their numbers in the sheet, and their edges. */
function listLanes<Numbers extends string, Edges extends string>(numbers: Numbers, edges: Edges, first: number, points: readonly number[]) {
  const shown = points.slice(1).flatMap((end, index) => (end > (points[index] ?? 0) ? [index] : []));
  const tenths = [points[0] ?? 0, ...shown.map((index) => points[index + 1] ?? 0)].map((each) => Math.round(each * 10) / 10);
  return { [numbers]: shown.map((index) => first + index), [edges]: tenths } as Record<Numbers | Edges, number[]>;
}

function fraction(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e6) / 1e6;
}
