import { eq } from 'drizzle-orm';
import { newId, now } from '#lib/platform/clock.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Actor, ConnectedDeployment, Desk } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { sendCopyRemoval } from '../documents/copies/send-copy-removal.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { SETTLED_MS } from './remove-copy.ts';
import { isRefused, openFile, sendCopy } from './send-copy.ts';

type Sent = { row: DocumentRow; deployment: ConnectedDeployment; actor: NonNullable<Actor>; submitter: string };

/**
 * Sends a document's file to a deployment of ours, has something done with it there, and has the copy removed again whatever comes of it,
 * also when this program dies meanwhile: the copy is known to the database before it is sent (decision 224). It never is one of the
 * deployment's other documents: its idempotency key is new.
 * @throws ProblemError `not_found` where the file is missing, `damaged_file`, what `DeploymentError` says, and whatever `work` throws
 */
export async function withCopy<T>(desk: Desk, of: Sent, signal: AbortSignal, work: (remoteDocumentId: string) => Promise<T>): Promise<T> {
  const file = await openFile(desk, of.row);
  let copyId: string;
  let remoteDocumentId: string;
  try {
    signal.throwIfAborted();
    copyId = await recordCopy(desk, of);
    remoteDocumentId = await send(desk, of, { copyId, path: file.path, signal });
  } finally {
    await file.release();
  }
  try {
    const record = () => desk.database.update(comparisonCopies).set({ remoteDocumentId }).where(eq(comparisonCopies.id, copyId));
    await recordReliably(record, signal);
    return await work(remoteDocumentId);
  } finally {
    await giveBack(desk, copyId);
  }
}

async function recordCopy(desk: Desk, { row, deployment, actor }: Sent): Promise<string> {
  const id = newId();
  const sentAt = now();
  const removeAt = new Date(sentAt.getTime() + SETTLED_MS);
  await desk.database.transaction(async (transaction) => {
    await transaction.insert(comparisonCopies).values({ id, deploymentId: deployment.id, sha256: row.sha256, sentAt, removeAt });
    const detail = { deployment: deployment.name };
    await appendAudit(transaction, [{ actor, documentId: row.id, event: 'document.sent_to_compare', detail }]);
  });
  return id;
}

async function send(desk: Desk, of: Sent, copy: { copyId: string; path: string; signal: AbortSignal }): Promise<string> {
  try {
    return await sendCopy(desk, of, copy);
  } catch (error) {
    // else the worker looks for it
    if (isRefused(error)) await desk.database.delete(comparisonCopies).where(eq(comparisonCopies.id, copy.copyId));
    else await giveBack(desk, copy.copyId);
    throw error;
  }
}

async function giveBack(desk: Desk, copyId: string): Promise<void> {
  // the row is there: the worker finds it later
  const remove = desk.database.transaction((transaction) => sendCopyRemoval(desk, transaction, copyId));
  await remove.catch((error) => desk.log.warn('a copy of a comparison is removed later', { error }));
}
