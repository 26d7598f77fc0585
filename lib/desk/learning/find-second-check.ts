import { and, eq, isNotNull } from 'drizzle-orm';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import type { SampledField } from '#lib/contract/desk/quality-sample.ts';
import { jsonPointer } from '#lib/contract/json/json-pointer.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { SecondCheck } from '#lib/contract/service/example.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { extractedFields, mergeActions } from '#lib/document/review/merge-actions.ts';
import { isSameJson } from '#lib/document/review/seen.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import type { Review } from '../review/review.ts';
import { extractions } from '../review/tables.ts';

/** What a second person said of the approved values of a document, by field. */
export type SecondFindings = {
  /** Null where no person approved it, and where the values that came up for approval are not known any more. */
  check: SecondCheck | null;
  /** Of single values; cells of rows are left out. */
  said: ReadonlyMap<string, SampledField>;
  checkedAt: Date;
  /** Who checked it. */
  by: string | null;
};

/** What the quality sample of a document found; null while nobody has checked one. */
export async function findSecondCheck(executor: Executor, documentId: string, review: Review): Promise<SecondFindings | null> {
  const [sample] = await executor
    .select({
      fields: qualitySamples.fields,
      chosenAt: qualitySamples.chosenAt,
      checkedAt: qualitySamples.lookedAt,
      by: qualitySamples.lookedByName,
      approvedById: qualitySamples.approvedById,
      extractedAt: extractions.at,
    })
    .from(qualitySamples)
    .innerJoin(extractions, eq(extractions.documentId, qualitySamples.documentId))
    .where(
      and(eq(qualitySamples.documentId, documentId), eq(qualitySamples.schemaId, review.schema.id), isNotNull(qualitySamples.lookedAt)),
    );
  if (!sample?.fields || !sample.checkedAt) return null;
  const saidAt = new Map(sample.fields.map((said) => [said.pointer, said]));
  const said = new Map(
    review.schema.fields.flatMap(({ name }) => {
      const found = saidAt.get(jsonPointer([name]));
      return found ? [[name, found] as const] : [];
    }),
  );
  // a later answer is not what was approved then
  const isKnown = sample.extractedAt <= sample.chosenAt;
  const isOfPerson = sample.approvedById !== AUTOMATIC_APPROVER.id;
  const check = isKnown && isOfPerson ? countErrors(review, said, sample.chosenAt) : null;
  return { check, said, checkedAt: sample.checkedAt, by: sample.by };
}

/**
 * How many values were wrong when they came up for approval, and how many of them were corrected; without those that had a flag, touched
 * or not, and those that somebody looked at and left as they were. Judged by what people had done until the sample was drawn: what it found may have been corrected since.
 */
function countErrors(review: Review, said: SecondFindings['said'], drawnAt: Date): SecondCheck {
  const { schema, result, thresholds, opinion } = review;
  const shown = extractedFields(schema, result, opinion);
  const actions = review.actions.filter(({ at }) => new Date(at) <= drawnAt);
  const approved = mergeActions({ schema, result, actions });
  const flagged = new Set(
    findFlags({ schema, fields: shown, completeness: result.completeness, thresholds }).map(({ pointer }) => pointer),
  );
  const check = { errors: 0, caught: 0 };
  for (const [name, one] of said) {
    const [was, is] = [ownValue(shown, name), ownValue(approved, name)];
    if (!was || !is || Array.isArray(was) || Array.isArray(is) || !isSameValue(is.value, one.approved)) continue;
    const isTouched = is.status !== 'machine';
    const isKept = isSameValue(was.value, is.value);
    if (flagged.has(was.pointer) || (isTouched && isKept)) continue;
    const right = rightValue(one);
    // where the right value is not said, only the approved one is known to be wrong
    const isWrong = right === undefined ? isKept : !isSameValue(was.value, right);
    if (!isWrong) continue;
    check.errors += 1;
    if (isTouched) check.caught += 1;
  }
  return check;
}

/** The value that a second check says is right; undefined where it only says that the approved one is wrong, as it does without a value. */
export function rightValue({ agrees, approved, right = null }: SampledField): Value | undefined {
  if (agrees) return approved;
  return isEmptyValue(right) ? undefined : right;
}

export function isSameValue(one: Value, other: Value): boolean {
  return isSameJson(isEmptyValue(one) ? null : one, isEmptyValue(other) ? null : other);
}
