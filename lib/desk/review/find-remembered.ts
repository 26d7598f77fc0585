import { and, desc, eq, inArray } from 'drizzle-orm';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { knownThere } from '../documents/copies/known-there.ts';
import { documents } from '../documents/tables.ts';
import { importedExamples } from '../schemas/tables.ts';
import { mergedValues } from './review.ts';
import { decisions } from './tables.ts';

/** Of so many documents of the service at most the names are looked up; each value is told the likest first. */
const MOST = 200;

/**
 * The approved documents that a document's values were proposed from, by their ids at the deployment: those that the desk still has,
 * with who approved them last, and when, and those that were imported. Nothing where no value was.
 * @param giverId the deployment that second opinions of the values came from
 */
export async function findRemembered(
  executor: Executor,
  deploymentId: string,
  fields: MergedFields,
  giverId: string | null = null,
): Promise<Pick<DeskDocumentDetail, 'remembered'>> {
  const values = mergedValues(fields);
  const own = await findNamed(
    executor,
    deploymentId,
    values.map(({ remembered }) => remembered),
  );
  const other =
    giverId === null
      ? null
      : await findNamed(
          executor,
          giverId,
          values.map((value) => value.second_opinion?.remembered),
        );
  return own || other ? { remembered: { ...other, ...own } } : {};
}

async function findNamed(executor: Executor, deploymentId: string, named: readonly MergedValue['remembered'][]) {
  const ids = new Set(named.flatMap((one) => one?.document_ids ?? []));
  return ids.size === 0 ? null : findLearnedFrom(executor, deploymentId, [...ids].slice(0, MOST));
}

/** Of documents of a deployment, copies included, those that were approved here and are still here, and those that were imported, by their ids there. */
export async function findLearnedFrom(
  executor: Executor,
  deploymentId: string,
  ids: string[],
): Promise<NonNullable<DeskDocumentDetail['remembered']>> {
  const known = knownThere(executor, deploymentId, ids);
  const found = await executor
    .selectDistinctOn([known.remoteId], {
      remoteId: known.remoteId,
      id: documents.id,
      name: documents.name,
      by: decisions.actorName,
      at: decisions.at,
    })
    .from(known)
    .innerJoin(documents, eq(documents.id, known.documentId))
    .innerJoin(decisions, and(eq(decisions.documentId, documents.id), eq(decisions.kind, 'approve')))
    .orderBy(known.remoteId, desc(decisions.revision));
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
