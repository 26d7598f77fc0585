import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { DependencyWatch } from '../database/dependency-watch.ts';
import type { Log } from '../log.ts';
import { METRICS } from '../metrics/metrics.ts';
import { findOutage } from '../outage-error.ts';
import { withRequestId } from '../request-id.ts';
import { findOpenSpan } from '../trace-context.ts';
import { toErrorType } from '../tracing/tracer.ts';
import { type Claimed, putBehind } from './fair-claims.ts';
import { putBack, StoppingError } from './put-back.ts';
import { type Handler, JobLostError } from './queue-job.ts';
import { clearSuspect, deathsOf } from './suspects.ts';
import { TRACE, traceJob } from './trace-job.ts';

export const HEARTBEAT_SECONDS = 10;
const UNIQUE_VIOLATION = '23505';
/** Where a job's data keep how long it has waited by its own wish. */
const WAITED = 'waited_ms';
/** Where they keep the id of the request that sent the job. */
export const REQUEST = 'request_id';
/**
 * Outages that one job may meet while everything answers a moment later. More are the job's own: a single object that the
 * storage cannot give, a row that ends the connection. They take some 25 minutes.
 */
const MOST_BLIPS = 30;
const FIRST_BLIP_MS = 1_000;
const LONGEST_BLIP_MS = 60_000;

/** Given as the reason when a job has to leave the express place. */
class TooLongError extends Error {
  override name = 'TooLongError';
}

export type RunSetting = {
  boss: PgBoss;
  name: string;
  handler: Handler<unknown>;
  watch: DependencyWatch;
  log: Log | undefined;
  /** Short outages that each job has met, by its id; kept between attempts. */
  blips: Map<string, number>;
  /** Most milliseconds in the express place; null = as long as in any other. */
  expressMs: number | null;
};

/**
 * How a run ended: `again`: the job asked for another run · `room`: it left the express place · `stopped`: the program ends · `outage`: it
 * goes back, not counted · `retried` and `failed`: the attempt failed, and another follows or none · `lost`: another worker has it, or it
 * could not be settled.
 */
