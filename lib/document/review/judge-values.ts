import type { Thresholds } from '#lib/contract/desk/insights/thresholds.ts';
import type { Flag, MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { findFlags } from './find-flags.ts';
import { extractedFields } from './merge-actions.ts';
import type { OpinionFields } from './opinion-fields.ts';
import { isSameJson } from './seen.ts';

/**
 * How an extracted value compares with the approved one. right: the same · corrected: another one · missed: nothing was extracted, a person
 * gave a value · invented: a person said that there is nothing · absent: nothing was extracted, and nothing is there.
 */
export type ValueVerdict = 'right' | 'corrected' | 'missed' | 'invented' | 'absent';

export type JudgedValue = {
  /** Name of the field; `rows.column` for a cell. */
  field: string;
  verdict: ValueVerdict;
  /** Of the extracted value, 0 to 1; null where the deployment said none, and where nothing was extracted. */
  confidence: number | null;
  /** A cell of a row that a person added: there was nothing to extract it in. */
  isAdded: boolean;
  /** Why it was shown to a person before anybody touched it; empty when it was not. */
  reasons: Flag['reason'][];
};

/**
 * Compares every extracted value of a document with the approved one. A removed row counts as values that were invented, an added one as
 * values that were missed; a row that both sides have is known by the place at which it was extracted.
 * @param input.fields the approved values
 */
export function judgeValues(input: {
  schema: Pick<SchemaDraft, 'fields' | 'rules'>;
  result: ExtractionResult;
  fields: MergedFields;
  /** By which values were flagged. */
  thresholds?: Thresholds | null;
  /** What another deployment said of them. */
  opinion?: OpinionFields | null;
}): JudgedValue[] {
  const { schema, result, fields, thresholds, opinion } = input;
  const extracted = extractedFields(schema, result, opinion);
  const reasonsAt = new Map<string, Set<Flag['reason']>>();
  for (const { pointer, reason } of findFlags({ schema, fields: extracted, completeness: result.completeness, thresholds })) {
    reasonsAt.set(pointer, (reasonsAt.get(pointer) ?? new Set()).add(reason));
  }
  const judge = (field: string, was: MergedValue | undefined, is: MergedValue | undefined): JudgedValue => ({
    field,
    verdict: verdictOf(was, is),
    isAdded: was === undefined,
    confidence: was && !isEmptyValue(was.value) ? was.confidence : null,
    reasons: was ? [...(reasonsAt.get(was.pointer) ?? [])] : [],
  });
  return schema.fields.flatMap((field) => {
    const [was, is] = [extracted[field.name], fields[field.name]];
    if (!Array.isArray(was) || !Array.isArray(is)) return judge(field.name, oneOf(was), oneOf(is));
    return pairRows(was, is).flatMap(([before, after]) =>
      (field.fields ?? []).map(({ name }) => judge(`${field.name}.${name}`, before?.cells[name], after?.cells[name])),
    );
  });
}

function oneOf(entry: MergedFields[string] | undefined): MergedValue | undefined {
  return Array.isArray(entry) ? undefined : entry;
}

/** How an extracted value compares with the approved one. */
export function verdictOf(was: MergedValue | undefined, is: MergedValue | undefined): ValueVerdict {
  const [wasEmpty, isEmpty] = [isEmptyValue(was?.value ?? null), isEmptyValue(is?.value ?? null)];
  if (wasEmpty) return isEmpty ? 'absent' : 'missed';
  if (isEmpty) return 'invented';
  return isSameJson(was?.value, is?.value) ? 'right' : 'corrected';
}

/** The rows as they were extracted beside what people approved, by the place at which they were extracted; added ones last. */
export function pairRows(was: readonly MergedRow[], is: readonly MergedRow[]): [MergedRow | undefined, MergedRow | undefined][] {
  const now = new Map(is.map((row) => [row.key, row]));
  const known = new Set(was.map(({ key }) => key));
  return [
    ...was.map((row): [MergedRow, MergedRow | undefined] => [row, now.get(row.key)]),
    ...is.filter(({ key }) => !known.has(key)).map((row): [undefined, MergedRow] => [undefined, row]),
  ];
}
