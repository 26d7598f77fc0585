import { and, eq, inArray } from 'drizzle-orm';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents } from '../documents/tables.ts';
import { extractions, secondOpinions } from '../review/tables.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';

/** In which it is asked about a document: once it is extracted, and not rejected. */
export const ASKED_STATES: DocumentRow['state'][] = ['to_review', 'approved'];

export type OpinionRow = typeof secondOpinions.$inferSelect;
/** A document whose second opinion is not there yet. `engine`: that gave the answer which it is about. */
export type Asked = { row: DocumentRow; opinion: OpinionRow; schema: Schema; engine: string };

/**
 * The opinion that a document waits for, also one that failed; null where there is none to ask for: it is there, the document was rejected or
 * is extracted anew. Of an approved document only the copy is still wanted, to learn from.
 */
export async function findAsked(executor: Executor, documentId: string): Promise<Asked | null> {
  const [found] = await executor
    .select({ row: documents, opinion: secondOpinions, result: extractions.result })
    .from(secondOpinions)
    .innerJoin(documents, eq(documents.id, secondOpinions.documentId))
    .innerJoin(extractions, and(eq(extractions.documentId, documents.id), eq(extractions.at, secondOpinions.answerAt)))
    .where(
      and(
        eq(documents.id, documentId),
        eq(documents.schemaId, secondOpinions.schemaId),
        inArray(documents.state, ASKED_STATES),
        inArray(secondOpinions.state, ['waiting', 'failed']),
      ),
    );
  if (!found) return null;
  const schema = await findSchemaVersion(executor, found.opinion.schemaId, found.opinion.schemaVersion);
  return schema ? { row: found.row, opinion: found.opinion, schema, engine: found.result.engine } : null;
}
