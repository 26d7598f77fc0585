import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk } from '../context/desk.ts';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 10 * 60_000;

/**
 * Does what needs a deployment, and again later for as long as it takes until that can be reached: with pauses of half the time waited
 * so far, from a second to ten minutes.
 */
export async function tellLater(
  desk: Desk,
  { signal, waitedMs, data }: Pick<QueueJob<object>, 'signal' | 'waitedMs' | 'data'>,
  pauseScale: number,
  work: () => Promise<Again | undefined>,
): Promise<Again | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HeldError) return { againInMs: error.waitMs };
    if (signal.aborted || findOutage(error) || !(error instanceof ProblemError)) throw error;
    const { code, retryAfterMs = null } = error as ProblemError & Partial<DeploymentError>;
    desk.log.debug('a deployment could not be told what was approved; it is told later', { ...data, code });
    const pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, waitedMs / 2)) * (0.75 + Math.random() / 2);
    return { againInMs: Math.round(Math.max(retryAfterMs ?? 0, pause * pauseScale)) };
  }
}

/** Refusals that a person or time may mend: wrong keys and rights, too many requests, a busy or absent deployment. */
const MAY_PASS = new Set([401, 403, 408, 425, 429]);

/** Whether a deployment will refuse the same again whatever happens. */
export function isForGood(error: unknown): error is DeploymentError {
  if (!(error instanceof DeploymentError) || error.temporary) return false;
  const { remoteStatus } = error;
  return remoteStatus !== null && remoteStatus >= 400 && remoteStatus < 500 && !MAY_PASS.has(remoteStatus);
}

/** Whether the desk's key may not do what it asked for. */
export function isForbiddenThere(error: unknown): boolean {
  return error instanceof DeploymentError && error.remoteStatus === 403;
}

/** Whether what a call was about is not there, or the deployment is too old to know of it. */
export function isUnknownThere(error: unknown): boolean {
  return error instanceof DeploymentError && (error.code === 'not_found' || error.code === 'method_not_allowed');
}
