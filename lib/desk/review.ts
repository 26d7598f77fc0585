import { asc, inArray } from 'drizzle-orm';
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

/** The review of a document, or null while there is no answer for the schema it has now. */
export async function findReview(executor: Executor, row: DocumentRow): Promise<Review | null> {
  return (await findReviews(executor, [row])).get(row.id) ?? null;
}

/** The reviews of many documents, by document id; without those that have no answer for their present schema. */
export async function findReviews(executor: Executor, rows: readonly DocumentRow[]): Promise<Map<string, Review>> {
  const schemaOf = new Map(rows.map((row) => [row.id, row.schemaId]));
  const ids = [...schemaOf.keys()];
  if (ids.length === 0) return new Map();
  const [found, actionsOf] = await Promise.all([
    executor.select().from(extractions).where(inArray(extractions.documentId, ids)),
    listActionRows(executor, ids),
  ]);
  const reviews = new Map<string, Review>();
  const known = new Map<string, Schema | null>();
  for (const { documentId, schemaId, schemaVersion, result, unfitting } of found) {
    if (schemaOf.get(documentId) !== schemaId) continue;
    const key = `${schemaId} ${schemaVersion}`;
    const schema = known.has(key) ? known.get(key) : await findSchemaVersion(executor, schemaId, schemaVersion);
    known.set(key, schema ?? null);
    if (!schema) continue;
    const done = actionsOf.get(documentId) ?? [];
    reviews.set(documentId, { schema, result, unfitting, actions: done, ...layOver(schema, result, done) });
  }
  return reviews;
}

/** The people's actions on documents, in order, by document id. */
async function listActionRows(executor: Executor, ids: string[]): Promise<Map<string, Action[]>> {
  const rows = await executor.select().from(actions).where(inArray(actions.documentId, ids)).orderBy(asc(actions.sequence));
  const byDocument = new Map<string, Action[]>();
  for (const { id, sequence, actorId, actorName, at, draft, documentId } of rows) {
    const action = { id, sequence, actor: { id: actorId, name: actorName }, at: at.toISOString(), draft };
    const list = byDocument.get(documentId);
    if (list) list.push(action);
    else byDocument.set(documentId, [action]);
  }
  return byDocument;
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
