import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { hashFile } from '#lib/files/hash-file.ts';
import { BlobNotFoundError, type BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { newId } from '#lib/platform/clock.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { findPassword } from '../documents/find-password.ts';
import { sendInTurn } from '../documents/send-in-turn.ts';
import { atPace } from './at-pace.ts';
import { MARK } from './remove-copy.ts';

const TURN_PAUSE_MS = 500;

/** The whole file of a document, to be released. @throws ProblemError `not_found` where it is missing, `damaged_file` */
export async function openFile(desk: Desk, { sha256 }: Pick<DocumentRow, 'sha256'>): Promise<Awaited<ReturnType<BlobStore['localPath']>>> {
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

type ToSend = { row: DocumentRow; deployment: ConnectedDeployment; submitter: string };

/**
 * Sends a document's file to a deployment of ours as a copy whose row is committed; whenever the deployment takes it. The same copy again is
 * the same document there.
 * @returns its id at the deployment @throws what `DeploymentError` says
 */
export async function sendCopy(
  desk: Desk,
  { row, deployment, submitter }: ToSend,
  { copyId, path, signal, mostHeldMs }: { copyId: string; path: string; signal: AbortSignal; mostHeldMs?: number },
): Promise<string> {
  const password = await findPassword(desk, row.id);
  const metadata = { [MARK]: copyId };
  const options = { name: row.name, size: row.size, idempotencyKey: copyId, metadata, password, submitter, signal };
  const submit = () => deployment.client.submitDocument(createReadStream(path), options);
  for (;;) {
    const sent = await atPace(signal, () => sendInTurn(desk, deployment, row.id, submit), mostHeldMs);
    if (sent) return sent.id;
    await sleep(TURN_PAUSE_MS, undefined, { signal });
  }
}

/** Sent too late, or under way in another request: something may come of it all the same. */
const UNSURE_STATUSES: readonly number[] = [408, 409];

/** Whether the deployment has certainly made nothing of the file. */
export function isRefused(error: unknown): boolean {
  if (error instanceof HeldError) return true;
  if (!(error instanceof DeploymentError)) return false;
  const { neverArrived, remoteStatus: status } = error;
  return neverArrived || (status !== null && status >= 400 && status < 500 && !UNSURE_STATUSES.includes(status));
}

/** A key may be allowed to send and not to delete: then copies would stay. Asks to delete what nobody has. @throws ProblemError `deployment_refused` */
export async function requireMayDelete({ client, name }: ConnectedDeployment, signal: AbortSignal, mostHeldMs?: number): Promise<void> {
  try {
    await atPace(signal, () => client.removeDocument(newId()), mostHeldMs);
  } catch (error) {
    if (error instanceof DeploymentError && error.trouble === 'forbidden') {
      const detail = `The key of “${name}” may not delete documents there, so nothing is sent. Give it a key with the scope admin.`;
      throw new ProblemError('deployment_refused', detail, { cause: error });
    }
    if (!(error instanceof DeploymentError && error.code === 'not_found')) throw error;
  }
}
