import { sql } from 'drizzle-orm';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import { forgetOldKeys } from './context/idempotency.ts';
import type { ServiceContext } from './context/service-context.ts';
import { failOverdueJobs } from './jobs/fail-waiting-jobs.ts';
import { removePreviews } from './jobs/remove-previews.ts';

const TICK_MS = 1000;
const [KEYS_EVERY, PREVIEWS_EVERY] = [3600, 300];

/** A look so long after the last one, by our clock or by the database's, saw nothing of what was between. */
const GAP_MS = 5_000;

/**
 * Once a second: fails jobs that waited too long; once an hour: forgets old idempotency keys; every five minutes: removes old previews. A job has waited too long when its
 * window is over and this supervisor has seen documents being read for as long: neither an outage of database or storage nor a
 * clock that jumps is part of it. Returns how to stop it.
 */
export function startSupervisor({ database, queue, config, log }: ServiceContext): () => Promise<void> {
  let ticks = 0;
  let wellSince = performance.now();
  let last: { ours: number; theirs: number } | null = null;
  let working = Promise.resolve();
  const watch = async () => {
    const ours = performance.now();
    const { rows } = await database.execute<{ at: string }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::text as at`);
    const theirs = Number(rows[0]?.at);
    const isGap = last !== null && (Math.abs(theirs - last.theirs) > GAP_MS || ours - last.ours > GAP_MS);
    if (isGap || queue.isPaused()) wellSince = ours;
    last = { ours, theirs };
    return ours - wellSince;
  };
  const tick = async () => {
    const wellMs = await watch();
    const failed = wellMs < config.service.processingWindowMs ? 0 : await failOverdueJobs(database);
    if (failed > 0) log.info('jobs gave up waiting for their documents', { count: failed });
    if (ticks % PREVIEWS_EVERY === 0) await removePreviews(database);
    if (ticks++ % KEYS_EVERY === 0) await forgetOldKeys(database);
  };
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    working = tick()
      .catch((error) => logTrouble(log, 'the supervisor met an error', error))
      .finally(() => {
        idle = true;
      });
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    await working;
  };
}
