import { and, eq, inArray } from 'drizzle-orm';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { extractions, secondOpinions } from './tables.ts';

/** It is about the answer that the document has now. */
const IS_PRESENT = and(eq(extractions.documentId, secondOpinions.documentId), eq(extractions.at, secondOpinions.answerAt));

/** What other deployments say of the present answers of documents, by document id; without those that say nothing, or nothing yet. */
export async function listOpinions(executor: Executor, documentIds: string[]): Promise<Map<string, OpinionFields>> {
  const rows = await executor
    .select({ documentId: secondOpinions.documentId, fields: secondOpinions.fields })
    .from(secondOpinions)
    .innerJoin(extractions, IS_PRESENT)
    .where(inArray(secondOpinions.documentId, documentIds));
  return new Map(rows.flatMap(({ documentId, fields }) => (fields ? [[documentId, fields] as const] : [])));
}

/** What became of asking another deployment about the present answer of a document; null where none is asked. */
export async function findOpinion(
  executor: Executor,
  documentId: string,
): Promise<NonNullable<DeskDocumentDetail['second_opinion']> | null> {
  const [found] = await executor
    .select({ id: secondOpinions.deploymentId, name: deployments.name, state: secondOpinions.state, message: secondOpinions.message })
    .from(secondOpinions)
    .innerJoin(extractions, IS_PRESENT)
    .leftJoin(deployments, eq(deployments.id, secondOpinions.deploymentId))
    .where(eq(secondOpinions.documentId, documentId));
  if (!found) return null;
  const { id, name, state, message } = found;
  return { deployment: { id, name: name ?? 'a deployment that was removed' }, state, ...(message === null ? {} : { message }) };
}
