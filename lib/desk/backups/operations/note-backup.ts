import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { newId } from '#lib/platform/clock.ts';
import { takeAdvisoryLock } from '#lib/platform/database/advisory-locks.ts';
import type { Database, Executor } from '#lib/platform/database/database.ts';
import { before, isSilent, NOW } from '../is-silent.ts';
import { backupRuns as R } from '../tables.ts';

/** So many runs are kept. */
const KEPT = 100;
/** One that failed is tried again after so long, and one that lacks something. */
const AGAIN_MS = { failed: 60 * 60_000, incomplete: 24 * 60 * 60_000 };

/** What came of a run. */
export type EndedBackup = {
  /** `stopped`: it was told to end, and goes on with the next one. */
  outcome: 'done' | 'incomplete' | 'failed' | 'stopped';
  rows?: number;
  files?: number;
  addedBytes?: number;
  isEncrypted?: boolean;
};

/**
 * True when the last complete backup began longer ago than `everyMs`, none is under way, the last that failed ended an hour ago or more, and
 * the last that lacks something began a day ago or more: an hour later it would lack it too.
 */
export async function isBackupDue(executor: Executor, everyMs: number): Promise<boolean> {
  const isFresh = sql`case
    when ${R.outcome} is null then not ${isSilent}
    when ${R.outcome} = 'done' then ${R.startedAt} > ${before(everyMs)}
    when ${R.outcome} = 'incomplete' then ${R.startedAt} > ${before(Math.min(AGAIN_MS.incomplete, everyMs))}
    when ${R.outcome} = 'stopped' then false
    else ${R.endedAt} > ${before(Math.min(AGAIN_MS.failed, everyMs))} end`;
  const [row] = await executor.select({ isFresh: sql<boolean | null>`bool_or(${isFresh})` }).from(R);
  return !row?.isFresh;
}

/**
 * Notes that a backup begins.
 * @param options.everyMs only when one is due after so long; of several programs that ask at once, one gets it
 * @returns its id; null when none is due
 */
export async function beginBackup(database: Database, options: { everyMs: number | null }): Promise<string | null> {
  return database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'backups');
    if (options.everyMs !== null && !(await isBackupDue(transaction, options.everyMs))) return null;
    const id = newId();
    await transaction.insert(R).values({ id, startedAt: NOW, seenAt: NOW });
    const newest = transaction.select({ id: R.id }).from(R).orderBy(desc(R.startedAt)).limit(KEPT);
    // however often it failed since, the last complete one is known
    const complete = transaction.select({ id: R.id }).from(R).where(eq(R.outcome, 'done')).orderBy(desc(R.startedAt)).limit(1);
    await transaction.delete(R).where(and(notInArray(R.id, newest), notInArray(R.id, complete)));
    return id;
  });
}

/** True when one was made of which nothing is missing. */
export async function hasCompleteBackup(executor: Executor): Promise<boolean> {
  return (await executor.$count(R, eq(R.outcome, 'done'))) > 0;
}

/** Says that it still runs. */
export async function seeBackup(executor: Executor, id: string): Promise<void> {
  await executor.update(R).set({ seenAt: NOW }).where(eq(R.id, id));
}

export async function endBackup(
  executor: Executor,
  id: string,
  { outcome, rows, files, addedBytes, isEncrypted }: EndedBackup,
): Promise<void> {
  await executor
    .update(R)
    .set({
      outcome,
      endedAt: NOW,
      seenAt: NOW,
      rows: rows ?? null,
      files: files ?? null,
      addedBytes: addedBytes ?? null,
      isEncrypted: isEncrypted ?? null,
    })
    .where(eq(R.id, id));
}

/** Of a restored database: the runs in it were those of another installation, and their folder may be out of reach. */
export async function forgetBackups(executor: Executor): Promise<void> {
  await executor.delete(R);
}
