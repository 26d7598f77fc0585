import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { AskedFigures } from '../metrics/asked-figures.ts';
import { METRICS } from '../metrics/metrics.ts';

const EVERY_MS = 10_000;

type Row = { name: string; waiting: number; later: number; active: number; failed: number; oldest: number | null };

/**
 * How much waits in some queues and for how long, in `METRICS`. What waits is counted in the index that jobs are claimed by; what runs and
 * what failed in the last day is kept by pg-boss, up to five seconds old.
 * @param names of the queues, without those for what failed
 */
export function queueFigures(database: Database, names: readonly string[]): AskedFigures {
  const { queueJobs, oldestWaiting } = METRICS;
  const all = names.flatMap((name) => [name, `${name}.dead`]);
  const forget = () => {
    queueJobs.reset();
    oldestWaiting.reset();
  };
  return {
    everyMs: EVERY_MS,
    forget,
    async ask() {
      const rows = await readQueues(database, all);
      forget();
      for (const { name: queue, waiting, later, active, failed, oldest } of rows) {
        for (const [state, count] of Object.entries({ waiting, later, active, failed })) queueJobs.set({ queue, state }, count);
        oldestWaiting.set({ queue }, Math.max(0, oldest ?? 0));
      }
    },
  };
}

/** A job waits from the moment on from which it may be claimed; until then it is there for `later`. */
async function readQueues(database: Database, names: string[]): Promise<Row[]> {
  const { rows } = await database.execute<Row>(sql`
    select queue.name, queue.active_count as active, queue.failed_count as failed,
      coalesce(ahead.waiting, 0) as waiting, coalesce(ahead.later, 0) as later, ahead.oldest
    from pgboss.queue left join (
      select name, (count(*) filter (where start_after <= pgboss.job_now()))::int as waiting,
        (count(*) filter (where start_after > pgboss.job_now()))::int as later,
        (extract(epoch from pgboss.job_now() - min(start_after) filter (where start_after <= pgboss.job_now())))::float8 as oldest
      from pgboss.job where name = any(${sql.param(names)}::text[]) and state < 'active' and not blocked group by name
    ) as ahead using (name)
    where queue.name = any(${sql.param(names)}::text[])`);
  return rows;
}
