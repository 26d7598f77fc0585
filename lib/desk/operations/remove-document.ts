import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit, blankAudit } from '../append-audit.ts';
import { type Actor, type Desk, REMOVE_QUEUE, type RemoveJob } from '../desk.ts';
import { lockDocumentRow } from '../desk-document.ts';
import { removeUnusedFile } from '../file-bytes.ts';
import { documents, removedDocuments, submissions } from '../tables.ts';

/**
 * Removes a document: values and actions now, bytes, pictures, words, and the deployment's copy (where it can do that)
 * by the worker a moment later. In the audit trail the facts stay, the values go.
 * @throws ProblemError `not_found`
 */
export async function removeDocument(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    const [submission] = await transaction.select().from(submissions).where(eq(submissions.documentId, id));
    const bytes: RemoveJob = {
      sha256: row.sha256,
      deploymentId: submission?.deploymentId ?? null,
      remoteDocumentId: submission?.remoteDocumentId ?? null,
    };
    await transaction.delete(documents).where(eq(documents.id, id));
    await transaction.update(documents).set({ duplicateOfId: null, duplicateOfName: null }).where(eq(documents.duplicateOfId, id));
    await transaction.insert(removedDocuments).values({ id, removedAt: now() });
    await desk.queue.send(REMOVE_QUEUE, bytes, { tx: transaction });
    await blankAudit(transaction, id);
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.removed' }]);
  });
}

/** Removes what a removed document left outside the database's tables. May be repeated. */
export async function removeBytes(desk: Desk, job: RemoveJob): Promise<void> {
  if (job.deploymentId && job.remoteDocumentId) {
    const { client } = desk.getDeployment(job.deploymentId);
    await client.removeDocument(job.remoteDocumentId).catch((error) => {
      if (!(error instanceof ProblemError && (error.code === 'not_found' || error.code === 'method_not_allowed'))) throw error;
    });
  }
  await removeUnusedFile(desk, job.sha256);
}
