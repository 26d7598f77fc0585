import type { Executor } from '#lib/platform/database/database.ts';
import { type Desk, FOLLOW_QUEUE, type FollowJob } from './desk.ts';

/**
 * Has a document followed up by the worker. There is one such job per document and run at most; asking again is harmless.
 * @param options.startAfter a later look that only makes sure that a job is there, in case this process dies meanwhile
 */
export async function sendFollow(
  desk: Pick<Desk, 'queue'>,
  job: { documentId: string; run: number },
  options: { tx?: Executor; startAfter?: Date } = {},
): Promise<void> {
  const key = `${job.documentId}.${job.run}`;
  const data: FollowJob = options.startAfter ? { ...job, rescue: true } : job;
  await desk.queue.send(FOLLOW_QUEUE, data, { ...options, singletonKey: options.startAfter ? `${key}.rescue` : key });
}
