import type { Executor } from '#lib/platform/database/database.ts';
import { type Desk, FOLLOW_QUEUE, type FollowJob } from './desk.ts';

/**
 * Has a document followed up by the worker. There is one such job per document and run at most; asking again is harmless.
 * @param options.rescueAfter a later look that only makes sure that a job is there, in case this process dies meanwhile
 * @param options.delayMs how long the worker is to wait
 */
export async function sendFollow(
  desk: Pick<Desk, 'queue'>,
  job: { documentId: string; run: number },
  { tx, rescueAfter, delayMs = 0 }: { tx?: Executor; rescueAfter?: Date; delayMs?: number } = {},
): Promise<void> {
  const key = `${job.documentId}.${job.run}`;
  const data: FollowJob = rescueAfter ? { ...job, rescue: true } : job;
  const startAfter = rescueAfter ?? (delayMs > 0 ? new Date(Date.now() + delayMs) : undefined);
  const options = { singletonKey: rescueAfter ? `${key}.rescue` : key, ...(tx ? { tx } : {}), ...(startAfter ? { startAfter } : {}) };
  await desk.queue.send(FOLLOW_QUEUE, data, options);
}
