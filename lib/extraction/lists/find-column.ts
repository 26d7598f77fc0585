import { foldText } from '#lib/document/values/fold-text.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { drawnColumns } from './drawn-columns.ts';
import type { ListColumn } from './list-column.ts';
import { layoutOf } from './page-layout.ts';
import { spacedColumns } from './spaced-columns.ts';

/** Another column must be named this much better than the one before it on the document. */
const BETTER = 0.02;

/**
 * The column whose heading names a list field best, of all tables of the document, with that of tables with the same headings on later
 * pages. Null without one.
 */
export function findColumn(context: ExtractionContext, field: number): ListColumn | null {
  let best: ListColumn | null = null;
  for (const layout of layoutOf(context))
    best = joinPages(best, bestOf([...drawnColumns(context, layout, field), ...spacedColumns(context, layout, field)]));
  return best;
}

function bestOf(columns: readonly ListColumn[]): ListColumn | null {
  return columns.reduce<ListColumn | null>((best, column) => (column.score > (best?.score ?? 0) + BETTER ? column : best), null);
}

/** The better of two columns, or both where the table goes on on the later page. */
function joinPages(before: ListColumn | null, column: ListColumn | null): ListColumn | null {
  if (!before || !column) return before ?? column;
  if (column.score > before.score + BETTER) return column;
  return foldText(column.head) === foldText(before.head) ? { ...before, entries: [...before.entries, ...column.entries] } : before;
}
