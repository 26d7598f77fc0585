import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import type { RemoteDocument } from '#lib/deployment/read-record.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { hashFile } from '#lib/files/hash-file.ts';
import { BlobNotFoundError, type BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Actor, ConnectedDeployment, Desk } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { comparisonCopies } from '../deployments/tables.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { findPassword } from '../documents/find-password.ts';
import { sendInTurn } from '../documents/send-in-turn.ts';
import { atPace } from './at-pace.ts';
import { MARK, SETTLED_MS, sendCopyRemoval } from './remove-copy.ts';

const TURN_PAUSE_MS = 500;

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
    remoteDocumentId = (await send(desk, of, { copyId, path: file.path, signal })).id;
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

async function openFile(desk: Desk, { sha256 }: DocumentRow): Promise<Awaited<ReturnType<BlobStore['localPath']>>> {
  try {
    const file = await desk.blobs.localPath(fileKey(sha256));
    if ((await hashFile(file.path)) === sha256) return file;
    await file.release();
    throw new ProblemError('damaged_file', 'The original file is damaged in the store.');
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error;
    throw new ProblemError('not_found', 'The original file is missing from the store.', { cause: error });
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

async function send(
  desk: Desk,
  { row, deployment, submitter }: Sent,
  { copyId, path, signal }: { copyId: string; path: string; signal: AbortSignal },
): Promise<RemoteDocument> {
  const password = await findPassword(desk, row.id);
  const metadata = { [MARK]: copyId };
  const options = { name: row.name, size: row.size, idempotencyKey: copyId, metadata, password, submitter, signal };
  const submit = () => deployment.client.submitDocument(createReadStream(path), options);
  try {
    for (;;) {
      const sent = await atPace(signal, () => sendInTurn(desk, deployment, row.id, submit));
      if (sent) return sent;
      await sleep(TURN_PAUSE_MS, undefined, { signal });
    }
  } catch (error) {
    // else the worker looks for it
    if (isRefused(error)) await desk.database.delete(comparisonCopies).where(eq(comparisonCopies.id, copyId));
    else await giveBack(desk, copyId);
    throw error;
  }
}

/** Sent too late, or under way in another request: something may come of it all the same. */
const UNSURE_STATUSES: readonly number[] = [408, 409];

/** Whether the deployment has certainly made nothing of the file. */
function isRefused(error: unknown): boolean {
  if (error instanceof HeldError) return true;
  if (!(error instanceof DeploymentError)) return false;
  const { neverArrived, remoteStatus: status } = error;
  return neverArrived || (status !== null && status >= 400 && status < 500 && !UNSURE_STATUSES.includes(status));
}

async function giveBack(desk: Desk, copyId: string): Promise<void> {
  // the row is there: the worker finds it later
  await sendCopyRemoval(desk, copyId).catch((error) => desk.log.warn('a copy of a comparison is removed later', { error }));
}
