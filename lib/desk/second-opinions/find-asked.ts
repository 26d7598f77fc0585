import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents } from '../documents/tables.ts';
import { IS_FORGOTTEN } from '../learning/find-due-example.ts';
import { extractions, secondOpinions } from '../review/tables.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';
import { schemaSettings } from '../schemas/tables.ts';

/**
 * True where a deployment is asked about a document: it waits for a review, or what a person approved is to be learned from it, and the
 * settings of its schema name that one still. Where documents and schemaSettings (of the opinion's schema) are joined with secondOpinions.
 */
export const IS_ASKED = and(
  or(
    eq(documents.state, 'to_review'),
    // as `TEACHES` says it; nothing is sent anew for a quality sample
    and(eq(documents.state, 'approved'), eq(documents.approvedAutomatically, false), sql`${IS_FORGOTTEN} is not true`),
  ),
  eq(documents.schemaId, secondOpinions.schemaId),
  // as `opinionGiver` says it
  eq(schemaSettings.learnFromApprovals, true),
  eq(schemaSettings.secondOpinionBy, secondOpinions.deploymentId),
);

export type OpinionRow = typeof secondOpinions.$inferSelect;
/** A document whose second opinion is not there yet. `engine`: that gave the answer which it is about. */
export type Asked = { row: DocumentRow; opinion: OpinionRow; schema: Schema; engine: string };

/**
 * The opinion that a document waits for, also one that failed; null where there is none to ask for: it is there, the document was rejected,
 * approved itself or is extracted anew, or the settings do not want it any more. Of an approved document only the copy is still wanted, to learn from.
 */
export async function findAsked(executor: Executor, documentId: string): Promise<Asked | null> {
  const [found] = await executor
    .select({ row: documents, opinion: secondOpinions, result: extractions.result })
    .from(secondOpinions)
    .innerJoin(documents, eq(documents.id, secondOpinions.documentId))
    .innerJoin(extractions, and(eq(extractions.documentId, documents.id), eq(extractions.at, secondOpinions.answerAt)))
    .innerJoin(schemaSettings, eq(schemaSettings.schemaId, secondOpinions.schemaId))
    .where(and(eq(documents.id, documentId), inArray(secondOpinions.state, ['waiting', 'failed']), IS_ASKED));
  if (!found) return null;
  const schema = await findSchemaVersion(executor, found.opinion.schemaId, found.opinion.schemaVersion);
  return schema ? { row: found.row, opinion: found.opinion, schema, engine: found.result.engine } : null;
}

/** What is asked for, if that still is what it was when the work began. */
export async function findStillAsked(executor: Executor, { row, opinion }: Asked): Promise<Asked | null> {
  const asked = await findAsked(executor, row.id);
  const isSame = asked?.opinion.deploymentId === opinion.deploymentId && asked.opinion.answerAt.getTime() === opinion.answerAt.getTime();
  return isSame ? asked : null;
}
