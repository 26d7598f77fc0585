import { bandOf, type GridCell } from '../rows/layout/grid-cells.ts';
import { isSummaryLine } from '../rows/layout/summary-line.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { headingScore } from './heading-score.ts';
import { areLabels, isColumn, type ListColumn, NAMED, textOfLines } from './list-column.ts';
import type { PageLayout } from './page-layout.ts';

/** Columns of the tables of a page whose lines are drawn, where their heading names the field. */
export function drawnColumns(context: ExtractionContext, { page, grids }: PageLayout, field: number): ListColumn[] {
  return grids.flatMap(({ index, rows }) =>
    rows.flatMap((cells, row) => {
      const headings = cells.map(({ lines }) => lines);
      if (headings.length < 2) return [];
      return cells.flatMap((heading): ListColumn[] => {
        const score = headingScore(context, field, heading.lines);
        if (score < NAMED) return [];
        const isSum = (under: readonly GridCell[]) => {
          const band = bandOf(context, page, index, under);
          return band !== null && isSummaryLine(context.view, context.labels, band);
        };
        const under = cellsUnder(rows, row, heading, isSum);
        if (under.some(({ cell, lines }) => holdsRows(rows[cell.row] ?? [], lines.length))) return [];
        const column: ListColumn = {
          title: textOfLines(context, heading.lines),
          head: headings.map((lines) => textOfLines(context, lines)).join('|'),
          isHead: areLabels(context, headings),
          score,
          entries: under.map(({ lines }) => ({ ranges: lines, page: page.index })),
        };
        return isColumn(context, field, column, headings.length) ? [column] : [];
      });
    }),
  );
}

/** True where lines are drawn between columns only: cells of one grid row hold as many lines as each other, which are rows of their own. */
function holdsRows(cells: readonly GridCell[], lines: number): boolean {
  return lines > 2 && cells.filter((other) => other.lines.length === lines).length > 1;
}

/**
 * Cells of the same columns of the grid in the rows under a heading, down to a sum or to a row that one cell runs across. Rows may leave
 * theirs empty.
 */
function cellsUnder(
  rows: readonly GridCell[][],
  row: number,
  { cell: heading }: GridCell,
  isSum: (cells: readonly GridCell[]) => boolean,
): GridCell[] {
  const found: GridCell[] = [];
  for (const cells of rows.slice(row + 1)) {
    if (!cells?.length) continue;
    const own = cells.find(({ cell }) => cell.column === heading.column && cell.column_span === heading.column_span);
    if ((!own && cells.length === 1) || isSum(cells)) break;
    if (own) found.push(own);
  }
  return found;
}
