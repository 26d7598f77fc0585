import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { Value } from '#lib/contract/service/extraction.ts';

/** Field name → bare value, or rows of bare values. */
export type PlainFields = Record<string, Value | Record<string, Value>[]>;

/**
 * The values alone: people's, or the extracted ones (`extracted`: of the extracted rows still present; `beside`: of all rows that
 * are present, so that those which people added are empty).
 */
export function plainFields(fields: MergedFields, which: 'approved' | 'extracted' | 'beside' = 'approved'): PlainFields {
  const pick = which === 'approved' ? 'value' : 'original';
  return Object.fromEntries(
    Object.entries(fields).map(([name, entry]) => [
      name,
      Array.isArray(entry)
        ? entry
            .filter((row) => which !== 'extracted' || row.origin === 'machine')
            .map((row) => Object.fromEntries(Object.entries(row.cells).map(([column, cell]) => [column, cell[pick]])))
        : entry[pick],
    ]),
  );
}
