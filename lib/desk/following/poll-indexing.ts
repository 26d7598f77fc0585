import { and, eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { runTogether } from '#lib/platform/database/run-together.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { type Desk, READ_QUEUE, type ReadJob } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { forgetPassword } from '../documents/forget-password.ts';
import { stateAfter } from '../documents/states/document-states.ts';
import { documents, remoteJobs, submissions } from '../documents/tables.ts';
import type { Followed } from '../jobs/followed.ts';
import { lockRun } from '../jobs/lock-run.ts';
import type { StepOutcome } from '../jobs/poll-remote-job.ts';
import { recordAnswer } from '../jobs/record-answer.ts';
import { lookByItself, mayBeSeveral } from '../splitting/splitting.ts';
import { failDocument } from './fail-document.ts';
import { listedAttachments, readAttachments } from './listed-attachments.ts';
import { saveAttachments } from './save-attachments.ts';

type RemoteDocument = Awaited<ReturnType<Followed['deployment']['client']['getDocument']>>;

/** Looks once how far the deployment's indexing is. `indexing` becomes `extracting` (a schema is chosen), `classifying` (to be found) or `indexed`. */
export async function pollIndexing(desk: Desk, followed: Followed): Promise<StepOutcome> {
  const { row, submission, job, deployment, signal } = followed;
  const of = { documentId: row.id, run: submission.run };
  const remote = await deployment.client.getDocument(submission.remoteDocumentId ?? '', { signal });
  if (remote.phase === 'failed' || remote.phase === 'cancelled') {
    await recordPages(desk, row, deployment.embedded, remote);
    await failDocument(desk, of, remote.failure ?? { code: 'remote', message: `The document service reports: ${remote.status}.` });
    // it was wrong, or opened a file that cannot be read: whoever tries again is asked anew
    await desk.database
      .update(submissions)
      .set({ password: null })
      .where(and(eq(submissions.documentId, row.id), eq(submissions.run, submission.run)));
    return 'done';
  }
  if (remote.phase === 'running') {
    const heard = await recordAnswer(desk, followed, remote);
    if (heard === 'unread') return heard;
    return (await recordPages(desk, row, deployment.embedded, remote)) ? 'news' : heard;
  }
  const attachments = deployment.embedded ? readAttachments(remote.raw) : [];
  const readByUs = deployment.embedded ? await desk.reader.find(row.sha256) : null;
  const outcome = await desk.database.transaction(async (transaction): Promise<StepOutcome> => {
    const locked = await lockRun(transaction, of);
    if (locked?.state !== 'indexing') return 'done';
    const at = now();
    const columns = progressColumns(locked, deployment.embedded, remote);
    // first whether it is several documents, then what kind of document
    const isLooking = await mayBeSeveral(transaction, { ...locked, ...columns });
    const state = locked.schemaId !== null ? 'extracting' : locked.recognise && !isLooking ? 'classifying' : 'indexed';
    const read = transaction
      .update(documents)
      .set({
        ...columns,
        serviceStatus: remote.status,
        ...(deployment.embedded ? { attachments: listedAttachments(attachments), readingWarnings: remote.warnings } : {}),
        ...(readByUs ? { readingFailure: null } : {}),
        ...stateAfter('read', locked.state, state),
        trouble: null,
        updatedAt: at,
      })
      .where(eq(documents.id, row.id));
    const indexed = transaction.update(submissions).set({ indexedAt: at }).where(eq(submissions.documentId, row.id));
    const begun = transaction.update(remoteJobs).set({ unchangedPolls: 0, stepBeganAt: at }).where(eq(remoteJobs.id, job.id));
    await runTogether(transaction, read, indexed, begun);
    if (deployment.embedded && !readByUs) await desk.queue.send(READ_QUEUE, { documentId: row.id } satisfies ReadJob, { tx: transaction });
    if (isLooking) await lookByItself(desk, transaction, row.id);
    const received = await saveAttachments(desk, transaction, { parent: locked, deploymentId: deployment.id, attachments });
    const detail = { pages: remote.pageCount };
    await appendAudit(transaction, [{ actor: null, documentId: row.id, event: 'document.indexed', detail }, ...received]);
    return state === 'indexed' ? 'done' : 'next';
  });
  if (submission.password !== null) await forgetPassword(desk, row.id);
  return outcome;
}

/** Writes progress to the list row when there is any. */
async function recordPages(desk: Desk, row: DocumentRow, embedded: boolean, remote: RemoteDocument): Promise<boolean> {
  const columns = progressColumns(row, embedded, remote);
  const changed = Object.entries(columns).some(([name, value]) => row[name as keyof DocumentRow] !== value);
  if (changed)
    await desk.database
      .update(documents)
      .set({ ...columns, updatedAt: now() })
      .where(eq(documents.id, row.id));
  return changed;
}

/**
 * Pages read are those that can be shown: of the embedded service they come from the shared cache, else from our own reading.
 * What the deployment does not tell is left alone: the desk's own reading may have written it since the row was read.
 */
function progressColumns(row: DocumentRow, embedded: boolean, remote: RemoteDocument) {
  const read = remote.phase === 'completed' ? (remote.pageCount ?? row.pageCount ?? 0) : (remote.pagesRead ?? 0);
  return {
    ...(remote.pageCount === null ? {} : { pageCount: remote.pageCount }),
    ...(remote.mediaType === null ? {} : { mediaType: remote.mediaType }),
    ...(embedded ? { serviceStatus: remote.status, pagesRead: Math.max(row.pagesRead, read) } : {}),
  };
}
