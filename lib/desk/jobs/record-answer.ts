import { eq } from 'drizzle-orm';
import type { RemoteDocument, RemoteJob } from '#lib/deployment/read-record.ts';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { discardAnswer, keepAnswer, stageAnswer } from '../documents/answers/keep-answer.ts';
import { recordProgress } from '../documents/remote-jobs.ts';
import { documents } from '../documents/tables.ts';
import type { Followed } from './followed.ts';

/** Bytes of JSON. */
const LONGEST_ANSWER = 20_000;
/** With the white space that makes it legible. */
const MOST_CHARACTERS = 60_000;

/** Records what a deployment said of work that is not done. @returns what the poller is to know of it */
export async function recordAnswer(
  desk: Desk,
  { row, job, deployment }: Followed,
  answer: Pick<RemoteDocument | RemoteJob, 'isUnderstood' | 'status' | 'raw'>,
): Promise<'same' | 'unread'> {
  if (deployment.embedded) return 'same';
  const lastAnswerAt = now();
  if (!answer.isUnderstood) {
    const staged = await stageAnswer(desk, answer.raw, LONGEST_ANSWER);
    const text = typeof staged.shown === 'string' ? staged.shown : JSON.stringify(staged.shown, null, 2);
    const lastAnswer = text.slice(0, MOST_CHARACTERS);
    const isKept = await desk.database
      .transaction(async (transaction) => {
        const isCurrent = await recordProgress(transaction, job, { unread: job.unread + 1, lastAnswerAt, lastAnswer });
        if (isCurrent) await keepAnswer(desk, transaction, { documentId: row.id, kind: 'unread' }, staged);
        return isCurrent;
      })
      .catch(async (error) => {
        await discardAnswer(desk, staged);
        throw error;
      });
    if (!isKept) await discardAnswer(desk, staged);
    return 'unread';
  }
  await recordProgress(desk.database, job, { unread: 0, lastAnswerAt });
  if (row.serviceStatus !== answer.status) {
    await desk.database.update(documents).set({ serviceStatus: answer.status, updatedAt: lastAnswerAt }).where(eq(documents.id, row.id));
  }
  return 'same';
}
