import { eq } from 'drizzle-orm';
import type { RemoteDocument, RemoteJob } from '#lib/deployment/read-record.ts';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { keepAnswer, withStagedAnswer } from '../documents/answers/keep-answer.ts';
import { recordProgress } from '../documents/remote-jobs.ts';
import { documents } from '../documents/tables.ts';
import type { Followed } from './followed.ts';
import { lockRun } from './lock-run.ts';

/** Bytes of JSON. */
const LONGEST_ANSWER = 20_000;
/** With the white space that makes it legible. */
const MOST_CHARACTERS = 60_000;

/** Records what a deployment said of work that is not done. @returns what the poller is to know of it */
export async function recordAnswer(
  desk: Desk,
  { row, submission, job, deployment }: Followed,
  answer: Pick<RemoteDocument | RemoteJob, 'isUnderstood' | 'status' | 'raw'>,
): Promise<'same' | 'news' | 'unread'> {
  if (deployment.embedded) return 'same';
  const lastAnswerAt = now();
  if (!answer.isUnderstood) {
    await withStagedAnswer(desk, answer.raw, LONGEST_ANSWER, (staged) => {
      const text = typeof staged.shown === 'string' ? staged.shown : JSON.stringify(staged.shown, null, 2);
      const progress = { unread: job.unread + 1, lastAnswerAt, lastAnswer: text.slice(0, MOST_CHARACTERS) };
      return desk.database.transaction(async (transaction) => {
        if (!(await lockRun(transaction, { documentId: row.id, run: submission.run }))) return false;
        const isCurrent = await recordProgress(transaction, job, progress);
        if (isCurrent) await keepAnswer(desk, transaction, { documentId: row.id, kind: 'unread' }, staged);
        return isCurrent;
      });
    });
    return 'unread';
  }
  const isCurrent = await recordProgress(desk.database, job, { unread: 0, lastAnswerAt, lastAnswer: null });
  if (!isCurrent || row.serviceStatus === answer.status) return 'same';
  await desk.database.update(documents).set({ serviceStatus: answer.status, updatedAt: lastAnswerAt }).where(eq(documents.id, row.id));
  return 'news';
}
