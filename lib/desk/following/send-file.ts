import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { SubmitOptions } from '#lib/deployment/create-deployment-client.ts';
import { BlobNotFoundError } from '#lib/platform/blobs/blob-store.ts';
import { asStorageProblem } from '#lib/platform/blobs/receive-file.ts';
import { now } from '#lib/platform/clock.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import { type Desk, fileKey } from '../context/desk.ts';
import { noteSurely } from '../context/note-surely.ts';
import { findPassword } from '../documents/find-password.ts';
import type { SubmittedDocument } from '../documents/note-submitted.ts';
import { noteSubmitted } from '../documents/note-submitted.ts';
import { sendInTurn } from '../documents/send-in-turn.ts';
import type { Followed, StepOutcome } from '../jobs/followed.ts';
import { noteHandedOver } from '../jobs/note-handed-over.ts';
import { failDocument } from './fail-document.ts';

/** Sends a stored file to its deployment. The same file goes under the same key however often it is tried. */
export async function sendFile(desk: Desk, followed: Followed): Promise<StepOutcome> {
  const { row, submission, deployment, signal } = followed;
  const of = { documentId: row.id, run: submission.run };
  try {
    const password = await findPassword(desk, row.id);
    if (password !== undefined) await deployment.client.isOurs();
    // a file of our own before anything is handed over: the storage cannot break off then
    const file = await desk.blobs.localPath(fileKey(row.sha256));
    try {
      await noteHandedOver(desk, followed, now());
      const options = {
        name: row.name,
        size: row.size,
        idempotencyKey: `${row.id}.${submission.sending}`,
        password,
        submitter: row.createdById ?? undefined,
        signal,
      };
      const submit = () => submitFile(desk, followed, file.path, options);
      const submitted = await sendInTurn(desk, deployment, row.id, submit);
      if (!submitted) return 'held';
      const sending = { documentId: row.id, sending: submission.sending, deploymentId: deployment.id, sha256: row.sha256 };
      const note = () => desk.database.transaction((transaction) => noteSubmitted(desk, transaction, sending, submitted));
      await noteSurely(note, signal);
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
    if (isCutOff && followed.submission.handedOverAt) await noteHandedOver(desk, followed, null);
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
