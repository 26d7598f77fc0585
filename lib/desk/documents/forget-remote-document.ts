import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type Desk, REMOVE_QUEUE, type RemoveJob } from '../context/desk.ts';
import type { DocumentRow } from './desk-document.ts';
import { submissions } from './tables.ts';

/**
 * Makes a document one that is still to be sent, under a key of its own. What a deployment has of it is removed there.
 * @param changes what else changes in the same row, e.g. the deployment it goes to
 */
export async function forgetRemoteDocument(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  { id, sha256 }: Pick<DocumentRow, 'id' | 'sha256'>,
  changes: Partial<Pick<typeof submissions.$inferInsert, 'deploymentId' | 'password'>> = {},
): Promise<void> {
  const [before] = await transaction.select().from(submissions).where(eq(submissions.documentId, id));
  if (before?.remoteDocumentId) {
    const job: RemoveJob = { sha256, deploymentId: before.deploymentId, remoteDocumentId: before.remoteDocumentId };
    await desk.queue.send(REMOVE_QUEUE, job, { tx: transaction });
  }
  await transaction
    .update(submissions)
    .set({ sending: sql`${submissions.sending} + 1`, remoteDocumentId: null, indexedAt: null, ...changes })
    .where(eq(submissions.documentId, id));
}
