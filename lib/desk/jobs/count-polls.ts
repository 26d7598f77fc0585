import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { freePolls } from '../deployments/create-pace.ts';
import { findSpeed, saveSpeed } from '../deployments/speeds.ts';
import { recordProgress } from '../documents/remote-jobs.ts';
import { backoffNear, waitedAltogether } from './backoff.ts';
import { learnTypical, type PolledKind, pauseBeforePoll } from './poll-pauses.ts';
import type { PollSettings } from './poll-settings.ts';
import type { Handover } from './submit-once.ts';

type Polled = Pick<Handover, 'job' | 'deployment'>;

const kindOf = ({ job }: Polled): PolledKind => (job.kind === 'document' ? 'document' : 'job');

/** Counts the wait before the next poll. @returns that wait, in milliseconds */
export async function countPoll(desk: Desk, work: Polled, isNews: boolean, { pauseScale }: PollSettings): Promise<number> {
  const { job, deployment } = work;
  const progress = isNews ? { unchangedPolls: 0, stepBeganAt: now() } : { unchangedPolls: job.unchangedPolls + 1 };
  if (deployment.embedded) {
    await recordProgress(desk.database, job, progress);
    return backoffNear(isNews ? 0 : job.unchangedPolls);
  }
  const typicalMs = job.waitedMs > 0 ? null : await findTypical(desk, work);
  const seen = { waitedMs: job.waitedMs / pauseScale, typicalMs: typicalMs === null ? null : typicalMs / pauseScale };
  const pause = Math.max(1, Math.round(pauseScale * pauseBeforePoll(kindOf(work), seen)));
  const waits = { waitedMs: job.waitedMs + pause, silentMs: (isNews ? 0 : job.silentMs) + pause };
  await recordProgress(desk.database, job, { ...progress, ...waits });
  return pause;
}

/** A deployment of ours begins at once. */
async function findTypical(desk: Desk, work: Polled): Promise<number | null> {
  const { id, client } = work.deployment;
  return (await findSpeed(desk.database, id, kindOf(work))) ?? ((await client.isOurs().catch(() => false)) ? 0 : null);
}

/** How long nothing new was heard, in milliseconds, counted in the waits between polls. */
export function silentMsOf({ job, deployment }: Polled): number {
  return deployment.embedded ? waitedAltogether(job.unchangedPolls, backoffNear) : job.silentMs;
}

/** A poll found something new: others are worth asking for too. */
export async function recordFinding(desk: Desk, { deployment }: Polled): Promise<void> {
  if (!deployment.embedded) await freePolls(desk.database, deployment.id);
}

/** A poll found the work done: how long that took is what the next one is expected to take. */
export async function recordReached(desk: Desk, work: Polled): Promise<void> {
  const { job, deployment } = work;
  if (deployment.embedded || job.waitedMs === 0) return;
  const before = await findSpeed(desk.database, deployment.id, kindOf(work));
  await saveSpeed(desk.database, deployment.id, kindOf(work), learnTypical(before, job.waitedMs, job.unchangedPolls));
}
