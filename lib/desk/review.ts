import { and, asc, eq } from 'drizzle-orm';
import type { ExtractionResult } from '#lib/contract/extraction.ts';
import type { Schema } from '#lib/contract/extraction-schema.ts';
import type { Action, Flag, MergedFields, MergedValue } from '#lib/contract/review.ts';
import { findFlags } from '#lib/document/find-flags.ts';
import { mergeActions } from '#lib/document/merge-actions.ts';
import type { Executor } from '#lib/platform/database.ts';
import type { DocumentRow } from './desk-document.ts';
import { findSchemaVersion } from './schema-row.ts';
import { actions, extractions } from './tables.ts';

/** A document's answer with what people did to it. */
export type Review = {
  schema: Schema;
  result: ExtractionResult;
  unfitting: Record<string, unknown>;
  actions: Action[];
  fields: MergedFields;
  flags: Flag[];
};

/** The people's actions on a document, in order. */
export async function listActionRows(executor: Executor, documentId: string): Promise<Action[]> {
  const rows = await executor.select().from(actions).where(eq(actions.documentId, documentId)).orderBy(asc(actions.sequence));
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    actor: { id: row.actorId, name: row.actorName },
    at: row.at.toISOString(),
    draft: row.draft,
  }));
}

/** The review of a document, or null while there is no answer for the schema it has now. */
export async function findReview(executor: Executor, row: DocumentRow): Promise<Review | null> {
  if (row.schemaId === null) return null;
  const [found] = await executor
    .select()
    .from(extractions)
    .where(and(eq(extractions.documentId, row.id), eq(extractions.schemaId, row.schemaId)));
  if (!found) return null;
  const schema = await findSchemaVersion(executor, found.schemaId, found.schemaVersion);
  if (!schema) return null;
  const done = await listActionRows(executor, row.id);
  return { schema, result: found.result, unfitting: found.unfitting, actions: done, ...layOver(schema, found.result, done) };
}

/** The machine's answer with the human layer on top, and why it still needs a person. */
export function layOver(schema: Schema, result: ExtractionResult, done: Action[]): { fields: MergedFields; flags: Flag[] } {
  const fields = mergeActions({ schema, result, actions: done });
  return { fields, flags: findFlags({ schema, fields, completeness: result.completeness }) };
}

/** The columns of the documents list that follow from a review. */
export function reviewColumns(review: { fields: MergedFields; flags: Flag[] }): { openFlags: number; lowestConfidence: number | null } {
  const untouched = mergedValues(review.fields).filter((value) => value.status === 'machine' && value.value !== null);
  const lowestConfidence = untouched.length === 0 ? null : Math.min(...untouched.map((value) => value.confidence));
  return { openFlags: review.flags.length, lowestConfidence };
}

function mergedValues(fields: MergedFields): MergedValue[] {
  return Object.values(fields).flatMap((entry) => (Array.isArray(entry) ? entry.flatMap((row) => Object.values(row.cells)) : [entry]));
}
