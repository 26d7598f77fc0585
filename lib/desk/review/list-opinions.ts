import { and, eq, inArray } from 'drizzle-orm';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { extractions, secondOpinions } from './tables.ts';

/** What other deployments say of the present answers of documents, by document id; without those that say nothing, or nothing yet. */
export async function listOpinions(executor: Executor, documentIds: string[]): Promise<Map<string, OpinionFields>> {
  const rows = await executor
    .select({ documentId: secondOpinions.documentId, fields: secondOpinions.fields })
    .from(secondOpinions)
    .innerJoin(extractions, and(eq(extractions.documentId, secondOpinions.documentId), eq(extractions.at, secondOpinions.answerAt)))
    .where(inArray(secondOpinions.documentId, documentIds));
  return new Map(rows.flatMap(({ documentId, fields }) => (fields ? [[documentId, fields] as const] : [])));
}
