import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { bandOf } from '../geometry/page-columns.ts';
import { linesOfEvidence } from '../geometry/page-lines.ts';
import { isFigureColumn } from '../values/read-cell-text.ts';
import { type CellSource, readSource, type TableContext } from './cell-sources.ts';
import type { RowPlace } from './locate-rows.ts';

/** A row to be added: where, and what its cells hold. */
export type NewRow = { index: number; values: Record<string, { value: Value; evidence: Evidence[] }> };

/** The columns of the page that a column's cells stand in most often; null when its cells stand nowhere. */
function usualBands(context: TableContext, column: RowField): { from: number; to: number } | null {
  const votes = new Map<string, number>();
  for (const row of context.rows)
    for (const evidence of ownValue(row.cells, column.name)?.evidence ?? []) {
      const words = evidence.words?.map((word) => context.pages.get(evidence.page)?.page.words[word]?.box) ?? [evidence.box];
      const bands = words.flatMap((box) => (box ? [bandOf(context.bands, box[0], box[2])] : [])).filter((band) => band >= 0);
      if (bands.length === 0) continue;
      const key = `${Math.min(...bands)} ${Math.max(...bands)}`;
      votes.set(key, (votes.get(key) ?? 0) + 1);
    }
  const best = [...votes]
    .sort((a, b) => b[1] - a[1])[0]?.[0]
    .split(' ')
    .map(Number);
  return best ? { from: best[0]!, to: best[1]! } : null;
}

/** Sources for the cells of a row of which only the line is known: as other rows have it, else figures from the right. */
function sourcesFor(context: TableContext): Map<RowField, CellSource> {
  const sources = new Map<RowField, CellSource>();
  for (const column of context.columns) {
    const bands = usualBands(context, column);
    if (bands) sources.set(column, { kind: 'band', ...bands, lines: isFigureColumn(column) ? 'main' : 'wrapped' });
  }
  if (sources.size > 0) return sources;
  const figures = context.columns.filter(isFigureColumn).toReversed();
  figures.forEach((column, fromRight) => {
    sources.set(column, { kind: 'figure', fromRight });
  });
  const text = context.columns.find(({ type }) => type === 'string');
  if (text) sources.set(text, { kind: 'before_figures', count: figures.length });
  return sources;
}

/**
 * Reads a line of a page as a row: each cell from where the other rows have it, with its place on the page. Null when the
 * page is not among the context's or nothing on the line fits a column.
 */
export function rowFromLine(context: TableContext, line: Evidence): NewRow | null {
  const lined = context.pages.get(line.page);
  const main = lined && linesOfEvidence(lined, line)[0];
  if (!lined || main === undefined) return null;
  const taken = new Set(context.places.flatMap((place) => (place?.page === line.page ? place.anchors : [])));
  const below: number[] = [];
  for (let next = main + 1; next < main + 4 && lined.lines[next] && !taken.has(next); next++) below.push(next);
  const place: RowPlace = { page: line.page, anchors: [main], main, above: [], below };
  const at = context.rows.length;
  const extended: TableContext = { ...context, places: [...context.places, place] };
  const values: NewRow['values'] = newRecord();
  for (const [column, source] of sourcesFor(context)) {
    const read = readSource(extended, column, at, source, 'plain');
    if (read) values[column.name] = { value: read.value, evidence: read.evidence };
  }
  if (Object.keys(values).length === 0) return null;
  const before = context.places.findLastIndex(
    (other) => other && (other.page < line.page || (other.page === line.page && other.main < main)),
  );
  return { index: before + 1, values };
}
