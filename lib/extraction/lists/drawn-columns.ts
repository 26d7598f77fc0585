import { type GridCell, gridOf } from '../rows/grid-cells.ts';
import type { Scene } from '../scoring/scene.ts';
import type { PageView } from '../view/page-view.ts';
import { headingScore } from './heading-score.ts';
import { fitsField, isHead, type ListColumn, NAMED, textOfLines } from './list-column.ts';

/** Columns of the tables of a page whose lines are drawn, where their heading names the field. */
export function drawnColumns(scene: Scene, page: PageView, field: number): ListColumn[] {
  return page.page.tables.flatMap((table) => {
    if (!table.ruled || table.column_count < 2) return [];
    const grid = gridOf(scene, page, table);
    return grid.flatMap((cells, row) => {
      const headings = cells.map(({ lines }) => lines);
      if (headings.length < 2) return [];
      return cells.flatMap((heading): ListColumn[] => {
        const score = headingScore(scene, field, heading.lines);
        if (score < NAMED || !isHead(scene, headings, score)) return [];
        const under = cellsUnder(grid, row, heading);
        if (under.some(({ cell, lines }) => holdsRows(grid[cell.row] ?? [], lines.length))) return [];
        const entries = under.map(({ lines }) => ({ ranges: lines, page: page.index }));
        const column = { title: textOfLines(scene, heading.lines), score, entries };
        return fitsField(scene, field, column) ? [column] : [];
      });
    });
  });
}

/** True where lines are drawn between columns only: cells of one grid row hold as many lines as each other, which are rows of their own. */
function holdsRows(cells: readonly GridCell[], lines: number): boolean {
  return lines > 2 && cells.filter((other) => other.lines.length === lines).length > 1;
}

/** Cells of the same grid column in the rows under a heading, down to the first row without a cell there and beside it. */
function cellsUnder(grid: readonly GridCell[][], row: number, { cell }: GridCell): GridCell[] {
  const found: GridCell[] = [];
  for (const cells of grid.slice(row + 1)) {
    const own = cells?.find((other) => other.cell.column === cell.column && other.cell.column_span === cell.column_span);
    if (!own || cells.length < 2) break;
    found.push(own);
  }
  return found;
}
