import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Executor, Transaction } from './database.ts';
import type { Log } from './log.ts';
import { listenForWork } from './queue-listener.ts';

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
};

export type QueueJob<Data> = {
  id: string;
  data: Data;
  /** 1 for the first attempt; grows with every claim, so it tells attempts apart. */
  attempt: number;
  /** No retry follows when this attempt throws. */
  lastAttempt: boolean;
  /** Aborts when the claim is lost, the attempt's time is over, or the program stops. */
  signal: AbortSignal;
  /**
   * Marks the job done inside the transaction that writes its results: both commit or neither does. A worker that lost
   * its claim meanwhile (frozen, declared dead) is stopped here. Later steps of the handler must not fail.
   * @throws JobLostError let it pass, so that the transaction rolls back
   */
  finish: (tx: Transaction) => Promise<void>;
};

/** Returned by a handler: run this job again so much later; it is not counted as a failure. */
export type Again = { againInMs: number };

export type Handler<Data> = (job: QueueJob<Data>) => Promise<Again | undefined>;

export type Queue = {
  /** Enqueues a job; its id, or null when the policy says that there is one already. Data: small JSON, ids only. */
  send: (name: string, data: object, options?: SendOptions) => Promise<string | null>;
  /** Starts to work off a queue: at most `concurrency` jobs at a time in this process. */
  work: <Data>(name: string, options: { concurrency: number }, handler: Handler<Data>) => void;
  /**
   * Puts running jobs back at once instead of waiting for their heartbeat to run out. Only where no other process can be
   * working on these queues: at the start of the one worker of a single machine. Returns how many.
   */
  requeueActive: (names: string[]) => Promise<number>;
  /** Waiting and running jobs of a queue (tests, health). */
  count: (name: string) => Promise<{ waiting: number; active: number }>;
  /** Stops claiming, waits for running handlers up to `timeoutMs`, then aborts their signals and puts their jobs back. */
  drain: (timeoutMs: number) => Promise<void>;
  /** Ends everything at once; running jobs are found by their heartbeat later. */
  close: () => Promise<void>;
};

/** The claim on a job is gone: someone else has it, or it was cancelled. */
export class JobLostError extends Error {
  override name = 'JobLostError';
}

const HEARTBEAT_SECONDS = 10;
const POLL_MS = 500;
const UNIQUE_VIOLATION = '23505';
/** Claims beyond the retry limit that `requeueActive` allows a job before it counts as one that kills its worker. */
const KILLS_FORGIVEN = 50;

/**
 * Opens the queue over pg-boss in the database. The schema must be there (`migrate`).
 * @param options.queues every queue this program sends to or works off
 * @param options.supervise watch heartbeats and clean up (default true; false for programs that only send)
 */
export async function createQueue(options: {
  databaseUrl: string;
  queues: Record<string, QueueDefinition>;
  supervise?: boolean;
  log?: Log;
}): Promise<Queue> {
  const supervise = options.supervise ?? true;
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'countersign-queue',
    max: supervise ? 5 : 2,
    migrate: false,
    schedule: false,
    supervise,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: 60,
  });
  boss.on('error', (error) => options.log?.warn('the queue met an error', { error }));
  await boss.start();
  for (const [name, definition] of Object.entries(options.queues)) await declareQueue(boss, name, definition);
  const workers: QueueWorker[] = [];
  const listener = listenForWork(options.databaseUrl, (name) => {
    for (const worker of workers) if (worker.name === name) worker.wake();
  });

  const stopBoss = async () => {
    await listener.close();
    await boss.stop({ graceful: false });
  };
  return {
    async send(name, data, sendOptions = {}) {
      const { tx, ...rest } = sendOptions;
      const id = await boss.send(name, data, { ...rest, ...(tx ? { db: fromDrizzle(tx, sql) } : {}) });
      if (id && !sendOptions.startAfter) await notify(boss, name, tx);
      return id;
    },
    work(name, { concurrency }, handler) {
      listener.start();
      workers.push(startWorker({ boss, name, concurrency, handler: handler as Handler<unknown>, log: options.log }));
    },
    requeueActive: (names) => requeueActive(boss, names),
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
      for (const worker of workers) worker.stop();
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

async function notify(boss: PgBoss, name: string, tx?: Executor): Promise<void> {
  if (tx) await tx.execute(sql`select pg_notify('countersign_queue', ${name})`);
  else await boss.getDb().executeSql(`select pg_notify('countersign_queue', $1)`, [name]);
}

async function requeueActive(boss: PgBoss, names: string[]): Promise<number> {
  const { rows } = await boss.getDb().executeSql(
    `with killers as (
       select id from pgboss.job where name = any($1::text[]) and state = 'active' and retry_count > retry_limit + ${KILLS_FORGIVEN}
     )
     update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
     where name = any($1::text[]) and state = 'active' and id not in (select id from killers)
     returning id`,
    [names],
  );
  return rows.length;
}

type QueueWorker = { name: string; wake: () => void; stop: () => void; drain: (timeoutMs: number) => Promise<void> };

/**
 * One loop that claims as many jobs as there are free places, and at once again when one is done: pg-boss's own `work`
 * waits for its polling interval after each job. Woken by notifications, by finished jobs, and every half second.
 */
function startWorker(options: {
  boss: PgBoss;
  name: string;
  concurrency: number;
  handler: Handler<unknown>;
  log: Log | undefined;
}): QueueWorker {
  const { boss, name, concurrency, handler, log } = options;
  const running = new Map<Promise<void>, { job: JobWithMetadata; abort: AbortController }>();
  let stopping = false;
  let wakeUp = () => undefined as void;
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

  const claim = async (): Promise<void> => {
    const free = concurrency - running.size;
    if (free <= 0) return;
    const jobs = await boss.fetch<object>(name, { batchSize: free, includeMetadata: true });
    for (const job of jobs) {
      const abort = new AbortController();
      const done = runJob(boss, name, job, handler, abort, log).finally(() => {
        running.delete(done);
        wake();
      });
      running.set(done, { job, abort });
    }
    if (jobs.length > 0) woken = true;
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      woken = false;
      await claim().catch((error) => log?.warn('jobs could not be claimed', { queue: name, error }));
      if (running.size >= concurrency) woken = false;
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
  await boss
    .getDb()
    .executeSql(
      `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null where id = $1 and state = 'active' and retry_count = $2`,
      [job.id, job.retryCount],
    );
}

async function runJob(
  boss: PgBoss,
  name: string,
  job: JobWithMetadata,
  handler: Handler<unknown>,
  abort: AbortController,
  log: Log | undefined,
): Promise<void> {
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
  try {
    const result = await handler({
      id: job.id,
      data: job.data,
      attempt: job.retryCount + 1,
      lastAttempt: job.retryCount >= job.retryLimit,
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
    if (error instanceof JobLostError) {
      log?.warn('a job was taken over by another worker', { queue: name, job: job.id });
      return;
    }
    log?.warn('a job failed', { queue: name, job: job.id, attempt: job.retryCount + 1, error });
    await boss.fail(name, claim, { message: error instanceof Error ? error.name : 'error' }).catch(() => undefined);
  } finally {
    clearInterval(heartbeat);
    clearTimeout(deadline);
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
