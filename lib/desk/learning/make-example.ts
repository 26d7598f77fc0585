import { and, desc, eq } from 'drizzle-orm';
import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import type { ExampleDraft } from '#lib/contract/service/example.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { isSameField } from '#lib/document/schemas/is-same-field.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { findReview } from '../review/review.ts';
import { decisions } from '../review/tables.ts';
import { findNewestSchema } from '../schemas/schema-row.ts';
import type { Lesson } from './find-lesson.ts';

/** What a deployment is told of an approved document: its values as people left them, who approved it and when. Null without values. */
export async function makeExample(executor: Executor, { row, schemaId, remoteDocumentId }: Lesson): Promise<ExampleDraft | null> {
  const review = await findReview(executor, row);
  if (!review) return null;
  const [decision] = await executor
    .select()
    .from(decisions)
    .where(and(eq(decisions.documentId, row.id), eq(decisions.kind, 'approve')))
    .orderBy(desc(decisions.revision))
    .limit(1);
  const newest = (await findNewestSchema(executor, schemaId)) ?? review.schema;
  return {
    document_id: remoteDocumentId,
    fields: approvedFields(review.fields, review.schema, newest),
    approved_by: decision?.actorName.slice(0, 200) ?? null,
    approved_at: (decision?.at ?? row.approvedAt)?.toISOString() ?? null,
  };
}

/** The approved values, of the fields that a newer version of their schema still has. */
export function approvedFields(fields: MergedFields, schema: Schema, newest: Schema): ExampleDraft['fields'] {
  const approved: ExampleDraft['fields'] = newRecord();
  for (const [name, entry] of Object.entries(fields)) {
    const fieldOf = (of: Schema) => of.fields.find((field) => field.name === name);
    if (!isSameField(fieldOf(schema), fieldOf(newest))) continue;
    approved[name] = Array.isArray(entry) ? entry.map(({ cells }) => approvedCells(cells)) : approvedValue(entry);
  }
  return approved;
}

function approvedCells(cells: Record<string, MergedValue>) {
  const approved: Record<string, ReturnType<typeof approvedValue>> = newRecord();
  for (const [name, cell] of Object.entries(cells)) approved[name] = approvedValue(cell);
  return approved;
}

/** A value that was typed stands where a candidate of the same value stands, if there is one. */
function approvedValue({ value, text, evidence, candidates }: MergedValue) {
  if (isEmptyValue(value)) return { value: null, text: null, evidence: [] };
  const isSame = (one: unknown) => JSON.stringify(one) === JSON.stringify(value);
  const standing = evidence.length > 0 ? { text, evidence } : (candidates.find((one) => isSame(one.value)) ?? { text, evidence });
  return { value, text: standing.text, evidence: standing.evidence };
}
