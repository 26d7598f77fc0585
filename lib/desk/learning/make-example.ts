import { and, desc, eq } from 'drizzle-orm';
import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExampleDraft } from '#lib/contract/service/example.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField, Schema } from '#lib/contract/service/extraction-schema.ts';
import { isSameField } from '#lib/document/schemas/is-same-field.ts';
import { findTypeFault } from '#lib/document/values/check-value.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { findReview } from '../review/review.ts';
import { decisions } from '../review/tables.ts';
import { findNewestSchema } from '../schemas/schema-row.ts';
import type { DueExample } from './find-due-example.ts';
import { findSecondCheck, isSameValue, rightValue, type SecondFindings } from './find-second-check.ts';

/**
 * What a deployment is told of an approved document: its values as people left them, which of them nobody touched, what a quality sample
 * found, who approved it and when. Of one that approved itself: only the values that somebody checked since, and who did. Null without values.
 */
export async function makeExample(executor: Executor, { row, schemaId, remoteDocumentId }: DueExample): Promise<ExampleDraft | null> {
  const review = await findReview(executor, row);
  if (!review) return null;
  const [decision] = await executor
    .select()
    .from(decisions)
    .where(and(eq(decisions.documentId, row.id), eq(decisions.kind, 'approve')))
    .orderBy(desc(decisions.revision))
    .limit(1);
  const newest = (await findNewestSchema(executor, schemaId)) ?? review.schema;
  const found = await findSecondCheck(executor, row.id, review);
  const isLookedAt = !row.approvedAutomatically;
  const fields = approvedFields(review.fields, { approvedBy: review.schema, newest, found, isLookedAt });
  if (!isLookedAt && Object.keys(fields).length === 0) return null;
  return {
    document_id: remoteDocumentId,
    fields,
    approved_by: (isLookedAt ? decision?.actorName : found?.by)?.slice(0, 200) ?? null,
    approved_at: (decision?.at ?? row.approvedAt)?.toISOString() ?? null,
    ...(found?.check ? { second_check: found.check } : {}),
  };
}

type Known = {
  /** The schema at its version of the approval, and the newest. */
  approvedBy: Schema;
  newest: Schema;
  found: SecondFindings | null;
  /** A person approved the document; else only values count that somebody checked since. */
  isLookedAt: boolean;
};

/**
 * The approved values, of the fields that the newest version of their schema still has. What was approved although its field cannot hold
 * it teaches nothing and is left out, and so is what a quality sample calls wrong without saying what is right.
 */
function approvedFields(fields: MergedFields, { approvedBy, newest, found, isLookedAt }: Known): ExampleDraft['fields'] {
  const approved: ExampleDraft['fields'] = newRecord();
  for (const [name, entry] of Object.entries(fields)) {
    const [old, field] = [approvedBy, newest].map((of) => of.fields.find((one) => one.name === name));
    if (!field || !isSameField(old, field)) continue;
    if (Array.isArray(entry)) {
      if (isLookedAt) approved[name] = entry.map(({ cells }) => approvedCells(cells, field.fields ?? []));
    } else if (findTypeFault(field, entry.value) === null) {
      const looked = lookedAt(entry, name, found);
      // what the field cannot hold teaches nothing, whoever says it
      if (!looked || findTypeFault(field, looked.checked_as ?? null) !== null || (looked.untouched && !isLookedAt)) continue;
      approved[name] = { ...approvedValue(entry), ...looked };
    }
  }
  return approved;
}

/**
 * Whether anybody looked at a value, and what a second check says instead. What a person did to the value after the check overrules it. Null
 * where it is wrong and nobody says what is right.
 */
function lookedAt(
  { value, status, at }: MergedValue,
  name: string,
  found: SecondFindings | null,
): { untouched?: true; checked_as?: Value } | null {
  const said = found?.said.get(name);
  const isOverruled = found && at !== undefined && new Date(at) > found.checkedAt;
  if (said && !isOverruled && isSameValue(said.approved, value)) {
    const right = rightValue(said);
    if (right === undefined) return null;
    return isSameValue(right, value) ? {} : { checked_as: right };
  }
  return status === 'machine' ? { untouched: true } : {};
}

function approvedCells(cells: Record<string, MergedValue>, columns: readonly RowField[]) {
  const approved: Record<string, ReturnType<typeof approvedValue> & { untouched?: true }> = newRecord();
  for (const column of columns) {
    const cell = ownValue(cells, column.name);
    if (!cell || findTypeFault(column, cell.value) !== null) continue;
    approved[column.name] = { ...approvedValue(cell), ...(cell.status === 'machine' ? { untouched: true } : {}) };
  }
  return approved;
}

/** A value that was typed stands where a candidate of the same value stands, if there is one. */
function approvedValue({ value, text, evidence, candidates }: MergedValue) {
  if (isEmptyValue(value)) return { value: null, text: null, evidence: [] };
  const isSame = (one: unknown) => JSON.stringify(one) === JSON.stringify(value);
  const standing = evidence.length > 0 ? { text, evidence } : (candidates.find((one) => isSame(one.value)) ?? { text, evidence });
  return { value, text: standing.text, evidence: standing.evidence };
}
