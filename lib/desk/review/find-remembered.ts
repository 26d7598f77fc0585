import { and, desc, eq, inArray } from 'drizzle-orm';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents, submissions } from '../documents/tables.ts';
import { mergedValues } from './review.ts';
import { decisions } from './tables.ts';

/** Of so many documents of the service at most the names are looked up; each value is told the likest first. */
const MOST = 200;

/**
 * The approved documents that a document's values were proposed from, by their ids at the deployment: those that the desk still has,
 * with who approved them last, and when. Nothing where no value was.
 */
export async function findRemembered(
  executor: Executor,
  deploymentId: string,
  fields: MergedFields,
): Promise<Pick<DeskDocumentDetail, 'remembered'>> {
  const ids = new Set(mergedValues(fields).flatMap(({ remembered }) => remembered?.document_ids ?? []));
  if (ids.size === 0) return {};
  const found = await executor
    .selectDistinctOn([submissions.remoteDocumentId], {
      remoteId: submissions.remoteDocumentId,
      id: documents.id,
      name: documents.name,
      by: decisions.actorName,
      at: decisions.at,
    })
    .from(submissions)
    .innerJoin(documents, eq(documents.id, submissions.documentId))
    .innerJoin(decisions, and(eq(decisions.documentId, documents.id), eq(decisions.kind, 'approve')))
    .where(and(inArray(submissions.remoteDocumentId, [...ids].slice(0, MOST)), eq(submissions.deploymentId, deploymentId)))
    .orderBy(submissions.remoteDocumentId, desc(decisions.revision));
  const entries = found.map(({ remoteId, id, name, by, at }) => [
    remoteId,
    { document_id: id, name, approved_by: by, approved_at: at.toISOString() },
  ]);
  return { remembered: Object.fromEntries(entries) };
}
