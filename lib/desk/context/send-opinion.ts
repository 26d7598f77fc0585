import type { Executor } from '#lib/platform/database/database.ts';
import { type Desk, OPINION_QUEUE, type OpinionJob } from './desk.ts';

/** Has the worker ask for the second opinion that a document waits for, or end those of a schema that are not wanted any more. Asking again is harmless. */
export async function sendOpinion(desk: Pick<Desk, 'queue'>, job: OpinionJob, { tx }: { tx?: Executor } = {}): Promise<void> {
  // about another answer, or by another deployment, there is one beside a job that waits to try again
  const singletonKey = 'schemaId' in job ? `schema.${job.schemaId}` : `${job.documentId}.${job.deploymentId}.${job.answerAt}`;
  // asked in turn: one that does not answer must not hold the others up
  const submitter = 'schemaId' in job ? undefined : job.deploymentId;
  await desk.queue.send(OPINION_QUEUE, job, { singletonKey, submitter, ...(tx ? { tx } : {}) });
}
