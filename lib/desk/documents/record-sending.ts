import { eq } from 'drizzle-orm';
import type { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Desk } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { sendFollow } from '../context/send-follow.ts';
import { recordSubmitted, type Sending, type SubmittedDocument } from './record-submitted.ts';
import { findRemoteJob, recordProgress } from './remote-jobs.ts';
import { documents } from './tables.ts';

const LONG_AGO = new Date(0);
/** `submitted` is null when sending did not work, `error` why; `unsure`: the deployment may have the file all the same. */
export type Sent = { submitted: SubmittedDocument | null; unsure: boolean; error?: DeploymentError };

/** Records how sending went and has the worker go on from there. */
export async function recordSending(desk: Desk, of: Sending, { submitted, unsure, error: failure }: Sent): Promise<void> {
  try {
    const record = async (transaction: Transaction) => {
      if (submitted) await recordSubmitted(desk, transaction, of, submitted);
      // unsure: the worker is to know that nobody waits for an answer any more
      else await recordNotSent(transaction, of, { unsure, failure });
      const pauseMs = failure?.cutOff || unsure ? 0 : (failure?.retryAfterMs ?? 0);
      if (failure && (failure.cutOff || pauseMs > 0)) await recordTrouble(transaction, of.documentId, failure, pauseMs);
      await sendFollow(desk, { documentId: of.documentId, run: 1 }, { tx: transaction, delayMs: pauseMs });
    };
    await recordReliably(() => desk.database.transaction(record));
  } catch (error) {
    // the document is safe; the job of its first transaction comes later
    desk.log.warn('a new document will be followed up later', { document: of.documentId, error });
  }
}

/** What was refused for good is not sent a second time: the worker only tells. */
async function recordNotSent(
  transaction: Transaction,
  { documentId, sending }: Sending,
  { unsure, failure }: { unsure: boolean; failure: DeploymentError | undefined },
): Promise<void> {
  const job = await findRemoteJob(transaction, { kind: 'document', documentId, run: sending });
  const isFinal = failure !== undefined && failure.remoteStatus !== null && !failure.temporary && !unsure;
  const refused = isFinal ? { code: failure.code, message: failure.message } : null;
  if (job) await recordProgress(transaction, job, { inFlightSince: unsure ? LONG_AGO : null, refused });
}

/**
 * What the worker is to know of the first try: how long the deployment asks it to wait, and when the connection broke that perhaps the
 * file ended the service, so that it sends it alone.
 */
async function recordTrouble(transaction: Transaction, documentId: string, failure: DeploymentError, pauseMs: number): Promise<void> {
  const { code, message, cutOff, sentAlone } = failure;
  const at = now();
  const trouble = {
    code,
    message,
    attempts: 1,
    next_at: new Date(at.getTime() + pauseMs).toISOString(),
    waited_ms: pauseMs,
    ...(cutOff ? { cut_offs: sentAlone ? 1 : 0 } : {}),
  };
  await transaction.update(documents).set({ trouble, updatedAt: at }).where(eq(documents.id, documentId));
}
