import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss';
import { type Claimed, createFairClaims, EXPRESS_MS, putBehind } from './fair-claims.ts';
import type { Log } from './log.ts';
import { type Handler, JobLostError } from './queue-job.ts';
import { MOST_FORGIVEN } from './requeue-interrupted.ts';
import { claimSuspect, clearSuspect, deathsOf, type Suspects } from './suspects.ts';

export const HEARTBEAT_SECONDS = 10;
const POLL_MS = 500;
const UNIQUE_VIOLATION = '23505';

/** Given as the reason when a job has to leave the express place. */
class TooLongError extends Error {
  override name = 'TooLongError';
}

export type QueueWorker = { name: string; wake: () => void; stop: () => void; drain: (timeoutMs: number) => Promise<void> };

/**
 * One loop that claims as many jobs as there are free places, and at once again when one is done: pg-boss's own `work`
 * waits for its polling interval after each job. Woken by notifications, by finished jobs, and every half second.
 */
export function startQueueWorker(options: {
  boss: PgBoss;
  name: string;
  concurrency: number;
  /** Jobs are claimed in turn by submitter, see `createFairClaims`. */
  fair?: { places: number; expressMs?: number } | undefined;
  suspects: Suspects;
  handler: Handler<unknown>;
  log: Log | undefined;
}): QueueWorker {
  const { boss, name, concurrency, fair, suspects, handler, log } = options;
  const running = new Map<Promise<void>, Claimed & { abort: AbortController }>();
  const claimInTurn = fair ? createFairClaims({ boss, name, places: fair.places, concurrency }) : null;
  const mostRunning = fair ? Math.max(concurrency, fair.places) + 1 : concurrency;
  const expressMs = fair?.expressMs ?? EXPRESS_MS;
  let stopping = false;
  let wakeUp: () => void = () => undefined;
  let woken = false;
  const wake = () => {
    woken = true;
    wakeUp();
  };

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (woken) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const start = (claimed: Claimed, onEnd: () => void = () => undefined) => {
    const abort = new AbortController();
    const over = suspects.count();
    const done = runJob(boss, name, claimed, { handler, abort, log, expressMs }).finally(() => {
      running.delete(done);
      over();
      onEnd();
      wake();
    });
    running.set(done, { ...claimed, abort });
  };

  const claimAlone = async (): Promise<void> => {
    const job = await claimSuspect(boss, name).catch((error) => {
      suspects.end(name, true);
      throw error;
    });
    if (!job) suspects.end(name, false);
    if (job) start({ job, express: false }, () => suspects.end(name, true));
    else woken = true;
  };

  const claim = async (): Promise<void> => {
    const turn = suspects.begin(name);
    if (turn === 'wait') return;
    if (turn === 'alone') return claimAlone();
    const free = mostRunning - running.size;
    if (free <= 0) return;
    if (claimInTurn) {
      const claimed = await claimInTurn([...running.values()]);
      if (claimed) start(claimed);
      if (claimed) woken = true;
      return;
    }
    const jobs = await boss.fetch<object>(name, { batchSize: free, includeMetadata: true });
    for (const job of jobs) start({ job, express: false });
    if (jobs.length > 0) woken = true;
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      woken = false;
      await claim().catch((error) => log?.warn('jobs could not be claimed', { queue: name, error }));
      if (running.size >= mostRunning) woken = false;
      await pause(POLL_MS);
    }
  };
  const looping = loop();

  return {
    name,
    wake,
    stop() {
      stopping = true;
      wake();
      for (const { abort } of running.values()) abort.abort(new Error('The program is stopping.'));
    },
    async drain(timeoutMs) {
      stopping = true;
      wake();
      await looping;
      const timer = new AbortController();
      await Promise.race([Promise.all(running.keys()), wait(timeoutMs, timer.signal)]);
      timer.abort();
      const left = [...running.values()];
      for (const { abort } of left) abort.abort(new Error('The program is stopping.'));
      // the attempt was not the job's fault: it goes back as it was
      for (const { job } of left) await putBack(boss, job).catch(() => undefined);
    },
  };
}

async function putBack(boss: PgBoss, job: JobWithMetadata): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job
       set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = greatest(retry_limit, least(retry_limit + 1, $3::int))
       where id = $1 and state = 'active' and retry_count = $2`,
    [job.id, job.retryCount, MOST_FORGIVEN],
  );
}

async function runJob(
  boss: PgBoss,
  name: string,
  { job, express }: Claimed,
  { handler, abort, log, expressMs }: { handler: Handler<unknown>; abort: AbortController; log: Log | undefined; expressMs: number },
): Promise<void> {
  const deaths = deathsOf(job.data);
  const claim = { id: job.id, retryCount: job.retryCount };
  let finished = false;
  const heartbeat = setInterval(
    () => {
      boss.touch(name, claim).then(
        (response) => {
          if (affected(response) === 0 && !finished) abort.abort(new JobLostError('The claim on the job is gone.'));
        },
        () => undefined,
      );
    },
    (HEARTBEAT_SECONDS * 1000) / 3,
  );
  const deadline = setTimeout(() => abort.abort(new Error('The job took too long.')), job.expireInSeconds * 1000);
  const expressEnd = express ? setTimeout(() => abort.abort(new TooLongError('The job is not short.')), expressMs) : undefined;
  try {
    const result = await handler({
      id: job.id,
      data: job.data,
      attempt: job.retryCount + 1,
      lastAttempt: job.retryCount >= job.retryLimit,
      deaths,
      submitter: job.groupId ?? null,
      express,
      signal: abort.signal,
      finish: async (tx) => {
        const response = await boss.complete(name, claim, null, { db: fromDrizzle(tx, sql) });
        if (affected(response) === 0) throw new JobLostError('The claim on the job is gone.');
        finished = true;
      },
    });
    if (result) await runAgain(boss, job, result.againInMs);
    else if (!finished) await boss.complete(name, claim);
  } catch (error) {
    if (abort.signal.reason instanceof TooLongError) {
      log?.info('a long job makes room for short ones', { queue: name, job: job.id });
      await putBehind(boss, job).catch(() => undefined);
      return;
    }
    if (error instanceof JobLostError) {
      log?.warn('a job was taken over by another worker', { queue: name, job: job.id });
      return;
    }
    log?.warn('a job failed', { queue: name, job: job.id, attempt: job.retryCount + 1, error });
    await boss.fail(name, claim, { message: error instanceof Error ? error.name : 'error' }).catch(() => undefined);
  } finally {
    clearInterval(heartbeat);
    clearTimeout(deadline);
    clearTimeout(expressEnd);
    if (deaths > 0) await clearSuspect(boss, job.id).catch(() => undefined);
  }
}

/** Back to waiting, with the attempt not counted; only if the claim is still ours. */
async function runAgain(boss: PgBoss, job: JobWithMetadata, ms: number): Promise<void> {
  const update = `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null, start_after = now() + $3::int * interval '1 millisecond'
     where id = $1 and state = 'active' and retry_count = $2`;
  await boss
    .getDb()
    .executeSql(update, [job.id, job.retryCount, Math.max(0, Math.round(ms))])
    .catch(async (error) => {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      // under the policy `short` a newer job waits already: it will do
      await boss.complete(job.name, { id: job.id, retryCount: job.retryCount });
    });
}

function affected(response: unknown): number {
  return (response as { affected?: number }).affected ?? 0;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
