import type { SampledField } from '#lib/contract/desk/quality-sample.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { parsePointer } from '../values/pointer.ts';
import { valueAt } from '../values/value-at.ts';
import type { JudgedValue, ValueVerdict } from './judge-values.ts';
import { extractedFields } from './merge-actions.ts';

/**
 * Judges the extracted values of a document that approved itself by what a person said of them as a quality sample. Values that the
 * person did not see are left out.
 */
export function judgeSample(input: {
  schema: Pick<SchemaDraft, 'fields'>;
  result: ExtractionResult;
  sample: readonly SampledField[];
}): JudgedValue[] {
  const extracted = extractedFields(input.schema, input.result);
  return input.sample.flatMap((seen): JudgedValue[] => {
    const value = valueAt(extracted, seen.pointer);
    if (!value) return [];
    const [name = '', , column] = parsePointer(seen.pointer);
    const field = column === undefined ? name : `${name}.${column}`;
    const confidence = isEmptyValue(value.value) ? null : value.confidence;
    // nothing was flagged, or it had not approved itself
    return [{ field, verdict: verdictOf(isEmptyValue(value.value), seen), confidence, isAdded: false, reasons: [] }];
  });
}

function verdictOf(wasEmpty: boolean, { agrees, right }: SampledField): ValueVerdict {
  if (agrees) return wasEmpty ? 'absent' : 'right';
  if (wasEmpty) return 'missed';
  return isEmptyValue(right ?? null) ? 'invented' : 'corrected';
}
