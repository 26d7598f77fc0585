import type { PgBoss } from 'pg-boss';
import type { DependencyWatch } from '../database/dependency-watch.ts';
import type { Log } from '../log.ts';
import { METRICS } from '../metrics/metrics.ts';
import { findOutage } from '../outage-error.ts';
import { type Claimed, createFairClaims, EXPRESS_MS, type Fairness } from './fair-claims.ts';
import { putBack, StoppingError } from './put-back.ts';
import type { Handler } from './queue-job.ts';
import { JOB_OUTCOMES, runQueueJob } from './run-queue-job.ts';
import { claimSuspect, type Suspects } from './suspects.ts';
import { createWaker } from './waker.ts';

const POLL_MS = 500;

/** `stop` aborts what runs, `drain` waits for it first; both have no job begun after them. */
export type QueueWorker = { name: string; wake: () => void; stop: () => Promise<void>; drain: (timeoutMs: number) => Promise<void> };

type Running = Map<Promise<void>, Claimed & { abort: AbortController }>;

/**
 * One loop that claims as many jobs as there are free places, and at once again when one is done: pg-boss's own `work`
 * waits for its polling interval after each job. Woken by notifications, by finished jobs, and every half second. While the
 * database or the storage is away nothing is claimed, and a moment after that one job at a time.
 */
export function startQueueWorker(options: {
  boss: PgBoss;
  name: string;
  concurrency: number;
  /** Jobs are claimed in turn by submitter, see `createFairClaims`. */
  fair?: Fairness | undefined;
  suspects: Suspects;
  handler: Handler<unknown>;
  watch: DependencyWatch;
  log: Log | undefined;
}): QueueWorker {
  const { boss, name, concurrency, fair, suspects, handler, watch, log } = options;
  // a first failure counts as an increase only where there was a 0 before
  for (const outcome of JOB_OUTCOMES) METRICS.jobs.inc({ queue: name, outcome }, 0);
  const blips = new Map<string, number>();
  const running: Running = new Map();
  const claimInTurn = fair ? createFairClaims({ boss, name, places: fair.places, concurrency }) : null;
  const mostRunning = fair ? Math.max(concurrency, fair.places) + 1 : concurrency;
  const expressMs = fair?.expressMs === undefined ? EXPRESS_MS : fair.expressMs;
  let stopping = false;
  let stopped = false;
  const late: Promise<void>[] = [];
  const waker = createWaker();

  const start = (claimed: Claimed, onEnd: () => void = () => undefined) => {
    // a claim that was on its way when everything was stopped
    if (stopped) {
      late.push(putBack(boss, claimed.job).then(onEnd, onEnd));
      return;
    }
    const abort = new AbortController();
    const over = suspects.count();
    const done = runQueueJob({ boss, name, handler, watch, log, blips, expressMs }, claimed, abort).finally(() => {
      running.delete(done);
      over();
      onEnd();
      waker.wake();
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
    else waker.skipNext();
  };

  const claim = async (): Promise<void> => {
    if (watch.isAway()) return;
    const turn = suspects.begin(name);
    if (turn === 'wait') return;
    if (turn === 'alone') return claimAlone();
    const isGentle = watch.isGentle();
    const free = Math.min(mostRunning - running.size, isGentle ? 1 : mostRunning);
    if (free <= 0) return;
    if (claimInTurn) {
      const claimed = await claimInTurn([...running.values()]);
      if (claimed) start(claimed);
      if (claimed && !isGentle) waker.skipNext();
      return;
    }
    const jobs = await boss.fetch<object>(name, { batchSize: free, includeMetadata: true });
    for (const job of jobs) start({ job, express: false });
    if (jobs.length > 0 && !isGentle) waker.skipNext();
  };
  const notClaimed = (error: unknown) => {
    const outage = findOutage(error);
    if (outage) void watch.record(outage);
    else log?.warn('jobs could not be claimed', { queue: name, error });
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      waker.clear();
      await claim().catch(notClaimed);
      if (running.size >= mostRunning || watch.isAway()) waker.clear();
      await waker.sleep(POLL_MS);
    }
  };
  const looping = loop();

  return {
    name,
    wake: waker.wake,
    async stop() {
      stopping = true;
      stopped = true;
      waker.wake();
      for (const { abort } of running.values()) abort.abort(new StoppingError());
      await looping;
      await Promise.all(late);
    },
    async drain(timeoutMs) {
      stopping = true;
      waker.wake();
      await looping;
      await endJobs(boss, running, timeoutMs);
    },
  };
}

/** Lets jobs finish for so long, then aborts and puts back what still runs. */
async function endJobs(boss: PgBoss, running: Running, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([Promise.all(running.keys()), wait(timeoutMs, timer.signal)]);
  timer.abort();
  const left = [...running.values()];
  for (const { abort } of left) abort.abort(new StoppingError());
  // also those whose handler does not listen
  await Promise.all(left.map(({ job }) => putBack(boss, job).catch(() => undefined)));
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
