import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { MOST_DEATHS } from './queue-job.ts';

/** Suspects come first, so that they can be claimed without others. */
const SUSPECT_PRIORITY = 1000;
/** Running when the worker died: still so, or found to be without a worker since (pg-boss's words), when a new one was long in coming. */
const IN_HAND = `(state = 'active' or state = 'retry' and output->'value'->>'message' = 'job heartbeat timeout')`;

/** Lets jobs that were in hand when a worker died run alone, so that the next death tells which of them it was. */
export type Suspects = {
  /** That queue has some. */
  record: (queue: string) => void;
  /** How a queue may claim now: `usual`, `alone` (one suspect; until `end`), or not yet (`wait`). */
  begin: (queue: string) => 'usual' | 'alone' | 'wait';
  /** The turn of `alone` is over; `found`: whether there was one. */
  end: (queue: string, found: boolean) => void;
  /** A job runs; call what is returned when it does no more. */
  count: () => () => void;
};

/** For all queues that one process works off. */
export function createSuspects(): Suspects {
  const queues = new Set<string>();
  let running = 0;
  let isAlone = false;
  return {
    record: (queue) => void queues.add(queue),
    begin(queue) {
      if (isAlone) return 'wait';
      if (queues.size === 0) return 'usual';
      if (running > 0 || !queues.has(queue)) return 'wait';
      isAlone = true;
      return 'alone';
    },
    end(queue, found) {
      isAlone = false;
      if (!found) queues.delete(queue);
    },
    count() {
      running++;
      return () => void running--;
    },
  };
}

/** How often a worker died with the job in hand. */
export function deathsOf(data: unknown): number {
  const { deaths } = (data ?? {}) as { deaths?: unknown };
  return typeof deaths === 'number' ? deaths : 0;
}

/** Claims one suspect of a queue whose turn it is to do so alone; null when there is none, then the turn is over. */
export async function claimSuspect(boss: PgBoss, queue: string, suspects: Suspects): Promise<JobWithMetadata | null> {
  const asked = boss.fetch<object>(queue, { batchSize: 1, includeMetadata: true, minPriority: SUSPECT_PRIORITY });
  const [job] = await asked.catch((error) => {
    suspects.end(queue, true);
    throw error;
  });
  if (!job) suspects.end(queue, false);
  return (job as JobWithMetadata | undefined) ?? null;
}

/** The worker lived on: a job that waits again is none any more. */
export async function clearSuspect(boss: PgBoss, id: string): Promise<void> {
  const update = `update pgboss.job set priority = 0, data = data - 'deaths' where id = $1 and state in ('created', 'retry')`;
  await boss.getDb().executeSql(update, [id]);
}

/**
 * Puts the running jobs of a worker that died back. Those of `watched` queues were perhaps what killed it: each is a suspect now,
 * and fails for good the second time. Others fail when they have no attempt left.
 * @returns how many were put back, and the queues that hold suspects
 */
export async function requeueAfterDeath(boss: PgBoss, names: string[], watched: string[]): Promise<{ count: number; suspects: string[] }> {
  const db = boss.getDb();
  const deaths = `coalesce((data->>'deaths')::int, 0) + 1`;
  const record = `update pgboss.job set data = jsonb_set(coalesce(data, '{}'), '{deaths}', to_jsonb(${deaths})), priority = $2
    where name = any($1::text[]) and ${IN_HAND}`;
  await db.executeSql(record, [watched, SUSPECT_PRIORITY]);
  const giveUp = `update pgboss.job set retry_limit = least(retry_limit, retry_count)
    where name = any($1::text[]) and ${IN_HAND} and (data->>'deaths')::int >= $2`;
  await db.executeSql(giveUp, [watched, MOST_DEATHS]);
  const spent = `select id, name from pgboss.job where name = any($1::text[]) and ${IN_HAND} and retry_count >= retry_limit`;
  const { rows: killers } = await db.executeSql(spent, [names]);
  for (const { id, name } of killers) await boss.fail(name, id, { message: 'the worker ended in every attempt' });
  const again = `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null, output = null
    where name = any($1::text[]) and ${IN_HAND} returning id`;
  const { rows: back } = await db.executeSql(again, [names]);
  const waiting = `select distinct name from pgboss.job where name = any($1::text[]) and state in ('created', 'retry') and priority >= $2`;
  const { rows: suspects } = await db.executeSql(waiting, [watched, SUSPECT_PRIORITY]);
  return { count: back.length, suspects: suspects.map(({ name }: { name: string }) => name) };
}
