import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Cell, Table } from '#lib/contract/service/reading.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';
import { dropGroupSums, isCarriedSum, isCounted } from './cells/carried-sums.ts';
import { figuresOfCell, fillCellTexts } from './cells/cell-text.ts';
import { isDottedDay } from './cells/days.ts';
import { fitColumns } from './cells/fit-columns.ts';
import { FIGURES, readCell } from './cells/read-cell.ts';
import { isBalanceLine, isBooking, joinMark, putCell } from './cells/signed-amount.ts';
import { contentsFit } from './headings/column-contents.ts';
import { type Contents, nameColumns } from './headings/header.ts';
import type { HeadingPart } from './headings/part-heading.ts';
import { isTaughtOtherwise } from './headings/taught-heading.ts';
import { type Column, keyOfColumn } from './layout/column.ts';
import { bandOf, type GridCell, gridOf } from './layout/grid-cells.ts';
import { type Ledger, ledgerOf } from './layout/ledger.ts';
import type { RawCell, RawRow } from './layout/raw-row.ts';
import { isSummaryLine } from './layout/summary-line.ts';

/** Rows of a grid among which the headings are looked for. */
const HEADING_ROWS = 8;
/** A heading row holds figures in at most this share of its words. */
const FIGURE_SHARE = 0.34;
const LEAST_NAMED = 3;

/** Columns of the schema in a grid: its heading and the grid columns it spans. */
type GridColumn = Column & { from: number; to: number };

/** Rows of a grid and its columns; `width` is the number of columns of the grid. */
export type GridRows = { rows: RawRow[]; columns: GridColumn[]; width: number };

/**
 * Rows of the tables of a page whose lines are drawn, read by their grid: cells may be set at any height, and hold several lines.
 * Of several tables the one with the most rows, and those with the same headings. A first table without headings goes on with
 * that of the page before when it has as many columns.
 * Null when no drawn table has headings that name the row's fields.
 * @param before the grid on the page before, when the table may go on
 * @param contents whether figures make a row, or texts do
 */
export function collectGridRows(
  context: ExtractionContext,
  page: PageView,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
  before: GridRows | null,
  contents: Contents,
): GridRows | null {
  const found: GridRows[] = [];
  page.page.tables.forEach((table, index) => {
    if (!table.ruled || table.column_count < 2) return;
    const goesOn = before && found.length === 0 && before.width === table.column_count ? before.columns : null;
    const rows = readTable(context, page, table, index, labels, profiles, columns, goesOn, contents);
    if (rows) found.push(rows);
  });
  const best = found.reduce<GridRows | null>((most, grid) => (grid.rows.length > (most?.rows.length ?? 0) ? grid : most), null);
  if (!best) return null;
  const titlesOf = (grid: GridRows) => grid.columns.map(({ field, title }) => (field >= 0 ? title : '')).join('|');
  const alike = found.filter((grid) => titlesOf(grid) === titlesOf(best));
  return { ...best, rows: alike.flatMap(({ rows }) => rows) };
}

function readTable(
  context: ExtractionContext,
  page: PageView,
  table: Table,
  index: number,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
  goesOn: readonly GridColumn[] | null,
  contents: Contents,
): GridRows | null {
  const grid = gridOf(context, page, table);
  let heading: { columns: GridColumn[]; score: number; row: number } | null = null;
  for (let row = 0; row < Math.min(HEADING_ROWS, table.row_count - 1); row++) {
    const cells = grid[row] ?? [];
    if (cells.length < 2 || figureShare(context, cells) > FIGURE_SHARE) continue;
    const parts = cells.map((cell) => partOf(page, cell));
    const named = nameColumns(
      context.view,
      parts,
      labels,
      profiles,
      (part, field, title) => {
        const cell = cells[part]?.cell;
        if (cell && !contentsFit(profiles[field], title, textsOfColumn(context, grid, row, cell))) return false;
        return !cell || !FIGURES.has(columns[field]?.type ?? '') || holdsFigures(context, grid, row, cell, columns[field] as RowField);
      },
      contents,
    );
    if (!named || named.columns.filter(({ field }) => field >= 0).length < Math.min(LEAST_NAMED, profiles.length)) continue;
    const spans = named.columns.map((column, at): GridColumn => {
      const cell = cells[at]?.cell;
      return { ...column, from: cell?.column ?? 0, to: (cell?.column ?? 0) + (cell?.column_span ?? 1) };
    });
    if (!heading || named.score > heading.score + 0.05) heading = { columns: spans, score: named.score, row };
  }
  if (!heading && goesOn) heading = { columns: goesOn.map((column) => ({ ...column })), score: 1, row: -1 };
  if (!heading) return null;
  const numeric = new Set(heading.columns.map(({ field }) => field).filter((field) => FIGURES.has(columns[field]?.type ?? ''))).size;
  const ledger = ledgerOf(profiles);
  const rows: RawRow[] = [];
  for (let row = heading.row + 1; row < table.row_count; row++) {
    const cells = grid[row] ?? [];
    const band = bandOf(context, page, index, cells);
    if (!band) continue;
    const found = readRow(context, cells, heading.columns, ledger);
    if (ledger && isBalanceLine(context, band, found, ledger, columns)) continue;
    const isBooked = ledger !== null && isBooking(found, ledger, columns, context.pool.locale);
    if (!isBooked && isCarriedSum(context.view, band) && !isCounted(found, profiles, columns, context.pool.locale)) continue;
    const filled = [...found].filter(
      ([field, cell]) =>
        FIGURES.has(columns[field]?.type ?? '') &&
        !(ledger && isDottedDay(cell.text)) &&
        figuresOfCell(context, cell, columns[field] as RowField).length > 0,
    );
    if (!isBooked && isSummaryLine(context.view, labels, band) && filled.length < numeric) break;
    // Lines between columns only: one cell holds the figures of all rows, which is no row.
    if (filled.filter(([field, cell]) => figuresOfCell(context, cell, columns[field] as RowField).length > 1).length > 1) return null;
    const isFilled =
      contents === 'texts' ? [...found.keys()].filter((field) => field >= 0).length >= 2 : filled.length >= (numeric >= 3 ? 2 : 1);
    if (isFilled) rows.push({ page: page.index, band, cells: found });
  }
  nameTextColumn(rows, heading.columns, profiles);
  fitColumns(context, rows, heading.columns, profiles, columns);
  fillCellTexts(context, rows, heading.columns, labels, profiles);
  const kept = dropGroupSums(context, rows, labels, profiles, columns);
  return rows.length ? { rows: kept, columns: heading.columns, width: table.column_count } : null;
}

