import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { createDatabase, type Executor } from '../database/database.ts';
import { createDependencyWatch, type Probe } from '../database/dependency-watch.ts';
import type { Log } from '../log.ts';
import { findOutage } from '../outage-error.ts';
import { findRequestId } from '../request-id.ts';
import type { Fairness } from './fair-claims.ts';
import { lookForDue } from './look-for-due.ts';
import type { Handler } from './queue-job.ts';
import { listenForWork } from './queue-listener.ts';
import { type QueueWorker, startQueueWorker } from './queue-worker.ts';
import { HEARTBEAT_SECONDS, REQUEST } from './run-queue-job.ts';
import { createSettledNotices, type SettledNotices } from './settled-notices.ts';
import { superviseQueue } from './supervise-queue.ts';
import { createSuspects, requeueAfterDeath } from './suspects.ts';
import { TRACE, traceSending } from './trace-job.ts';

export type { Again, Handler, QueueJob } from './queue-job.ts';

/**
 * How jobs of one name are treated. Jobs are at-least-once: a handler may run twice, so it writes its results in the
 * transaction in which it calls `job.finish(tx)`, and writes blobs under keys made from their content.
 */
export type QueueDefinition = {
  /** Retries after the first attempt (default 3). Then the job goes to the queue `NAME.dead` when `deadLetter` is set. */
  retryLimit?: number;
  /** Seconds before the first retry, doubled each time (default 1). */
  retryDelay?: number;
  /** Most seconds between retries (default 60). */
  retryDelayMax?: number;
  /** Seconds that one attempt may take (default 900). */
  expireInSeconds?: number;
  /** Make the queue `NAME.dead` and send there what failed for good; some program works it off to settle the product's record. */
  deadLetter?: boolean;
  /** `exclusive`: one waiting or running job per `singletonKey`. `short`: one waiting job per `singletonKey`. Default: no limit. */
  policy?: 'standard' | 'exclusive' | 'short';
};

export type SendOptions = {
  /** Enqueue inside this transaction: the job exists exactly when the transaction commits. */
  tx?: Executor;
  singletonKey?: string;
  /** Not before this moment. */
  startAfter?: Date;
  /** Higher first (default 0). */
  priority?: number;
  retryLimit?: number;
  /** Who wants it: where `fair` is asked for, jobs are taken in turn by submitter. */
  submitter?: string | undefined;
};

export type WorkOptions = {
  /** Most jobs at a time in this process. */
  concurrency: number;
  /** Take jobs in turn by submitter. */
  fair?: Fairness;
};

export type Queue = {
  /**
   * Enqueues a job; its id, or null when the policy says that there is one already. Data: small JSON, ids only. What the job does carries
   * the id of the request that sent it, and its trace.
   */
  send: (name: string, data: object, options?: SendOptions) => Promise<string | null>;
  /** Starts to work off a queue. */
  work: <Data>(name: string, options: WorkOptions, handler: Handler<Data>) => void;
  /**
   * Puts running jobs back at once instead of waiting for their heartbeat to run out. Only where no other process can be
   * working on these queues: when the one worker of a single machine was killed and starts again; before `work`. The attempt
   * counts, and a job without one left fails: perhaps it was the job that killed the worker. Of queues with a dead letter, each
   * such job then runs alone, and fails for good when the worker dies with it again. Returns how many it put back.
   */
  requeueActive: (names: string[]) => Promise<number>;
  /** What was told of work that is done, as far as this program works off a queue. */
  settled: SettledNotices;
  /** True while the database or the storage is away, as far as this process has met it: then no job is claimed. */
  isPaused: () => boolean;
  /** Waiting and running jobs of a queue (tests, health). */
  count: (name: string) => Promise<{ waiting: number; active: number }>;
  /** Stops claiming, waits for running handlers up to `timeoutMs`, then aborts their signals and puts their jobs back. */
  drain: (timeoutMs: number) => Promise<void>;
  /** Ends everything at once; running jobs are found by their heartbeat later. */
  close: () => Promise<void>;
};

/**
 * Opens the queue over pg-boss in the database. The schema must be there (`migrate`).
 * @param options.queues every queue this program sends to or works off
 * @param options.supervise watch heartbeats and clean up (default true; false for programs that only send)
 * @param options.probeStorage asked after a job has met an outage of the storage, until it answers
 * @throws OutageError when the database is away
 */
