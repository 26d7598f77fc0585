import type { PgBoss } from 'pg-boss';
import type { DependencyWatch } from '../database/dependency-watch.ts';
import type { Log } from '../log.ts';
import { METRICS } from '../metrics/metrics.ts';
import { findOutage } from '../outage-error.ts';
import { type Claims, createClaims } from './claim-jobs.ts';
import { createDueTimers } from './due-timers.ts';
import { type Claimed, EXPRESS_MS, type Fairness } from './fair-claims.ts';
import { putBack, StoppingError } from './put-back.ts';
import type { Handler } from './queue-job.ts';
import { JOB_OUTCOMES, type JobOutcome, type RunSetting, runQueueJob } from './run-queue-job.ts';
import { claimSuspect, type Suspects } from './suspects.ts';
import { createWaker } from './waker.ts';

/** While nobody tells the worker of new jobs, and while it may not claim all it has places for. */
const POLL_MS = 500;
/** While it is told of them, and others look for what is due (`lookForDue`). */
const LONG_POLL_MS = 60_000;

/** `stop` aborts what runs, `drain` waits for it first; both have no job begun after them. */
export type QueueWorker = {
  name: string;
  /** There may be jobs. */
  wake: () => void;
  /** Whether it could claim a job now. */
  hasRoom: () => boolean;
  stop: () => Promise<void>;
  drain: (timeoutMs: number) => Promise<void>;
};

type Running = Map<Promise<void>, Claimed & { abort: AbortController }>;

/**
 * One loop that claims as many jobs as there are free places, and at once again when one is done: pg-boss's own `work`
 * waits for its polling interval after each job. Woken by notifications, when jobs become due, by finished jobs if more may wait, and
 * every half second while notifications may be missed. While the database or the storage is away nothing is claimed, and a moment
 * after that one job at a time.
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
  /** False while notifications may be missed. */
  isListening: () => boolean;
  /** Called when a job was put back, to be due at a moment that only the database knows. */
  onPutBack: () => void;
}): QueueWorker {
  const { boss, name, concurrency, fair, suspects, handler, watch, log, isListening, onPutBack } = options;
  // a first failure counts as an increase only where there was a 0 before
  for (const outcome of JOB_OUTCOMES) METRICS.jobs.inc({ queue: name, outcome }, 0);
  const blips = new Map<string, number>();
  const running: Running = new Map();
  const claims = createClaims({ boss, name, concurrency, fair });
  const mostRunning = fair ? Math.max(concurrency, fair.places) + 1 : concurrency;
  const expressMs = fair?.expressMs === undefined ? EXPRESS_MS : fair.expressMs;
  let stopping = false;
  let stopped = false;
  const late: Promise<void>[] = [];
  const waker = createWaker();
  const wake = () => {
    claims.expectMore();
    waker.wake();
  };
  const dueTimers = createDueTimers(wake);

  const start = (claimed: Claimed, onEnd: () => void = () => undefined) => {
    // a claim that was on its way when everything was stopped
    if (stopped) {
      late.push(putBack(boss, claimed.job).then(onEnd, onEnd));
      return;
    }
    const abort = new AbortController();
    const over = suspects.count();
    const setting = { boss, name, handler, watch, log, blips, expressMs };
    const done = runAndNote(setting, claimed, abort).then(({ outcome, againInMs }) => {
      running.delete(done);
      over();
      onEnd();
      if (claims.mayBeMore()) waker.wake();
      if (againInMs !== null) dueTimers.add(againInMs);
      else if (outcome !== 'done') onPutBack();
    });
    running.set(done, { ...claimed, abort });
  };

  const claimAlone = async (): Promise<void> => {
    const job = await claimSuspect(boss, name, suspects);
    if (job) start({ job, express: false }, () => suspects.end(name, true));
    else waker.skipNext();
  };

  /** @returns most milliseconds until the next claim */
  const claim = async (): Promise<number> => {
    if (watch.isAway()) return POLL_MS;
    const turn = suspects.begin(name);
    if (turn === 'wait') return POLL_MS;
    if (turn === 'alone') return claimAlone().then(() => POLL_MS);
    const isGentle = watch.isGentle();
    const free = Math.min(mostRunning - running.size, isGentle ? 1 : mostRunning);
    const { claimed, isMore } = free > 0 ? await claims.claim([...running.values()], free) : { claimed: [], isMore: false };
    for (const one of claimed) start(one);
    if (isMore && isGentle) return POLL_MS;
    if (isMore) waker.skipNext();
    return isListening() ? LONG_POLL_MS : POLL_MS;
  };
  const loop = async (): Promise<void> => {
    while (!stopping) {
      waker.clear();
      const pause = await claim().catch((error) => tellNotClaimed({ ...options, claims }, error));
      if (running.size >= mostRunning || watch.isAway()) waker.clear();
      await waker.sleep(pause);
    }
  };
  const looping = loop();

  return {
    name,
    wake,
    hasRoom: () => running.size < mostRunning,
    async stop() {
      stopping = true;
      stopped = true;
      waker.wake();
      for (const { abort } of running.values()) abort.abort(new StoppingError());
      await looping;
      dueTimers.stop();
      await Promise.all(late);
    },
    async drain(timeoutMs) {
      stopping = true;
      waker.wake();
      await looping;
      await endJobs(boss, running, timeoutMs);
      dueTimers.stop();
    },
  };
}

/** @returns most milliseconds until the next claim */
function tellNotClaimed(
  { watch, log, name, claims }: Pick<RunSetting, 'watch' | 'log' | 'name'> & { claims: Claims },
  error: unknown,
): number {
  claims.expectMore();
  const outage = findOutage(error);
  if (outage) void watch.record(outage);
  else log?.warn('jobs could not be claimed', { queue: name, error });
  return POLL_MS;
}

/** @returns with when the job is due again, where it asked for that itself */
async function runAndNote(
  setting: RunSetting,
  claimed: Claimed,
  abort: AbortController,
): Promise<{ outcome: JobOutcome; againInMs: number | null }> {
  let asked: number | null = null;
  const handler: Handler<unknown> = async (job) => {
    const result = await setting.handler(job);
    asked = result?.againInMs ?? null;
    return result;
  };
  const outcome = await runQueueJob({ ...setting, handler }, claimed, abort);
  return { outcome, againInMs: outcome === 'again' ? asked : null };
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
