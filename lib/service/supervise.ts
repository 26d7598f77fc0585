import { forgetOldKeys } from './idempotency.ts';
import { failOverdueJobs } from './jobs/fail-waiting-jobs.ts';
import type { ServiceContext } from './service-context.ts';

const TICK_MS = 1000;
const FORGET_EVERY = 3600;

/** Once a second: fails jobs that waited too long; once an hour: forgets old idempotency keys. Returns how to stop it. */
export function startSupervisor({ database, log }: ServiceContext): () => Promise<void> {
  let ticks = 0;
  let working = Promise.resolve();
  const tick = async () => {
    const failed = await failOverdueJobs(database);
    if (failed > 0) log.info('jobs gave up waiting for their documents', { count: failed });
    if (ticks++ % FORGET_EVERY === 0) await forgetOldKeys(database);
  };
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    working = tick()
      .catch((error) => log.warn('the supervisor met an error', { error }))
      .finally(() => {
        idle = true;
      });
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    await working;
  };
}
