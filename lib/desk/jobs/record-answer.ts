import { eq } from 'drizzle-orm';
import type { RemoteDocument, RemoteJob } from '#lib/deployment/read-record.ts';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { recordProgress } from '../documents/remote-jobs.ts';
import { documents } from '../documents/tables.ts';
import type { Followed } from './followed.ts';

const LONGEST_ANSWER = 20_000;

/** Records what a deployment said of work that is not done. @returns what the poller is to know of it */
export async function recordAnswer(
  desk: Desk,
  { row, job, deployment }: Followed,
  answer: Pick<RemoteDocument | RemoteJob, 'isUnderstood' | 'status' | 'raw'>,
): Promise<'same' | 'unread'> {
  if (deployment.embedded) return 'same';
  const lastAnswerAt = now();
  if (!answer.isUnderstood) {
    const lastAnswer = (typeof answer.raw === 'string' ? answer.raw : JSON.stringify(answer.raw, null, 2)).slice(0, LONGEST_ANSWER);
    await recordProgress(desk.database, job, { unread: job.unread + 1, lastAnswerAt, lastAnswer });
    return 'unread';
  }
  await recordProgress(desk.database, job, { unread: 0, lastAnswerAt });
  if (row.serviceStatus !== answer.status) {
    await desk.database.update(documents).set({ serviceStatus: answer.status, updatedAt: lastAnswerAt }).where(eq(documents.id, row.id));
  }
  return 'same';
}
