import type { LayoutCell } from './layout-block.ts';

/** A cell at its place in the grid. */
export type PlacedCell = { cell: LayoutCell; row: number; column: number; rowSpan: number; columnSpan: number };

/** Most columns a table may have; cells beyond are put into the last one. */
const MAX_COLUMNS = 2000;

/**
 * Finds the grid place of every cell from the order of cells in their rows and their spans, as HTML does
 * (HTML Living Standard, "forming a table"): a cell takes the first column that no earlier row span covers.
 */
export function placeCells(rows: readonly (readonly LayoutCell[])[]): { cells: PlacedCell[]; columnCount: number } {
  const cells: PlacedCell[] = [];
  let columnCount = 0;
  /** For each column, the first row that is free again. */
  const freeFrom: number[] = [];
  rows.forEach((row, rowIndex) => {
    let column = 0;
    for (const cell of row) {
      while ((freeFrom[column] ?? 0) > rowIndex && column < MAX_COLUMNS) column += 1;
      const columnSpan = Math.max(1, Math.min(cell.columnSpan ?? 1, MAX_COLUMNS - column));
      const rowSpan = Math.max(1, Math.min(cell.rowSpan ?? 1, rows.length - rowIndex));
      cells.push({ cell, row: rowIndex, column, rowSpan, columnSpan });
      for (let at = column; at < column + columnSpan; at += 1) freeFrom[at] = rowIndex + rowSpan;
      column += columnSpan;
      columnCount = Math.max(columnCount, column);
      if (column >= MAX_COLUMNS) break;
    }
  });
  return { cells, columnCount };
}
