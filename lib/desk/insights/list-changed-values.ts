import type { ChangedValue } from '#lib/contract/desk/insights/insights.ts';
import type { SampledField } from '#lib/contract/desk/quality-sample.ts';
import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import { pairRows, verdictOf } from '#lib/document/review/judge-values.ts';
import { extractedFields } from '#lib/document/review/merge-actions.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import type { Review } from '../review/review.ts';

/**
 * The values of a field that people changed, in the order of the document: what was extracted, and what was approved.
 * @param sample of a document that approved itself: what a person who checked it said of its values; else null
 * @param name of the field; `rows.column` for a column
 */
export function listChangedValues(
  { schema, result, opinion, fields }: Pick<Review, 'schema' | 'result' | 'opinion' | 'fields'>,
  sample: readonly SampledField[] | null,
  name: string,
): ChangedValue[] {
  const [first = '', column] = schema.fields.some((field) => field.name === name) ? [name] : name.split('.');
  const field = schema.fields.find((one) => one.name === first);
  const type = column === undefined ? field?.type : field?.fields?.find((one) => one.name === column)?.type;
  if (!type) return [];
  if (sample) return listDisagreements(sample, type, first, column);
  const extracted = extractedFields(schema, result, opinion);
  return pairsOf(extracted[first], fields[first], column).flatMap(({ was, is, row }): ChangedValue[] => {
    const verdict = verdictOf(was, is);
    if (verdict === 'right' || verdict === 'absent') return [];
    // a row that people removed has no place any more
    const pointer = is?.pointer ?? formatPointer(first);
    return [{ pointer, row, type, extracted: was?.value ?? null, approved: is?.value ?? null }];
  });
}

type Pair = { was: MergedValue | undefined; is: MergedValue | undefined; row: number | null };

function pairsOf(was: MergedFields[string] | undefined, is: MergedFields[string] | undefined, column: string | undefined): Pair[] {
  if (!Array.isArray(was) || !Array.isArray(is)) return Array.isArray(was) || Array.isArray(is) ? [] : [{ was, is, row: null }];
  if (column === undefined) return [];
  return pairRows(was, is).map(([before, after]) => ({
    was: before?.cells[column],
    is: after?.cells[column],
    row: after ? is.indexOf(after) + 1 : null,
  }));
}

function listDisagreements(sample: readonly SampledField[], type: FieldType, first: string, column: string | undefined): ChangedValue[] {
  return sample.flatMap(({ pointer, agrees, approved, right = null }): ChangedValue[] => {
    const [name, row, cell] = parsePointer(pointer);
    if (agrees || name !== first || cell !== column) return [];
    return [{ pointer, row: row === undefined ? null : Number(row) + 1, type, extracted: approved, approved: right }];
  });
}
