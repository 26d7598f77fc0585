import { and, desc, eq } from 'drizzle-orm';
import type { SampledField } from '#lib/contract/desk/quality-sample.ts';
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
 * found, who approved it and when. Null without values.
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
  return {
    document_id: remoteDocumentId,
    fields: approvedFields(review.fields, review.schema, newest, found?.said),
    approved_by: decision?.actorName.slice(0, 200) ?? null,
    approved_at: (decision?.at ?? row.approvedAt)?.toISOString() ?? null,
    ...(found?.check ? { second_check: found.check } : {}),
  };
}

/**
 * The approved values, of the fields that the newest version of their schema still has. What was approved although its field cannot hold
 * it teaches nothing and is left out.
 */
function approvedFields(
  fields: MergedFields,
  schema: Schema,
  newest: Schema,
  said: SecondFindings['said'] = new Map(),
): ExampleDraft['fields'] {
  const approved: ExampleDraft['fields'] = newRecord();
  for (const [name, entry] of Object.entries(fields)) {
    const [then, field] = [schema, newest].map((of) => of.fields.find((one) => one.name === name));
    if (!field || !isSameField(then, field)) continue;
    if (Array.isArray(entry)) approved[name] = entry.map(({ cells }) => approvedCells(cells, field.fields ?? []));
    else if (findTypeFault(field, entry.value) === null) {
      const looked = lookedAt(entry, said.get(name));
      // what the field cannot hold teaches nothing, whoever says it
      if (findTypeFault(field, looked.checked_as ?? null) === null) approved[name] = { ...approvedValue(entry), ...looked };
    }
  }
  return approved;
}

/** Whether anybody looked at a value, and what a second check says instead. A value that was changed after the check has been looked at. */
function lookedAt({ value, status }: MergedValue, said: SampledField | undefined): { untouched?: true; checked_as?: Value } {
  if (said && isSameValue(said.approved, value)) return said.agrees ? {} : { checked_as: rightValue(said) };
  return status === 'machine' ? { untouched: true } : {};
}

function approvedCells(cells: Record<string, MergedValue>, columns: readonly RowField[]) {
  const approved: Record<string, ReturnType<typeof approvedValue>> = newRecord();
  for (const column of columns) {
    const cell = ownValue(cells, column.name);
    if (cell && findTypeFault(column, cell.value) === null) approved[column.name] = approvedValue(cell);
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
