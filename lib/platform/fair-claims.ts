import type { JobWithMetadata, PgBoss } from 'pg-boss';

/** A job claimed. `express`: in the place that is kept for submitters who have nothing in hand, and for a short time only. */
export type Claimed = { job: JobWithMetadata; express: boolean };

/** Most milliseconds in the express place; what takes longer waits for another one. */
export const EXPRESS_MS = 20_000;
/** Of jobs known to take longer. */
const LONG_PRIORITY = -1;

/**
 * Claims the jobs of a queue in turn by submitter. While all `places` are taken, one more is there for those who have nothing in
 * hand; each of their jobs may have it for `EXPRESS_MS`, so that nobody's long jobs stop the short ones of others.
 * @param concurrency jobs that may be claimed while nobody else waits, more than `places` where a job is more than its work there
 */
export function createFairClaims(options: { boss: PgBoss; name: string; places: number; concurrency: number }) {
  const { boss, name, places, concurrency } = options;
  const served = new Set<string>();

  const fetch = async (ignored: Iterable<string>, more: { minPriority?: number } = {}): Promise<JobWithMetadata | null> => {
    const [job] = await boss.fetch<object>(name, { batchSize: 1, includeMetadata: true, ignoreGroups: [...ignored], ...more });
    return (job as JobWithMetadata | undefined) ?? null;
  };

  /** The next by turn: who was served in this round waits for the next one. */
  const fetchInTurn = async (ignored: ReadonlySet<string>, more: { minPriority?: number } = {}): Promise<JobWithMetadata | null> => {
    let job = served.size > 0 ? await fetch([...ignored, ...served], more) : null;
    if (!job) {
      served.clear();
      job = await fetch(ignored, more);
    }
    if (job?.groupId) served.add(job.groupId);
    return job;
  };

  return async (inHand: readonly Claimed[]): Promise<Claimed | null> => {
    if (inHand.length < places) {
      const job = await fetchInTurn(new Set());
      return job && { job, express: false };
    }
    if (inHand.some(({ express }) => express)) return null;
    const submitters = new Set(inHand.flatMap(({ job }) => job.groupId ?? []));
    const job = await fetchInTurn(submitters, { minPriority: 0 });
    if (job) return { job, express: true };
    const next = inHand.length < concurrency ? await fetchInTurn(new Set()) : null;
    return next && { job: next, express: false };
  };
}

/** A job that took too long for the express place waits again, behind those that may be short; its attempt is not counted. */
export async function putBehind(boss: PgBoss, job: JobWithMetadata): Promise<void> {
  const update = `update pgboss.job
    set state = 'created', started_on = null, heartbeat_on = null, start_after = now(), priority = least(priority, $3::int)
    where id = $1 and state = 'active' and retry_count = $2`;
  await boss.getDb().executeSql(update, [job.id, job.retryCount, LONG_PRIORITY]);
}
