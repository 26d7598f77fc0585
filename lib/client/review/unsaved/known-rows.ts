import type { MergedFields, MergedRow } from '#lib/contract/desk/review.ts';
import { rowWithoutPeople } from '#lib/document/review/merge-actions.ts';

/**
 * The extracted rows that a tab has seen of a document. The desk sends the rows that are there; one that was removed and comes
 * back by undoing is shown whole at once because it was seen before.
 */
export function createKnownRows() {
  const known = new Map<string, Map<string, MergedRow>>();
  return {
    /** Remembers the rows of an answer of the desk. */
    record(fields: MergedFields | null): void {
      for (const [name, entry] of Object.entries(fields ?? {})) {
        if (!Array.isArray(entry)) continue;
        const seen = known.get(name) ?? new Map<string, MergedRow>();
        known.set(name, seen);
        for (const row of entry) if (row.origin === 'machine') seen.set(row.key, row);
      }
    },
    /** The extracted rows for `applyAction`: those of the fields, and those seen before. */
    extracted(fields: MergedFields): MergedFields {
      const rows = Object.entries(fields).flatMap(([name, entry]) =>
        Array.isArray(entry) ? [[name, [...(known.get(name)?.values() ?? [])].map(rowWithoutPeople)] as const] : [],
      );
      return Object.fromEntries(rows);
    },
  };
}
