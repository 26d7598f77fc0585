import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type Desk, REMOVE_QUEUE, type RemoveJob } from '../context/desk.ts';
import { type DescribedDocument, makeMetadata } from './make-metadata.ts';
import { submissions } from './tables.ts';

/**
 * Makes a document one that is still to be sent, under a key of its own. What a deployment has of it is removed there.
 * @param document with the schema that it is to have
 * @param changes what else changes in the same row, e.g. the deployment it goes to
 */
export async function forgetRemoteDocument(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  document: DescribedDocument & { sha256: string },
  changes: Partial<Pick<typeof submissions.$inferInsert, 'deploymentId' | 'password'>> = {},
): Promise<void> {
  const { id, sha256 } = document;
  const [before] = await transaction.select().from(submissions).where(eq(submissions.documentId, id));
  if (before?.remoteDocumentId) {
    const job: RemoveJob = { sha256, deploymentId: before.deploymentId, remoteDocumentId: before.remoteDocumentId };
    await desk.queue.send(REMOVE_QUEUE, job, { tx: transaction });
  }
  const deploymentId = changes.deploymentId ?? before?.deploymentId;
  const metadata = deploymentId === undefined ? null : await makeMetadata(transaction, deploymentId, document);
  await transaction
    .update(submissions)
    .set({ sending: sql`${submissions.sending} + 1`, remoteDocumentId: null, indexedAt: null, metadata, ...changes })
    .where(eq(submissions.documentId, id));
}
