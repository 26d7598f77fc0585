import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { type ClassificationResult, classificationResultSchema, type DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Desk } from '../context/desk.ts';
import { isStopped } from '../context/is-stopped.ts';
import { recordRemoteId } from '../documents/remote-jobs.ts';
import { findReading } from '../jobs/find-reading.ts';
import type { Followed } from '../jobs/followed.ts';
import { lockRun } from '../jobs/lock-run.ts';
import type { Rest, StepOutcome } from '../jobs/poll-remote-job.ts';
import { submitOnce } from '../jobs/submit-once.ts';
import { type Classification, chooseClasses } from './choose-classes.ts';
import { settleKind } from './settle-kind.ts';

/** Refusals that say the deployment cannot do it at all, not that it cannot do it now. */
const CANNOT = new Set(['not_found', 'method_not_allowed', 'invalid_request', 'deployment_refused', 'extraction_failed']);

/**
 * Has the kind of a document found, or looks once whether that is done: by a job at a deployment of ours, else by the engine
 * of this machine. `classifying` becomes `extracting` when it is sure, else `unclassified`. When a person chose meanwhile,
 * nothing is written.
 */
export async function pollClass(desk: Desk, followed: Followed): Promise<StepOutcome | Rest> {
  const { deployment, signal } = followed;
  const isOurs = await deployment.client.isOurs();
  const asked = await chooseClasses(desk, followed, isOurs);
  if (asked.classes.length < 2) {
    const reason =
      asked.classes.length === 0 ? 'There is no schema yet.' : 'There is only one schema, so there is nothing to choose between.';
    return settle(desk, followed, { reason });
  }
  if (!isOurs) return () => classifyHere(desk, followed, asked);
  try {
    if (followed.job.remoteId === null) return await createJob(desk, followed, asked);
    const job = await deployment.client.getClassificationJob(followed.job.remoteId, { signal });
    if (job.phase === 'running') return 'same';
    const answer = classificationResultSchema.safeParse((job.raw as { result?: unknown } | null)?.result);
    if (job.phase === 'completed' && answer.success) return await settle(desk, followed, { result: answer.data });
    desk.log.info('a classification job brought nothing', { document: followed.row.id, status: job.status });
  } catch (error) {
    if (!(error instanceof ProblemError) || !CANNOT.has(error.code)) throw error;
    desk.log.info('a deployment does not classify', { document: followed.row.id, error });
  }
  return () => classifyHere(desk, followed, asked);
}

async function createJob(desk: Desk, followed: Followed, asked: Classification): Promise<StepOutcome> {
  const { row, submission, deployment, signal } = followed;
  const documentId = submission.remoteDocumentId ?? '';
  const key = `${row.id}.classification.${submission.run}`;
  const create = (classes: DocumentClass[], idempotencyKey: string) =>
    deployment.client.createClassificationJob({ documentId, classes, idempotencyKey }, { signal, submitter: row.createdById ?? undefined });
  const createPlain = (error: unknown) => {
    // an example may have been removed over there
    const hasExamples = asked.classes.some(({ examples }) => examples.length > 0);
    if (!(error instanceof ProblemError) || error.code !== 'not_found' || !hasExamples) throw error;
    return create(
      asked.classes.map((one) => ({ ...one, examples: [] })),
      `${key}.plain`,
    );
  };
  const job = await submitOnce(desk, followed, () => create(asked.classes, key).catch(createPlain));
  await desk.database.transaction(async (transaction) => {
    if (!(await lockRun(transaction, { documentId: row.id, run: submission.run }))) return;
    await recordRemoteId(transaction, followed.job, job.id);
  });
  return 'news';
}

/** By the engine of this machine, over the desk's own reading. */
async function classifyHere(desk: Desk, followed: Followed, { classes }: Classification): Promise<StepOutcome> {
  const { row, deployment, signal } = followed;
  const cannot = `“${deployment.name}” cannot classify documents`;
  if (!desk.classify) return settle(desk, followed, { reason: `${cannot}, and this desk has no engine of its own.` });
  const reading = await findReading(desk, followed);
  if (!reading || reading.pages.length === 0)
    return settle(desk, followed, { reason: `${cannot}, and the desk cannot read this file itself.` });
  try {
    const result = await desk.classify(reading, { classes, name: row.name, signal });
    return await settle(desk, followed, { result });
  } catch (error) {
    signal.throwIfAborted();
    if ((error as Error).name !== 'ChildTaskError' || isStopped(error)) throw error;
    desk.log.warn('a kind could not be worked out', { document: row.id, error });
    return settle(desk, followed, { reason: 'Its kind could not be detected: the engine failed.' });
  }
}

async function settle(
  desk: Desk,
  { row, submission }: Followed,
  answer: { result: ClassificationResult } | { reason: string },
): Promise<StepOutcome> {
  return desk.database.transaction(async (transaction) => {
    const locked = await lockRun(transaction, { documentId: row.id, run: submission.run });
    if (locked?.state !== 'classifying') return 'done';
    return (await settleKind(transaction, locked, answer)) === 'extracting' ? 'next' : 'done';
  });
}
