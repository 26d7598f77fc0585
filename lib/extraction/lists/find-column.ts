import { foldText } from '#lib/document/values/fold-text.ts';
import type { Scene } from '../scoring/scene.ts';
import { drawnColumns } from './drawn-columns.ts';
import type { ListColumn } from './list-column.ts';
import { spacedColumns } from './spaced-columns.ts';

/** Another column must be named this much better than the one before it on the document. */
const BETTER = 0.02;

/**
 * The column whose heading names a list field best, of all tables of the document, with those of the same heading on later pages. Null
 * without one.
 */
export function findColumn(scene: Scene, field: number): ListColumn | null {
  let best: ListColumn | null = null;
  for (const page of scene.view.pages)
    best = joinPages(best, bestOf([...drawnColumns(scene, page, field), ...spacedColumns(scene, page, field)]));
  return best;
}

function bestOf(columns: readonly ListColumn[]): ListColumn | null {
  return columns.reduce<ListColumn | null>((best, column) => (column.score > (best?.score ?? 0) + BETTER ? column : best), null);
}

/** The better of two columns, or both where the later page goes on under the same heading. */
function joinPages(before: ListColumn | null, column: ListColumn | null): ListColumn | null {
  if (!before || !column) return before ?? column;
  if (column.score > before.score + BETTER) return column;
  return foldText(column.title) === foldText(before.title) ? { ...before, entries: [...before.entries, ...column.entries] } : before;
}
