import type { Value } from '#lib/contract/extraction.ts';
import type { MergedFields } from '#lib/contract/review.ts';

/** Field name → bare value, or rows of bare values. */
export type PlainFields = Record<string, Value | Record<string, Value>[]>;

/** The values alone. `original` gives the machine's instead of people's (rows then are the machine's rows still present). */
export function plainFields(fields: MergedFields, which: 'approved' | 'original' = 'approved'): PlainFields {
  const pick = which === 'original' ? 'original' : 'value';
  return Object.fromEntries(
    Object.entries(fields).map(([name, entry]) => [
      name,
      Array.isArray(entry)
        ? entry
            .filter((row) => which === 'approved' || row.origin === 'machine')
            .map((row) => Object.fromEntries(Object.entries(row.cells).map(([column, cell]) => [column, cell[pick]])))
        : entry[pick],
    ]),
  );
}
