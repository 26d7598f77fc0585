import type pg from 'pg';
import type { DependencyWatch } from '../database/dependency-watch.ts';
import type { Log } from '../log.ts';
import { findOutage } from '../outage-error.ts';
import type { QueueWorker } from './queue-worker.ts';

const LOOK_MS = 5_000;

export type DueLook = {
  /** Looks soon: a job was put back that will be due at some moment. */
  soon: () => void;
  stop: () => Promise<void>;
};

/**
 * Wakes workers for what nobody tells them: jobs whose time comes, that were put back or sent by something that died, and
 * notifications that were lost. One statement for all queues of the process, every five seconds and when a job was put back; a
 * worker is woken when the first job of its queue is due.
 * @param workers all that this process has, those without a free place are left out
 */
export function lookForDue(options: {
  pool: pg.Pool;
  workers: readonly QueueWorker[];
  watch: DependencyWatch;
  log: Log | undefined;
}): DueLook {
  const { pool, workers, watch, log } = options;
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  let isWanted = false;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const open = new Map(workers.filter((worker) => worker.hasRoom()).map((worker) => [worker.name, worker]));
    if (open.size === 0) return;
    const { rows } = await pool.query<{ name: string; ms: number }>(
      `select name, (extract(epoch from min(start_after) - pgboss.job_now()) * 1000)::float8 as ms
       from pgboss.job where name = any($1::text[]) and state < 'active' and not blocked group by name`,
      [[...open.keys()]],
    );
    for (const { name, ms } of rows) {
      clearTimeout(timers.get(name));
      if (ms <= 0) open.get(name)?.wake();
      else if (ms < 2 * LOOK_MS && !stopped) timers.set(name, setTimeout(() => open.get(name)?.wake(), Math.ceil(ms) + 1).unref());
    }
  }

  function begin(): void {
    if (stopped || watch.isAway()) return;
    isWanted = looking !== null;
    looking ??= look()
      .catch((error) => {
        const outage = findOutage(error);
        if (outage) void watch.record(outage);
        else log?.warn('the queue met an error', { error });
      })
      .finally(() => {
        looking = null;
        // what was put back meanwhile may have been missed
        if (isWanted) begin();
      });
  }

  const timer = setInterval(begin, LOOK_MS);
  timer.unref();
  return {
    soon: begin,
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const one of timers.values()) clearTimeout(one);
      await looking;
    },
  };
}
