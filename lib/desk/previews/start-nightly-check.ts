import { and, desc, isNotNull, isNull, lt } from 'drizzle-orm';
import { FEWEST_CHECKED } from '#lib/contract/desk/insights/nightly-check.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { takeAdvisoryLock } from '#lib/platform/database/advisory-locks.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { type Desk, NIGHTLY_QUEUE, type NightlyJob } from '../context/desk.ts';
import { findFirstApproval, planNight } from './plan-night.ts';
import { nightlyRuns, nightlySettings } from './tables.ts';

/** A night begins at this hour of the server's time zone. */
const HOUR = 2;
const KEPT_DAYS = 30;

/** Whether documents are checked each night. */
export async function isNightlyCheckOn(executor: Executor): Promise<boolean> {
  const [row] = await executor.select().from(nightlySettings);
  return row?.isOn ?? true;
}

/**
 * Begins the run of this night where it is due, and makes sure that a run under way goes on; of several workers that ask at once, one begins
 * it. A desk that did not run at night makes it up. The first one needs an approval from before the night, so that none begins by day.
 */
export async function startDueCheck(desk: Pick<Desk, 'database' | 'queue'>): Promise<void> {
  const night = lastNight(now());
  await start(desk, null, async (transaction) => {
    if (!(await isNightlyCheckOn(transaction))) return false;
    const [last] = await transaction.select({ at: nightlyRuns.startedAt }).from(nightlyRuns).orderBy(desc(nightlyRuns.startedAt)).limit(1);
    const since = last?.at ?? (await findFirstApproval(transaction));
    return since !== null && since < night;
  });
}

/**
 * Begins a run now, whether or not it is due or the nightly check is on; of no effect while one is under way.
 * @throws ProblemError `conflict` where no schema has enough approved documents
 */
export async function startCheckNow(desk: Pick<Desk, 'database' | 'queue'>, actor: { name: string }): Promise<void> {
  await start(desk, actor.name, async (_, planned) => {
    if (planned > 0) return true;
    throw new ProblemError('conflict', `There is nothing to check yet: no schema has ${FEWEST_CHECKED} documents that people approved.`);
  });
}

type IsWanted = (transaction: Transaction, planned: number) => Promise<boolean>;

async function start(desk: Pick<Desk, 'database' | 'queue'>, byName: string | null, isWanted: IsWanted): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'nightlyCheck');
    const [open] = await transaction.select({ id: nightlyRuns.id }).from(nightlyRuns).where(isNull(nightlyRuns.endedAt));
    const runId = open?.id ?? (await begin(transaction, byName, isWanted));
    if (!runId) return;
    const job: NightlyJob = { runId };
    await desk.queue.send(NIGHTLY_QUEUE, job, { singletonKey: 'nightly', tx: transaction });
  });
}

async function begin(transaction: Transaction, byName: string | null, isWanted: IsWanted): Promise<string | null> {
  // planning reads every approved document: not each time it is asked whether a run is due
  if (byName === null && !(await isWanted(transaction, 0))) return null;
  const plan = await planNight(transaction);
  const planned = plan.reduce((sum, { documentIds }) => sum + documentIds.length, 0);
  if (byName !== null && !(await isWanted(transaction, planned))) return null;
  const at = now();
  const ended = planned === 0 ? { endedAt: at, outcome: 'done' as const } : {};
  const id = newId();
  await transaction.insert(nightlyRuns).values({ id, startedAt: at, byName, planned, plan, ...ended });
  const before = new Date(at.getTime() - KEPT_DAYS * 24 * 3_600_000);
  await transaction.delete(nightlyRuns).where(and(isNotNull(nightlyRuns.endedAt), lt(nightlyRuns.startedAt, before)));
  return planned === 0 ? null : id;
}

/** The last moment, up to `at`, at which a night began. */
export function lastNight(at: Date): Date {
  const night = new Date(at);
  night.setHours(HOUR, 0, 0, 0);
  if (night > at) night.setDate(night.getDate() - 1);
  return night;
}
