import type pg from 'pg';
import type { DependencyWatch } from '../database/dependency-watch.ts';
import type { Log } from '../log.ts';
import { findOutage } from '../outage-error.ts';
import type { QueueWorker } from './queue-worker.ts';

const LOOK_MS = 5_000;
/** With many jobs that wait a look takes tens of milliseconds. */
const LEAST_PAUSE_MS = 500;

export type DueLook = {
  /** Looks soon, at most twice a second: a job was put back that will be due at a moment that only the database knows. */
  soon: () => void;
  stop: () => Promise<void>;
};

/**
 * Wakes workers for what nobody tells them: jobs whose time comes, that were put back or sent by something that died, and
 * notifications that were lost. One statement for all queues of the process, every five seconds, when a job was put back, and when a
 * job has become due, since others may follow it.
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
  let begunAt = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;
  let isWanted = false;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const open = new Map(workers.filter((worker) => worker.hasRoom()).map((worker) => [worker.name, worker]));
    if (open.size === 0) return;
    const question = {
      text: `select name, bool_or(start_after <= pgboss.job_now()) as is_due,
          (extract(epoch from min(start_after) filter (where start_after > pgboss.job_now()) - pgboss.job_now()) * 1000)::float8 as ms
        from pgboss.job where name = any($1::text[]) and state < 'active' and not blocked group by name`,
      values: [[...open.keys()]],
      // a connection that is cut without a word must not blind all queues
      query_timeout: LOOK_MS,
    };
    const { rows } = await pool.query<{ name: string; is_due: boolean; ms: number | null }>(question);
    begunAt = performance.now();
    for (const { name, is_due, ms } of rows) {
      clearTimeout(timers.get(name));
      if (is_due) open.get(name)?.wake();
      if (ms !== null && ms < 2 * LOOK_MS && !stopped) timers.set(name, setTimeout(() => due(open.get(name)), Math.ceil(ms) + 1).unref());
    }
  }

  function due(worker: QueueWorker | undefined): void {
    worker?.wake();
    soon();
  }

  function soon(): void {
    if (pause || stopped) return;
    const left = begunAt + LEAST_PAUSE_MS - performance.now();
    pause = setTimeout(
      () => {
        pause = undefined;
        begin();
      },
      Math.max(0, left),
    ).unref();
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
        if (isWanted) soon();
      });
  }

  const timer = setInterval(begin, LOOK_MS);
  timer.unref();
  return {
    soon,
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(pause);
      for (const one of timers.values()) clearTimeout(one);
      await looking;
    },
  };
}
