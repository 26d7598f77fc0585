import type { Table } from '#lib/contract/service/reading.ts';
import { type Band, bandsOf } from '../rows/layout/bands.ts';
import { type GridCell, gridOf } from '../rows/layout/grid-cells.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { PageView } from '../view/page-view.ts';

/** What columns are looked for in on one page: its lines, and the cells of its tables whose lines are drawn, by row. */
export type PageLayout = { page: PageView; bands: Band[]; grids: { index: number; rows: GridCell[][] }[] };

const known = new WeakMap<ExtractionContext, PageLayout[]>();

/** The layout of each page of a document; worked out once for all fields. */
export function layoutOf(context: ExtractionContext): PageLayout[] {
  const layouts =
    known.get(context) ??
    context.view.pages.map((page) => ({
      page,
      bands: bandsOf(context.view, page),
      grids: page.page.tables.flatMap((table, index) => (isDrawn(table) ? [{ index, rows: gridOf(context, page, table) }] : [])),
    }));
  known.set(context, layouts);
  return layouts;
}

function isDrawn({ ruled, column_count: columns }: Table): boolean {
  return Boolean(ruled) && columns > 1;
}
