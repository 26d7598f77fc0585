import { and, eq, isNull } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { now } from '#lib/platform/clock.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { type RemoteJob, recordProgress } from '../documents/remote-jobs.ts';
import { remoteJobs } from '../documents/tables.ts';

/** A job at a deployment that is worked on now. */
export type Handover = {
  job: RemoteJob;
  deployment: ConnectedDeployment;
  signal: AbortSignal;
  /** Whether the same request may be made twice without the work being done twice: at a deployment of ours, under its idempotency key. */
  isRepeatable: () => Promise<boolean>;
  /** How long another program that submitted may still be waiting for the answer, in milliseconds; 0 where only the worker submits. */
  awaitedMs: number;
};

/** A newer request has taken the job's place: nothing is submitted for the older one. */
export class SupersededError extends Error {
  override name = 'SupersededError';
}

/**
 * Makes a request that must not be carried out twice (decision 80): it is marked in the database before, and the mark goes
 * only when the request certainly did nothing. A process that is stopped or dies meanwhile leaves the mark. Whoever records
 * the answer takes the mark away with it (`recordRemoteId`).
 * @throws ProblemError `sending_unsure` with `unsure` when nobody knows how an earlier try went; with `temporary` while another program may still wait for the answer
 * @throws SupersededError
 */
export async function submitOnce<T>(desk: Desk, work: Handover, request: () => Promise<T>): Promise<T> {
  if (!(await work.isRepeatable())) await mark(desk, work);
  try {
    return await request();
  } catch (error) {
    const isNothing = error instanceof HeldError || (error instanceof ProblemError && !(error as Partial<DeploymentError>).unsure);
    if (isNothing) await recordNotSubmitted(desk, work);
    throw error;
  }
}

/** Takes the mark away: what was about to be submitted certainly was not. */
export async function recordNotSubmitted(desk: Desk, { job, signal }: Pick<Handover, 'job' | 'signal'>): Promise<void> {
  if (!job.inFlightSince) return;
  await recordReliably(() => recordProgress(desk.database, job, { inFlightSince: null }), signal);
  job.inFlightSince = null;
}

async function mark(desk: Desk, { job, awaitedMs }: Handover): Promise<void> {
  const at = now();
  const marked = await desk.database
    .update(remoteJobs)
    .set({ inFlightSince: at })
    .where(and(eq(remoteJobs.id, job.id), isNull(remoteJobs.inFlightSince)))
    .returning({ id: remoteJobs.id });
  if (marked.length > 0) {
    job.inFlightSince = at;
    return;
  }
  const [present] = await desk.database.select().from(remoteJobs).where(eq(remoteJobs.id, job.id));
  if (!present) throw new SupersededError();
  const isAwaited = Date.now() - (present.inFlightSince?.getTime() ?? 0) < awaitedMs;
  const message = isAwaited ? 'The answer of the document service is still awaited.' : 'The response of the document service was lost.';
  throw Object.assign(new ProblemError('sending_unsure', message), { unsure: !isAwaited, temporary: isAwaited });
}
