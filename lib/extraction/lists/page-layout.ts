import type { Table } from '#lib/contract/service/reading.ts';
import { type Band, bandsOf } from '../rows/bands.ts';
import { type GridCell, gridOf } from '../rows/grid-cells.ts';
import type { Scene } from '../scoring/scene.ts';
import type { PageView } from '../view/page-view.ts';

/** What columns are looked for in on one page: its lines, and the cells of its tables whose lines are drawn, by row. */
export type PageLayout = { page: PageView; bands: Band[]; grids: { index: number; rows: GridCell[][] }[] };

const known = new WeakMap<Scene, PageLayout[]>();

/** The layout of each page of a document; worked out once for all fields. */
export function layoutOf(scene: Scene): PageLayout[] {
  const layouts =
    known.get(scene) ??
    scene.view.pages.map((page) => ({
      page,
      bands: bandsOf(scene.view, page),
      grids: page.page.tables.flatMap((table, index) => (isDrawn(table) ? [{ index, rows: gridOf(scene, page, table) }] : [])),
    }));
  known.set(scene, layouts);
  return layouts;
}

function isDrawn({ ruled, column_count: columns }: Table): boolean {
  return Boolean(ruled) && columns > 1;
}
