import type { JobWithMetadata, PgBoss } from 'pg-boss';

/** A job claimed. `express`: in the place that is kept for submitters who have nothing in hand, and for a short time only. */
export type Claimed = { job: JobWithMetadata; express: boolean };

/**
 * `places`: where the work of jobs is done; one more is kept for short jobs of those who have none in hand. `expressMs`: most
 * milliseconds there (default `EXPRESS_MS`); null = as long as in any other.
 */
export type Fairness = { places: number; expressMs?: number | null };

/** Most milliseconds in the express place; what takes longer waits for another one. */
export const EXPRESS_MS = 20_000;
/** Of jobs known to take longer. */
const LONG_PRIORITY = -1;
/** Every so many claims of ordinary places one that is known to take longer comes first: short ones never end where much is sent. */
const LONG_TURN = 4;

/**
 * Claims the jobs of a queue in turn by submitter. While all `places` are taken, one more is there for those who have nothing in
 * hand; each of their jobs may have it for `EXPRESS_MS`, so that nobody's long jobs stop the short ones of others.
 * @param concurrency jobs that may be claimed while nobody else waits, more than `places` where a job is more than its work there
 */
export function createFairClaims(options: { boss: PgBoss; name: string; places: number; concurrency: number }) {
  const { boss, name, places, concurrency } = options;
  const served = new Set<string>();
  const servedLong = new Set<string>();
  let claims = 0;

  const fetch = async (
    ignored: Iterable<string>,
    more: { minPriority?: number; maxPriority?: number } = {},
  ): Promise<JobWithMetadata | null> => {
    const [job] = await boss.fetch<object>(name, { batchSize: 1, includeMetadata: true, ignoreGroups: [...ignored], ...more });
    return (job as JobWithMetadata | undefined) ?? null;
  };

  /** The next by turn: who was served in this round waits for the next one. */
  const fetchInTurn = async (
    ignored: Iterable<string>,
    more: { minPriority?: number; maxPriority?: number } = {},
    round = served,
  ): Promise<JobWithMetadata | null> => {
    const left = new Set([...ignored, ...round]);
    let job = round.size > 0 ? await fetch(left, more) : null;
    // with no one else in the round it is the same question
    if (!job && (round.size === 0 || left.size > new Set(ignored).size)) {
      round.clear();
      job = await fetch(ignored, more);
    }
    if (!job) round.clear();
    if (job?.groupId) round.add(job.groupId);
    return job;
  };

  const fetchForPlace = async (): Promise<JobWithMetadata | null> => {
    claims += 1;
    const long = claims % LONG_TURN === 0 ? await fetchInTurn([], { maxPriority: LONG_PRIORITY }, servedLong) : null;
    return long ?? (await fetchInTurn([]));
  };

  return async (inHand: readonly Claimed[]): Promise<Claimed | null> => {
    if (inHand.length < places) {
      const job = await fetchForPlace();
      return job && { job, express: false };
    }
    if (inHand.some(({ express }) => express)) return null;
    const submitters = new Set(inHand.flatMap(({ job }) => job.groupId ?? []));
    const job = await fetchInTurn(submitters, { minPriority: 0 });
    if (job) return { job, express: true };
    const next = inHand.length < concurrency ? await fetchForPlace() : null;
    return next && { job: next, express: false };
  };
}

/** A job that took too long for the express place waits again, behind those that may be short; its attempt is not counted. */
export async function putBehind(boss: PgBoss, job: JobWithMetadata): Promise<void> {
  const update = `update pgboss.job
    set state = 'created', started_on = null, heartbeat_on = null, start_after = now(), priority = least(priority, $3::int)
    where id = $1 and state = 'active' and retry_count = $2 returning pg_notify('countersign_queue', name)`;
  await boss.getDb().executeSql(update, [job.id, job.retryCount, LONG_PRIORITY]);
}
