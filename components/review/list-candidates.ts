import type { Candidate } from '#lib/contract/extraction.ts';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { MergedValue } from '#lib/contract/review.ts';
import { formatValue } from '#lib/document/format-value.ts';

/** How many candidates have a key of their own. */
export const KEYED_CANDIDATES = 5;

/** The other values that were considered, best first, each value once; without the one the field has. */
export function listCandidates(field: RowField, merged: MergedValue): Candidate[] {
  const seen = new Set([formatValue(field.type, merged.value)]);
  return merged.candidates.filter((candidate) => {
    const shown = formatValue(field.type, candidate.value);
    if (seen.has(shown)) return false;
    seen.add(shown);
    return true;
  });
}