export async function createQueue(options: {
  databaseUrl: string;
  queues: Record<string, QueueDefinition>;
  supervise?: boolean;
  probeStorage?: Probe;
  log?: Log;
}): Promise<Queue> {
  const { databaseUrl, supervise = true, probeStorage: storage, log } = options;
  const { pool, close: closePool } = createDatabase(databaseUrl, { max: supervise ? 5 : 2, waitMs: 10_000, name: 'countersign-queue' });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: 60,
  });
  const workers: QueueWorker[] = [];
  const wake = (name?: string) => {
    for (const worker of workers) if (name === undefined || worker.name === name) worker.wake();
  };
  const suspects = createSuspects();
  const watch = createDependencyWatch({
    probes: { database: () => pool.query('select 1'), ...(storage ? { storage } : {}) },
    log,
    onBack: () => wake(),
  });
  boss.on('error', (error) => {
    const outage = findOutage(error);
    if (outage) void watch.record(outage);
    else log?.warn('the queue met an error', { error });
  });
  try {
    await boss.start();
    for (const [name, definition] of Object.entries(options.queues)) await declareQueue(boss, name, definition);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    await closePool();
    throw error;
  }
  const stopSupervising = supervise ? superviseQueue({ boss, pool, watch, log }) : async () => undefined;
  const onTold = (told: string) => {
    if (!settled.take(told)) wake(told);
  };
  const listener = listenForWork(databaseUrl, onTold, () => wake());
  const settled = createSettledNotices(listener.isListening);
  const due = lookForDue({ pool, workers, watch, log });

  const stopBoss = async () => {
    watch.stop();
    await stopSupervising();
    await due.stop();
    await listener.close();
    await boss.stop({ graceful: false });
    await closePool();
  };
  return {
    async send(name, data, sendOptions = {}) {
      const { tx, submitter, ...rest } = sendOptions;
      const request = findRequestId();
      const group = submitter === undefined ? {} : { group: { id: submitter } };
      return traceSending(name, (traceparent) =>
        boss.send(
          name,
          { ...data, ...(request ? { [REQUEST]: request } : {}), ...(traceparent ? { [TRACE]: traceparent } : {}) },
          { ...rest, ...group, db: notifying(tx ? fromDrizzle(tx, sql) : boss.getDb(), sendOptions.startAfter ? null : name) },
        ),
      );
    },
    work(name, { concurrency, fair }, handler) {
      listener.start();
      const work = { name, concurrency, fair, handler: handler as Handler<unknown> };
      const { isListening } = listener;
      workers.push(startQueueWorker({ boss, ...work, suspects, watch, log, isListening, onPutBack: due.soon }));
    },
    settled,
    isPaused: watch.isAway,
    async requeueActive(names) {
      const watched = names.filter((name) => options.queues[name]?.deadLetter);
      const { count, suspects: found } = await requeueAfterDeath(boss, names, watched);
      for (const name of found) suspects.record(name);
      return count;
    },
    async count(name) {
      const { rows } = await boss
        .getDb()
        .executeSql(
          `select count(*) filter (where state in ('created', 'retry'))::int as waiting, count(*) filter (where state = 'active')::int as active from pgboss.job where name = $1`,
          [name],
        );
      return rows[0];
    },
    async drain(timeoutMs) {
      await Promise.all(workers.map((worker) => worker.drain(timeoutMs)));
      await stopBoss();
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await stopBoss();
    },
  };
}

async function declareQueue(boss: PgBoss, name: string, definition: QueueDefinition): Promise<void> {
  const { deadLetter, policy = 'standard', retryLimit = 3, retryDelay = 1, retryDelayMax = 60, expireInSeconds = 900 } = definition;
  const settings = {
    retryLimit,
    retryDelay,
    retryDelayMax,
    retryBackoff: true,
    expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: 24 * 3600,
  };
  const dead = `${name}.dead`;
  if (deadLetter) await boss.createQueue(dead, { ...settings, retryLimit: 20, policy: 'standard' });
  if (await boss.getQueue(name)) await boss.updateQueue(name, { ...settings, deadLetter: deadLetter ? dead : null });
  else await boss.createQueue(name, { ...settings, policy, ...(deadLetter ? { deadLetter: dead } : {}) });
}

type Inserter = Pick<ReturnType<PgBoss['getDb']>, 'executeSql'>;

/**
 * Where a job is inserted, in one statement with the notification of those who work on its queue: they hear of it when it is committed.
 * @param name of the queue; null = nobody is told
 */
function notifying(db: Inserter, name: string | null): Inserter {
  if (name === null) return db;
  return {
    executeSql: (text, values: unknown[] = []) =>
      db.executeSql(`with sent as (${text}) select sent.*, pg_notify('countersign_queue', $${values.length + 1}) from sent`, [
        ...values,
        name,
      ]),
  };
}
