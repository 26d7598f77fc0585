import { and, eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { runTogether } from '#lib/platform/database/run-together.ts';
import { type Desk, REMOVE_QUEUE, type RemoveJob } from '../context/desk.ts';
import { updateProgressOf } from './remote-jobs.ts';
import { stateAfter } from './states/document-states.ts';
import { documents, submissions } from './tables.ts';

/** What the desk needs of a deployment's answer to a sent file. */
export type SubmittedDocument = { id: string; status: string; mediaType?: string | null | undefined };
/** Which sending of which document it answers. */
export type Sending = { documentId: string; sending: number; deploymentId: string; sha256: string };

/**
 * Records that the deployment has the file: `received` becomes `indexing`. When the document was removed or sent anew
 * meanwhile, the deployment's copy is nobody's and gets removed.
 */
export async function recordSubmitted(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  of: Sending,
  submitted: SubmittedDocument,
): Promise<void> {
  const at = now();
  // the document first, as everyone: who removes it at this moment would else not see that the deployment has the file
  const locked = transaction
    .$with('locked')
    .as(transaction.select({ id: documents.id }).from(documents).where(eq(documents.id, of.documentId)).for('update'));
  const [row] = await transaction
    .with(locked)
    .update(submissions)
    .set({ remoteDocumentId: submitted.id })
    .from(locked)
    .where(and(eq(submissions.documentId, locked.id), eq(submissions.sending, of.sending)))
    .returning({ documentId: submissions.documentId });
  if (!row) {
    const job: RemoveJob = { sha256: of.sha256, deploymentId: of.deploymentId, remoteDocumentId: submitted.id };
    await desk.queue.send(REMOVE_QUEUE, job, { tx: transaction });
    return;
  }
  const progress = { inFlightSince: null, unchangedPolls: 0, waitedMs: 0, silentMs: 0, stepBeganAt: at };
  const job = updateProgressOf(transaction, { kind: 'document', documentId: of.documentId, run: of.sending }, progress);
  const mediaType = submitted.mediaType ? { mediaType: submitted.mediaType } : {};
  const document = transaction
    .update(documents)
    .set({
      ...stateAfter('submitted', 'received', 'indexing'),
      serviceStatus: submitted.status,
      trouble: null,
      ...mediaType,
      updatedAt: at,
    })
    .where(and(eq(documents.id, of.documentId), eq(documents.state, 'received')));
  await runTogether(transaction, document, job);
}