export const JOB_OUTCOMES = ['done', 'again', 'room', 'stopped', 'outage', 'retried', 'failed', 'lost'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/**
 * Runs one claimed job and settles it. A job that meets an outage goes back as it was, its attempt not counted. While the
 * database is away, settling waits for it; should the program end meanwhile, the job is found by its heartbeat.
 */
export async function runQueueJob(setting: RunSetting, claimed: Claimed, abort: AbortController): Promise<JobOutcome> {
  const begun = performance.now();
  const { [REQUEST]: request } = (claimed.job.data ?? {}) as { [REQUEST]?: string };
  const outcome = await withRequestId(request ?? null, () => traceJob(claimed.job, () => runAndSettle(setting, claimed, abort)));
  METRICS.jobs.inc({ queue: setting.name, outcome });
  const ms = performance.now() - begun;
  METRICS.jobSeconds.observe({ queue: setting.name }, ms / 1000);
  setting.log?.debug('job', { queue: setting.name, job: claimed.job.id, outcome, ms: Math.round(ms), ...(request ? { request } : {}) });
  return outcome;
}

async function runAndSettle(setting: RunSetting, { job, express }: Claimed, abort: AbortController): Promise<JobOutcome> {
  const { boss, name, handler, watch, blips, expressMs } = setting;
  const deaths = deathsOf(job.data);
  const claim = { id: job.id, retryCount: job.retryCount };
  const begun = performance.now();
  const {
    [WAITED]: waited = 0,
    [REQUEST]: _request,
    [TRACE]: _trace,
    deaths: _,
    ...data
  } = (job.data ?? {}) as Record<string, unknown> & { [WAITED]?: number };
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
  const expressEnd =
    express && expressMs !== null ? setTimeout(() => abort.abort(new TooLongError('The job is not short.')), expressMs) : undefined;
  try {
    const result = await handler({
      id: job.id,
      data,
      attempt: job.retryCount + 1,
      lastAttempt: job.retryCount >= job.retryLimit,
      deaths,
      submitter: job.groupId ?? null,
      express,
      waitedMs: waited,
      signal: abort.signal,
      finish: async (tx) => {
        const response = await boss.complete(name, claim, null, { db: fromDrizzle(tx, sql) });
        if (affected(response) === 0) throw new JobLostError('The claim on the job is gone.');
        finished = true;
      },
    });
    blips.delete(job.id);
    if (result) {
      const soFar = Math.round(waited + performance.now() - begun + result.againInMs);
      return (await surely(watch, () => runAgain(boss, job, result.againInMs, soFar))) ? 'again' : 'lost';
    }
    if (finished) return 'done';
    return (await surely(watch, async () => affected(await boss.complete(name, claim)))) ? 'done' : 'lost';
  } catch (error) {
    const { reason } = abort.signal;
    if (reason instanceof TooLongError) return await makeRoom(setting, job);
    // what a handler throws because its claim is gone may be any error
    const thrown = reason instanceof JobLostError ? reason : error;
    if (!(reason instanceof StoppingError)) return await settleFailure(setting, job, thrown, finished ? 'done' : 'lost');
    return await putBack(boss, job).then(
      () => 'stopped' as const,
      (cause) => notSettled(setting.log, name, job, cause),
    );
  } finally {
    clearInterval(heartbeat);
    clearTimeout(deadline);
    clearTimeout(expressEnd);
    if (deaths > 0) await clearSuspect(boss, job.id).catch(() => undefined);
  }
}

async function makeRoom({ boss, name, watch, log }: RunSetting, job: JobWithMetadata): Promise<JobOutcome> {
  log?.info('a long job makes room for short ones', { queue: name, job: job.id });
  return surely(watch, () => putBehind(boss, job).then(() => 1)).then(
    () => 'room' as const,
    (error) => notSettled(log, name, job, error),
  );
}

/** @param otherwise the outcome when the job is not ours any more: it committed its end before the error, or another worker has it */
async function settleFailure(
  { boss, name, watch, log, blips }: RunSetting,
  job: JobWithMetadata,
  error: unknown,
  otherwise: 'done' | 'lost',
): Promise<JobOutcome> {
  if (error instanceof JobLostError) {
    log?.warn('a job was taken over by another worker', { queue: name, job: job.id });
    return 'lost';
  }
  findOpenSpan()?.fail(toErrorType(error));
  const outage = findOutage(error);
  const met = blips.get(job.id) ?? 0;
  try {
    if (outage && met < MOST_BLIPS) {
      log?.debug('a job met an outage and goes back', { queue: name, job: job.id, dependency: outage.dependency });
      void watch.record(outage).then(({ wasShort }) => wasShort && blips.set(job.id, met + 1));
      const isOurs = await surely(watch, () => runAgain(boss, job, Math.min(LONGEST_BLIP_MS, FIRST_BLIP_MS * 2 ** met)));
      return isOurs ? 'outage' : otherwise;
    }
    blips.delete(job.id);
    log?.warn('a job failed', { queue: name, job: job.id, attempt: job.retryCount + 1, error });
    const claim = { id: job.id, retryCount: job.retryCount };
    const message = error instanceof Error ? error.name : 'error';
    if (!(await surely(watch, async () => affected(await boss.fail(name, claim, { message }))))) return otherwise;
    return job.retryCount < job.retryLimit ? 'retried' : 'failed';
  } catch (cause) {
    return notSettled(log, name, job, cause);
  }
}

/** Its heartbeat will tell. */
function notSettled(log: Log | undefined, queue: string, job: JobWithMetadata, error: unknown): 'lost' {
  log?.warn('a job could not be settled', { queue, job: job.id, error });
  return 'lost';
}

/**
 * Does what settles a job, as often as it takes until the database answers.
 * @param work returns the number of jobs that it changed
 * @returns false when the job was not ours any more. After an outage nobody knows whether it was the first try that changed it.
 */
async function surely(watch: DependencyWatch, work: () => Promise<number>): Promise<boolean> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return (await work()) > 0 || !isFirst;
    } catch (error) {
      const outage = findOutage(error);
      if (!outage || watch.isStopped()) throw error;
      await watch.record(outage);
    }
  }
}

/** Back to waiting, with the attempt not counted; only if the claim is still ours. @param waitedMs kept with the job, where it changes */
async function runAgain(boss: PgBoss, job: JobWithMetadata, ms: number, waitedMs?: number): Promise<number> {
  const update = `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null, start_after = pgboss.job_now() + $3::int * interval '1 millisecond',
       data = case when $4::bigint is null then data else jsonb_set(coalesce(data, '{}'), '{${WAITED}}', to_jsonb($4::bigint)) end
     where id = $1 and state = 'active' and retry_count = $2 returning id`;
  try {
    const { rows } = await boss.getDb().executeSql(update, [job.id, job.retryCount, Math.max(0, Math.round(ms)), waitedMs ?? null]);
    return rows.length;
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    // under the policy `short` a newer job waits already: it will do
    return affected(await boss.complete(job.name, { id: job.id, retryCount: job.retryCount }));
  }
}

function affected(response: unknown): number {
  return (response as { affected?: number }).affected ?? 0;
}
