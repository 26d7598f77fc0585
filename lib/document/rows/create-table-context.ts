import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { findColumnBands } from '../geometry/page-columns.ts';
import { findPageLines } from '../geometry/page-lines.ts';
import { findDecimalSign } from '../values/read-cell-text.ts';
import type { TableContext } from './cell-sources.ts';
import { locateRows } from './locate-rows.ts';

function cellsByWord(rows: readonly MergedRow[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const row of rows)
    for (const { pointer, evidence } of Object.values(row.cells))
      for (const { page, words } of evidence) for (const word of words ?? []) cells.set(`${page} ${word}`, pointer);
  return cells;
}

/**
 * Sets rows before the pages they stand on, so that their cells can be read anew. Pages that are not given count as not
 * there: rows on them keep only what the result says of them.
 */
export function createTableContext(columns: readonly RowField[], rows: readonly MergedRow[], given: readonly Page[]): TableContext {
  const pages = new Map(given.map((page) => [page.number, findPageLines(page)]));
  const places = locateRows(rows, columns, pages);
  const lines = places.flatMap((place) => {
    const lined = place && pages.get(place.page);
    return place && lined ? [{ lined, line: place.main }] : [];
  });
  const cells = cellsByWord(rows);
  const bands = findColumnBands(lines, (page, word) => cells.get(`${page} ${word}`));
  const texts = lines.flatMap(({ lined, line }) => (lined.lines[line]?.words ?? []).map((word) => lined.page.words[word]!.text));
  return { columns, rows, pages, places, bands, locale: { decimalSign: findDecimalSign(texts) } };
}
