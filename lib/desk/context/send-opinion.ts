import type { Executor } from '#lib/platform/database/database.ts';
import { type Desk, OPINION_QUEUE, type OpinionJob } from './desk.ts';

/** Has the worker ask for the second opinion that a document waits for, or end those of a schema that are not wanted any more. Asking again is harmless. */
export async function sendOpinion(desk: Pick<Desk, 'queue'>, job: OpinionJob, { tx }: { tx?: Executor } = {}): Promise<void> {
  const singletonKey = 'schemaId' in job ? `schema.${job.schemaId}` : job.documentId;
  await desk.queue.send(OPINION_QUEUE, job, { singletonKey, ...(tx ? { tx } : {}) });
}
