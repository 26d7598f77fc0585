import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { freePolls } from '../deployments/create-pace.ts';
import { findSpeed, saveEarly, saveSpeed } from '../deployments/speeds.ts';
import { RENEWED_WAIT_MS, recordProgress } from '../documents/remote-jobs.ts';
import { backoffNear, waitedAltogether } from './backoff.ts';
import { expectedMs, learnSpeed, type PolledKind, pauseBeforePoll, type Speed } from './poll-pauses.ts';
import type { PollSettings } from './poll-settings.ts';
import type { Handover } from './submit-once.ts';

type Polled = Pick<Handover, 'job' | 'deployment'>;

/** Never that of a renewed job. */
const LEAST_WAIT_MS = RENEWED_WAIT_MS + 1;

const kindOf = ({ job }: Polled): PolledKind => (job.kind === 'document' ? 'document' : 'job');

/** Counts the wait before the next poll. @returns that wait, in milliseconds */
export async function countPoll(desk: Desk, work: Polled, isNews: boolean, { pauseScale }: PollSettings): Promise<number> {
  const { job, deployment } = work;
  const progress = isNews ? { unchangedPolls: 0, stepBeganAt: now() } : { unchangedPolls: job.unchangedPolls + 1 };
  if (deployment.embedded) {
    // what was just submitted is recorded already
    if (!isNews || job.unchangedPolls > 0) await recordProgress(desk.database, job, progress);
    return backoffNear(isNews ? 0 : job.unchangedPolls);
  }
  if (isTimed(work)) await saveEarly(desk.database, deployment.id, kindOf(work), job.waitedMs);
  const pause = await findPause(desk, work, pauseScale);
  const waits = { waitedMs: isTimed(work) ? job.waitedMs + pause : job.waitedMs, silentMs: (isNews ? 0 : job.silentMs) + pause };
  await recordProgress(desk.database, job, { ...progress, ...waits });
  return pause;
}

/**
 * Counts the wait of a poll for which there is no room now. It was not asked, so that nobody was silent.
 * @param heldMs until there may be room
 * @returns the wait, in milliseconds: longer when the work is not expected to be done by then
 */
export async function countHeld(desk: Desk, work: Polled, heldMs: number, { pauseScale }: PollSettings): Promise<number> {
  const { job, deployment } = work;
  if (deployment.embedded || !isTimed(work)) return heldMs;
  const speed = scaled(await findSpeed(desk.database, deployment.id, kindOf(work)), pauseScale);
  const leftMs = speed ? pauseScale * expectedMs(kindOf(work), speed) - job.waitedMs : 0;
  const pause = Math.round(Math.max(heldMs, leftMs));
  await recordProgress(desk.database, job, { waitedMs: job.waitedMs + pause });
  return pause;
}

async function findPause(desk: Desk, work: Polled, pauseScale: number): Promise<number> {
  const waitedMs = isTimed(work) ? work.job.waitedMs : work.job.silentMs;
  const speed = scaled(await findKnownSpeed(desk, work), pauseScale);
  return Math.max(LEAST_WAIT_MS, Math.round(pauseScale * pauseBeforePoll(kindOf(work), waitedMs / pauseScale, speed)));
}

/** As it would be if waits were not made shorter. */
function scaled(speed: Speed | null, pauseScale: number): Speed | null {
  if (!speed) return null;
  return { typicalMs: speed.typicalMs === null ? null : speed.typicalMs / pauseScale, earlyMs: speed.earlyMs / pauseScale };
}

/** A deployment of ours begins at once. */
async function findKnownSpeed(desk: Desk, work: Polled): Promise<Speed | null> {
  const { id, ours, client } = work.deployment;
  const speed = await findSpeed(desk.database, id, kindOf(work));
  if (speed || work.job.waitedMs > 0) return speed;
  return (ours ?? (await client.isOurs().catch(() => false))) ? { typicalMs: 0, earlyMs: 0 } : null;
}

/** How long nothing new was heard, in milliseconds, counted in the waits between polls. */
export function silentMsOf({ job, deployment }: Polled): number {
  return deployment.embedded ? waitedAltogether(job.unchangedPolls, backoffNear) : job.silentMs;
}

/** A poll brought what it was made for: others are worth making too. */
export async function recordSettled(desk: Desk, { deployment }: Polled): Promise<void> {
  if (!deployment.embedded) await freePolls(desk.database, deployment.id);
}

/** A poll found the work done: how long that took is what the next one is expected to take. */
export async function recordReached(desk: Desk, work: Polled): Promise<void> {
  const { job, deployment } = work;
  await recordSettled(desk, work);
  if (deployment.embedded || !isTimed(work)) return;
  const before = await findSpeed(desk.database, deployment.id, kindOf(work));
  await saveSpeed(desk.database, deployment.id, kindOf(work), learnSpeed(before, job.waitedMs, job.unchangedPolls));
}

/** What is polled again from the start was submitted nobody knows when. */
const isTimed = ({ job }: Polled) => job.waitedMs !== RENEWED_WAIT_MS;