function partOf(page: PageView, { cell, lines }: GridCell): HeadingPart {
  return { ranges: lines, lines: lines.map((_, line) => line), left: cell.box[0] * page.width, right: cell.box[2] * page.width };
}

function figureShare(context: ExtractionContext, cells: readonly GridCell[]): number {
  let [figures, all] = [0, 0];
  for (const { lines } of cells)
    for (const [start, end] of lines)
      for (let token = start; token < end; token++) {
        all++;
        if (/\d/.test(context.view.tokens[token]?.text ?? '')) figures++;
      }
  return all ? figures / all : 1;
}

function textsOfColumn(context: ExtractionContext, grid: readonly GridCell[][], row: number, heading: Cell): string[] {
  const rows = grid.slice(row + 1).filter((cells) => (cells ?? []).length > 2);
  return rows.flatMap((cells) => cells.flatMap((entry) => (entry.cell.column === heading.column ? [textOf(context, entry.lines)] : [])));
}

/** True when cells under a heading read as figures of the column's type, or there are none at all. */
function holdsFigures(context: ExtractionContext, grid: readonly GridCell[][], row: number, heading: Cell, column: RowField): boolean {
  const under = grid.slice(row + 1).flatMap((cells) => (cells ?? []).filter((entry) => entry.cell.column === heading.column));
  const reads = under.filter(({ lines }) =>
    lines.some((line) => readCell(column, textOf(context, [line]), context.pool.locale) !== null),
  ).length;
  return under.length === 0 || reads * 4 >= under.length;
}

function textOf(context: ExtractionContext, lines: readonly [number, number][]): string {
  return lines.map(([start, end]) => textOfTokens(context.view, start, end)).join(' ');
}

function readRow(
  context: ExtractionContext,
  cells: readonly GridCell[],
  columns: readonly GridColumn[],
  ledger: Ledger | null,
): Map<number, RawCell> {
  const found = new Map<number, RawCell>();
  columns.forEach((column, at) => {
    const own = cells.find(({ cell }) => cell.column >= column.from && cell.column + cell.column_span <= column.to);
    if (!own) return;
    const cell: RawCell = {
      ranges: own.lines,
      text: textOf(context, own.lines),
      certainty: 1,
      ...(column.isEither ? { isEither: true } : {}),
    };
    if (column.side && !/\d/.test(cell.text)) return;
    putCell(found, keyOfColumn(column, at), cell, column.side ?? 0);
  });
  if (ledger) joinMark(found, ledger, columns);
  return found;
}

/** Gives the row's text the unnamed column with the most words when no heading names it. */
function nameTextColumn(rows: readonly RawRow[], columns: readonly GridColumn[], profiles: readonly FieldProfile[]): void {
  const field = profiles.findIndex(({ concepts }) => concepts[0]?.id === 'item_description');
  if (field < 0 || columns.some((column) => column.field === field)) return;
  const words = columns.map((column, at) =>
    column.field >= 0 || isTaughtOtherwise(profiles[field], column.title)
      ? 0
      : rows.reduce((sum, { cells }) => sum + (cells.get(keyOfColumn(column, at))?.text.match(/\p{L}{3,}/gu)?.length ?? 0), 0),
  );
  const worth = words.map((count, at) => count * (0.1 + (columns[at]?.scores[field] ?? 0)));
  const at = worth.indexOf(Math.max(...worth));
  const column = columns[at];
  if (!column || (words[at] ?? 0) < rows.length) return;
  for (const { cells } of rows) {
    const cell = cells.get(-1 - at);
    if (cell) cells.set(field, cell);
    cells.delete(-1 - at);
  }
  Object.assign(column, { field, score: 0.45 });
}
