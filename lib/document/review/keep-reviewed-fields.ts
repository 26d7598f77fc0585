import type { Action } from '#lib/contract/desk/review.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import { parsePointer } from '../values/pointer.ts';

/**
 * The extracted values after a second run, for a document people have already worked on.
 *
 * A field that a person has touched keeps the extracted value it was judged against: a confirmation stays a confirmation of the
 * same value, and row indices of earlier actions go on meaning the same rows. All other fields take the new values.
 */
export function keepReviewedFields(before: ExtractionResult | null, after: ExtractionResult, actions: readonly Action[]): ExtractionResult {
  if (!before || actions.length === 0) return after;
  const touched = new Set(actions.map((action) => parsePointer(action.draft.pointer)[0] ?? ''));
  const fields = Object.assign(newRecord<ExtractionResult['fields'][string]>(), after.fields);
  const completeness = Object.assign(newRecord<ExtractionResult['completeness'][string]>(), after.completeness);
  for (const name of touched) {
    const kept = ownValue(before.fields, name);
    if (kept !== undefined) fields[name] = kept;
    const keptCompleteness = ownValue(before.completeness, name);
    if (keptCompleteness) completeness[name] = keptCompleteness;
  }
  return { ...after, fields, completeness };
}
