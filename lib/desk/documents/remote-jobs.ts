import { and, eq, lt } from 'drizzle-orm';
import { newId, now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { type RemoteJobKind, remoteJobs } from './tables.ts';

export type RemoteJob = typeof remoteJobs.$inferSelect;

/** A job about a document. `run` tells the requests of people apart: each gets a job of its own. */
export type DocumentJobKey = { kind: Exclude<RemoteJobKind, 'learning'>; documentId: string; run: number };
/** The job that a schema known only to a deployment is learned from. */
export type LearningJobKey = { kind: 'learning'; deploymentId: string; remoteSchemaId: string; run: number };
type RemoteJobKey = DocumentJobKey | LearningJobKey;

type Progress = Partial<
  Pick<
    RemoteJob,
    | 'unread'
    | 'lastAnswerAt'
    | 'lastAnswer'
    | 'waitedMs'
    | 'silentMs'
    | 'remoteId'
    | 'serviceStatus'
    | 'unchangedPolls'
    | 'stepBeganAt'
    | 'inFlightSince'
    | 'refused'
    | 'trouble'
  >
>;

/** The job of that request, or null when nothing was begun for it yet or a newer request has taken its place. */
export async function findRemoteJob(executor: Executor, key: RemoteJobKey): Promise<RemoteJob | null> {
  const [row] = await executor
    .select()
    .from(remoteJobs)
    .where(and(subjectOf(key), eq(remoteJobs.run, key.run)));
  return row ?? null;
}

/**
 * The job of that request, made when there is none yet. It takes the place of those of earlier requests.
 * @returns null when a newer request has taken its place
 */
export async function openRemoteJob(
  executor: Executor,
  key: RemoteJobKey,
  deploymentId: string,
  progress: Progress = {},
): Promise<RemoteJob | null> {
  return (await findRemoteJob(executor, key)) ?? beginRemoteJob(executor, key, deploymentId, progress);
}

/** The same where there is none yet, as far as the caller knows. @returns null when there is one, or a newer request has taken its place */
export async function beginRemoteJob(
  executor: Executor,
  key: RemoteJobKey,
  deploymentId: string,
  progress: Progress = {},
): Promise<RemoteJob | null> {
  const [row] = await insertRemoteJob(executor, key, deploymentId, progress);
  return row ?? null;
}

/** The insert that `beginRemoteJob` makes, for use with others; it runs when it is awaited. */
export function insertRemoteJob(executor: Executor, key: RemoteJobKey, deploymentId: string, progress: Progress = {}) {
  const fresh = { ...FRESH, id: newId(), run: key.run, deploymentId, stepBeganAt: now(), ...progress };
  const subject = key.kind === 'learning' ? { remoteSchemaId: key.remoteSchemaId } : { documentId: key.documentId };
  const target = key.kind === 'learning' ? [remoteJobs.deploymentId, remoteJobs.remoteSchemaId] : [remoteJobs.documentId, remoteJobs.kind];
  return executor
    .insert(remoteJobs)
    .values({ kind: key.kind, ...subject, ...fresh })
    .onConflictDoUpdate({ target, set: fresh, setWhere: lt(remoteJobs.run, key.run) })
    .returning();
}

/**
 * Hands the job of an earlier request on to a newer one, for what may still be under way at the deployment: it is polled
 * again from the start instead of submitted again.
 */
export async function renewRemoteJob(executor: Executor, key: DocumentJobKey, run: number): Promise<void> {
  await executor
    .update(remoteJobs)
    .set({ ...RENEWED, id: newId(), run, stepBeganAt: now() })
    .where(and(subjectOf(key), eq(remoteJobs.run, key.run)));
}

/** Writes what is known of a job now. False when a newer request has taken its place: nothing was written. */
export async function recordProgress(executor: Executor, job: Pick<RemoteJob, 'id'>, progress: Progress): Promise<boolean> {
  const written = await executor.update(remoteJobs).set(progress).where(eq(remoteJobs.id, job.id)).returning({ id: remoteJobs.id });
  return written.length > 0;
}

/** The update that writes the same of the job of that request, if there is one; it runs when it is awaited. */
export function updateProgressOf(executor: Executor, key: RemoteJobKey, progress: Progress) {
  return executor
    .update(remoteJobs)
    .set(progress)
    .where(and(subjectOf(key), eq(remoteJobs.run, key.run)));
}

/** The deployment has it, under this id: what was handed over is answered for. */
export async function recordRemoteId(
  executor: Executor,
  job: Pick<RemoteJob, 'id'>,
  remoteId: string,
  serviceStatus?: string,
): Promise<boolean> {
  const status = serviceStatus === undefined ? {} : { serviceStatus };
  return recordProgress(executor, job, {
    remoteId,
    ...status,
    inFlightSince: null,
    unchangedPolls: 0,
    waitedMs: 0,
    silentMs: 0,
    stepBeganAt: now(),
  });
}

/** Forgets the job that a schema was learned from, so that the next one begins anew. */
export async function removeLearningJob(executor: Executor, deploymentId: string, remoteSchemaId: string): Promise<void> {
  await executor.delete(remoteJobs).where(subjectOf({ kind: 'learning', deploymentId, remoteSchemaId, run: 1 }));
}

/** The waits of a job that was submitted nobody knows when: the first poll is made at once. */
export const RENEWED_WAIT_MS = 1;
const RENEWED = { unchangedPolls: 0, waitedMs: RENEWED_WAIT_MS, silentMs: 0, inFlightSince: null, refused: null, trouble: null };
const FRESH = { ...RENEWED, waitedMs: 0, unread: 0, lastAnswerAt: null, lastAnswer: null, remoteId: null, serviceStatus: null };

function subjectOf(key: RemoteJobKey) {
  return key.kind === 'learning'
    ? and(eq(remoteJobs.deploymentId, key.deploymentId), eq(remoteJobs.remoteSchemaId, key.remoteSchemaId))
    : and(eq(remoteJobs.documentId, key.documentId), eq(remoteJobs.kind, key.kind));
}
