import { and, desc, eq, inArray } from 'drizzle-orm';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents, submissions } from '../documents/tables.ts';
import { importedExamples } from '../schemas/tables.ts';
import { mergedValues } from './review.ts';
import { decisions } from './tables.ts';

/** Of so many documents of the service at most the names are looked up; each value is told the likest first. */
const MOST = 200;

/**
 * The approved documents that a document's values were proposed from, by their ids at the deployment: those that the desk still has,
 * with who approved them last, and when, and those that were imported. Nothing where no value was.
 */
export async function findRemembered(
  executor: Executor,
  deploymentId: string,
  fields: MergedFields,
): Promise<Pick<DeskDocumentDetail, 'remembered'>> {
  const ids = new Set(mergedValues(fields).flatMap(({ remembered }) => remembered?.document_ids ?? []));
  return ids.size === 0 ? {} : { remembered: await findLearnedFrom(executor, deploymentId, [...ids].slice(0, MOST)) };
}

/** Of documents of a deployment those that were approved here and are still here, and those that were imported, by their ids there. */
export async function findLearnedFrom(
  executor: Executor,
  deploymentId: string,
  ids: string[],
): Promise<NonNullable<DeskDocumentDetail['remembered']>> {
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
    .where(and(inArray(submissions.remoteDocumentId, ids), eq(submissions.deploymentId, deploymentId)))
    .orderBy(submissions.remoteDocumentId, desc(decisions.revision));
  const remembered: NonNullable<DeskDocumentDetail['remembered']> = {};
  for (const { id, name, by, at } of await findImported(executor, deploymentId, ids)) {
    remembered[id] = { document_id: null, name, approved_by: by, approved_at: at?.toISOString() ?? null };
  }
  for (const { remoteId, id, name, by, at } of found) {
    if (remoteId !== null) remembered[remoteId] = { document_id: id, name, approved_by: by, approved_at: at.toISOString() };
  }
  return remembered;
}

async function findImported(executor: Executor, deploymentId: string, ids: string[]) {
  return executor
    .select({
      id: importedExamples.remoteDocumentId,
      name: importedExamples.documentName,
      by: importedExamples.approvedBy,
      at: importedExamples.approvedAt,
    })
    .from(importedExamples)
    .where(and(eq(importedExamples.deploymentId, deploymentId), inArray(importedExamples.remoteDocumentId, ids)));
}
