import { asc, inArray } from 'drizzle-orm';
import type { Thresholds } from '#lib/contract/desk/insights/thresholds.ts';
import type { Action, Flag, MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { countOpenFlags } from '#lib/document/review/count-open-flags.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { mergeActions } from '#lib/document/review/merge-actions.ts';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import { isSameField } from '#lib/document/schemas/is-same-field.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';
import { listThresholds } from '../schemas/schema-settings-row.ts';
import { listOpinions } from './list-opinions.ts';
import { actions, extractions } from './tables.ts';

/** A document's answer with what people did to it. */
export type Review = {
  schema: Schema;
  result: ExtractionResult;
  unfitting: Record<string, unknown>;
  /** How many more there are. */
  unfittingLeft: number;
  /** What the deployment said went wrong although it gave values. */
  notice: string | null;
  /** What people did, as far as the schema has the fields it was done to. */
  actions: Action[];
  /** Of all actions, also those that the schema has no field for; 0 = none. */
  lastSequence: number;
  fields: MergedFields;
  flags: Flag[];
  /** By which values are flagged; null = by the default. */
  thresholds: Thresholds | null;
  /** What another deployment says of this answer; null = nothing, or nothing yet. */
  opinion: OpinionFields | null;
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
  // one after the other: in a transaction they share a connection
  const found = await executor.select().from(extractions).where(inArray(extractions.documentId, ids));
  if (found.length === 0) return new Map();
  const actionsOf = await listActionRows(executor, ids);
  const thresholdsOf = await listThresholds(executor, [...schemaOf.values()]);
  const opinionOf = await listOpinions(executor, ids);
  const reviews = new Map<string, Review>();
  const known: KnownSchemas = new Map();
  for (const { documentId, schemaId, schemaVersion, result, unfitting, unfittingLeft, notice } of found) {
    if (schemaOf.get(documentId) !== schemaId) continue;
    const schema = await findKnown(executor, known, schemaId, schemaVersion);
    if (!schema) continue;
    const all = actionsOf.get(documentId) ?? [];
    const done = await keepFitting(executor, known, all, schema);
    const lastSequence = all.at(-1)?.action.sequence ?? 0;
    const thresholds = thresholdsOf.get(schema.id) ?? null;
    const opinion = opinionOf.get(documentId) ?? null;
    reviews.set(documentId, {
      schema,
      result,
      unfitting,
      unfittingLeft,
      notice,
      actions: done,
      lastSequence,
      thresholds,
      opinion,
      ...layOver(schema, result, done, thresholds, opinion),
    });
  }
  return reviews;
}

/** What people did to a document, in order: what means the same under that schema, and all of it. */
export async function listActions(
  executor: Executor,
  documentId: string,
  schema: Schema,
): Promise<{ fitting: Action[]; all: DoneAction[] }> {
  const all = (await listActionRows(executor, [documentId])).get(documentId) ?? [];
  return { fitting: await keepFitting(executor, new Map(), all, schema), all };
}

/** What people did to documents, in order, as far as the schema that each has now has the fields it was done to; by document id. */
export async function listFittingActions(executor: Executor, schemaOf: ReadonlyMap<string, Schema>): Promise<Map<string, Action[]>> {
  const known: KnownSchemas = new Map();
  const fitting = new Map<string, Action[]>();
  if (schemaOf.size === 0) return fitting;
  for (const [id, all] of await listActionRows(executor, [...schemaOf.keys()])) {
    const schema = schemaOf.get(id);
    if (schema) fitting.set(id, await keepFitting(executor, known, all, schema));
  }
  return fitting;
}

type KnownSchemas = Map<string, Schema | null>;
/** An action with the schema it was done under; null in entries of earlier versions. */
export type DoneAction = { action: Action; schemaId: string | null; schemaVersion: number | null };

async function findKnown(executor: Executor, known: KnownSchemas, id: string, version: number): Promise<Schema | null> {
  const key = `${id} ${version}`;
  const schema = known.has(key) ? known.get(key) : await findSchemaVersion(executor, id, version);
  known.set(key, schema ?? null);
  return schema ?? null;
}

/** Without what was done under another schema to fields that are none of this one, or others of the same name. */
async function keepFitting(executor: Executor, known: KnownSchemas, all: readonly DoneAction[], schema: Schema): Promise<Action[]> {
  const kept: Action[] = [];
  for (const { action, schemaId, schemaVersion } of all) {
    if (schemaId !== null && schemaId !== schema.id) {
      const then = await findKnown(executor, known, schemaId, schemaVersion ?? 0);
      const [name = ''] = parsePointer(action.draft.pointer);
      const fieldOf = (of: Schema | null) => of?.fields.find((field) => field.name === name);
      if (!isSameField(fieldOf(then), fieldOf(schema))) continue;
    }
    kept.push(action);
  }
  return kept;
}

/** The people's actions on documents, in order, by document id. */
async function listActionRows(executor: Executor, ids: string[]): Promise<Map<string, DoneAction[]>> {
  const rows = await executor.select().from(actions).where(inArray(actions.documentId, ids)).orderBy(asc(actions.sequence));
  const byDocument = new Map<string, DoneAction[]>();
  for (const { id, sequence, actorId, actorName, at, draft, documentId, schemaId, schemaVersion } of rows) {
    const done = { id, sequence, actor: { id: actorId, name: actorName }, at: at.toISOString(), draft };
    const action: DoneAction = { action: done, schemaId, schemaVersion };
    const list = byDocument.get(documentId);
    if (list) list.push(action);
    else byDocument.set(documentId, [action]);
  }
  return byDocument;
}

/** The extracted values with people's actions on top, and why it still needs a person. */
export function layOver(
  schema: Schema,
  result: ExtractionResult,
  done: Action[],
  thresholds: Thresholds | null,
  opinion: OpinionFields | null = null,
): { fields: MergedFields; flags: Flag[] } {
  const fields = mergeActions({ schema, result, opinion, actions: done });
  return { fields, flags: findFlags({ schema, fields, completeness: result.completeness, thresholds }) };
}

/** What the schema demands and a value does not meet: it cannot be right as it is. */
const UNMET: ReadonlySet<Flag['reason']> = new Set(['required_missing', 'bad_format', 'not_an_option', 'out_of_range', 'rule_broken']);

export type ReviewColumns = Pick<DocumentRow, 'openFlags' | 'lowestConfidence' | 'expectedErrors'>;

/** The columns of a document's row that follow from a review. */
export function reviewColumns(review: { fields: MergedFields; flags: Flag[] }): ReviewColumns {
  const untouched = mergedValues(review.fields).filter((value) => value.status === 'machine' && value.value !== null);
  const known = untouched.flatMap(({ pointer, confidence }) => (confidence === null ? [] : [{ pointer, confidence }]));
  const unmet = new Set(review.flags.filter(({ reason }) => UNMET.has(reason)).map(({ pointer }) => pointer));
  const doubts = known.reduce((sum, { pointer, confidence }) => (unmet.has(pointer) ? sum : sum + 1 - confidence), 0);
  return {
    openFlags: countOpenFlags(review.flags).flags,
    lowestConfidence: known.length === 0 ? null : Math.min(...known.map(({ confidence }) => confidence)),
    expectedErrors: known.length === 0 ? null : doubts + unmet.size,
  };
}

/** All values, those of rows too. */
export function mergedValues(fields: MergedFields): MergedValue[] {
  return Object.values(fields).flatMap((entry) => (Array.isArray(entry) ? entry.flatMap((row) => Object.values(row.cells)) : [entry]));
}
