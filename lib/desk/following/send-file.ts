import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { DeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { hashFile } from '#lib/files/hash-file.ts';
import { BlobNotFoundError } from '#lib/platform/blobs/blob-store.ts';
import { asStorageProblem } from '#lib/platform/blobs/receive-file.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Desk } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { findPassword } from '../documents/find-password.ts';
import { findTrialId, isUnmapped } from '../documents/find-unmapped.ts';
import { parkDocument } from '../documents/park-document.ts';
import type { SubmittedDocument } from '../documents/record-submitted.ts';
import { recordSubmitted } from '../documents/record-submitted.ts';
import { sendInTurn } from '../documents/send-in-turn.ts';
import type { Followed } from '../jobs/followed.ts';
import type { StepOutcome } from '../jobs/poll-remote-job.ts';
import { recordNotSubmitted, submitOnce } from '../jobs/submit-once.ts';
import { failDocument } from './fail-document.ts';

type SubmitOptions = Parameters<DeploymentClient['submitDocument']>[1];

/**
 * Sends a stored file to its deployment, unless that has refused it already. The same file goes under the same key however often it is
 * tried. One that is missing from the store, or is not what was uploaded, is not sent: the document fails.
 */
export async function sendFile(desk: Desk, followed: Followed): Promise<StepOutcome> {
  const { row, submission, deployment, signal } = followed;
  const of = { documentId: row.id, run: submission.run };
  if (followed.job.refused) {
    await failDocument(desk, of, followed.job.refused);
    return 'done';
  }
  // whether it is a deployment of ours is asked first, where that is not known
  const known = { ...deployment, ours: deployment.ours ?? (await deployment.client.isOurs()) };
  if (findTrialId(submission) === null && (await isUnmapped(desk.database, known, row.schemaId))) {
    await parkDocument(desk, of, known);
    return 'done';
  }
  try {
    const password = await findPassword(desk, row.id);
    if (password !== undefined) await deployment.client.isOurs();
    // a file of our own before anything is handed over: the storage cannot break off then
    const file = await desk.blobs.localPath(fileKey(row.sha256));
    try {
      if ((await hashFile(file.path)) !== row.sha256) {
        await failDocument(desk, of, { code: 'damaged_file', message: 'The original file is damaged in the store. Upload it again.' });
        return 'done';
      }
      const options = {
        name: row.name,
        size: row.size,
        idempotencyKey: `${row.id}.${submission.sending}`,
        password,
        metadata: submission.metadata ?? undefined,
        submitter: row.createdById ?? undefined,
        signal,
      };
      const submit = () => submitFile(desk, followed, file.path, options);
      const submitted = await submitOnce(desk, followed, () => sendInTurn(desk, deployment, row.id, submit));
      if (!submitted) return 'held';
      const sending = { documentId: row.id, sending: submission.sending, deploymentId: deployment.id, sha256: row.sha256 };
      const record = () => desk.database.transaction((transaction) => recordSubmitted(desk, transaction, sending, submitted));
      await recordReliably(record, signal);
    } finally {
      await file.release();
    }
    return 'next';
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error;
    await failDocument(desk, of, { code: 'not_found', message: 'The original file is missing from the store. Upload it again.' });
    return 'done';
  }
}

async function submitFile(desk: Desk, followed: Followed, path: string, options: SubmitOptions): Promise<SubmittedDocument> {
  let isGivenWhole = false;
  try {
    const body = readOriginal(path, () => {
      isGivenWhole = true;
    });
    return await followed.deployment.client.submitDocument(Readable.from(body, { objectMode: false }), options);
  } catch (error) {
    // a file that did not go out to its end makes no document anywhere: it may be sent again
    const isCutOff = findOutage(error) || (followed.signal.aborted && !isGivenWhole);
    if (isCutOff) await recordNotSubmitted(desk, followed);
    throw error;
  }
}

/** @throws OutageError when the disk is at fault */
async function* readOriginal(path: string, onEnd: () => void): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path);
    onEnd();
  } catch (error) {
    throw asStorageProblem(error);
  }
}
