import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { DependencyWatch } from '../database/dependency-watch.ts';
import type { Log } from '../log.ts';
import { findOutage } from '../outage-error.ts';
import { HEARTBEAT_SECONDS } from './run-queue-job.ts';

const PASS_MS = 1_000;
/** Of so many passes one looks for jobs. */
const SUPERVISED_PASS = 5;
/** A pass that comes so much later than it should, by our clock or by the database's, has missed heartbeats. */
const GAP_MS = (HEARTBEAT_SECONDS * 1000) / 2;

/**
 * Every five seconds: fails jobs whose worker is gone (no heartbeat) or whose time is over, and cleans up, by pg-boss's own
 * `supervise`. The clocks are compared every second. When the database was away, this process stood still or the database's clock jumped, workers that are well could
 * not be heard: then every running job starts anew to prove itself, and its limit of time is moved by the gap. A supervisor that
 * has just started watches for one heartbeat before it judges.
 * @returns how to stop it
 */
export function superviseQueue(options: {
  boss: PgBoss;
  pool: pg.Pool;
  watch: DependencyWatch;
  log: Log | undefined;
}): () => Promise<void> {
  const { boss, pool, watch, log } = options;
  const startedAt = performance.now();
  let passes = 0;
  let last: { ours: number; theirs: number } | null = null;

  async function pass(): Promise<void> {
    const ours = performance.now();
    const question = { text: `select (extract(epoch from pgboss.job_now()) * 1000)::text as at`, query_timeout: GAP_MS };
    const { rows } = await pool.query<{ at: string }>(question);
    const theirs = Number(rows[0]?.at);
    const gap = last === null ? 0 : theirs - last.theirs;
    const isGap = last !== null && (gap < -GAP_MS || Math.max(gap, ours - last.ours) > GAP_MS);
    if (isGap) {
      await pool.query(
        `update pgboss.job set heartbeat_on = pgboss.job_now(), started_on = started_on + $1::float8 * interval '1 millisecond' where state = 'active'`,
        [gap],
      );
      log?.info('running jobs are given time after a gap', { seconds: Math.round(gap / 1000) });
    }
    last = { ours, theirs };
    passes += 1;
    if (passes % SUPERVISED_PASS === 0 && ours - startedAt > HEARTBEAT_SECONDS * 1000) await boss.supervise();
  }

  let passing = Promise.resolve();
  let isIdle = true;
  const timer = setInterval(() => {
    if (!isIdle || watch.isAway()) return;
    isIdle = false;
    passing = pass()
      .catch((error) => {
        const outage = findOutage(error);
        if (outage) void watch.record(outage);
        else log?.warn('the queue met an error', { error });
      })
      .finally(() => {
        isIdle = true;
      });
  }, PASS_MS);
  return async () => {
    clearInterval(timer);
    await passing;
  };
}
