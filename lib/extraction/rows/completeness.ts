import type { Evidence, ExtractedRow, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { findRowLines } from '#lib/document/rows/find-row-lines.ts';

/** Pages that are searched for rows beyond those on which rows were found. */
const MOST_PAGES = 400;

/**
 * What a reviewer must know to trust that no row is missing: the lines of the pages that look like rows and which of them
 * have one, and amounts on rows' lines that no cell holds. Lines are looked for from the page of the first row to the page
 * after the last one's.
 * @param unclaimed amounts on the rows' lines that no cell holds
 */
export function countRows(
  field: Field,
  rows: readonly ExtractedRow[],
  reading: Reading,
  unclaimed: readonly Evidence[],
): ExtractionResult['completeness'][string] {
  const places = rows.flatMap((row) =>
    Object.values(row).flatMap(({ evidence }) => evidence.flatMap(({ page, box }) => (box ? [page] : []))),
  );
  const first = places.reduce((least, page) => Math.min(least, page), Number.POSITIVE_INFINITY);
  const last = places.reduce((most, page) => Math.max(most, page), 0);
  const pages = reading.pages.filter(({ number }) => number >= first && number <= last + 1).slice(0, MOST_PAGES);
  const lines = findRowLines(
    field.fields ?? [],
    rows.map((cells) => ({ cells })),
    pages,
  );
  const missing = lines.filter(({ taken }) => !taken).length;
  return { row_like_lines: rows.length + missing, rows: rows.length, unclaimed: [...unclaimed], ...(lines.length > 0 ? { lines } : {}) };
}
