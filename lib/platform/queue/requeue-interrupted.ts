import pg from 'pg';

/** Interruptions that a job is forgiven; more look like a job that takes the machine down with it. */
export const MOST_FORGIVEN = 50;

/**
 * Puts every running job of every queue back at once, and gives each the attempt back: the machine was switched off or
 * everything was killed, which was not the job's fault. Only at the start of a single machine, before any worker runs: then
 * whatever counts as running is not. Must come before the first watcher of heartbeats, which would count it as a failure.
 * The attempt's number still grows, so that a worker of the last run that is not quite dead yet cannot finish the job.
 * @returns how many
 */
export async function requeueInterrupted(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'countersign-requeue' });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `update pgboss.job
       set state = 'retry', start_after = now(), heartbeat_on = null, output = null, retry_limit = greatest(retry_limit, least(retry_limit + 1, $1::int))
       where state = 'active'`,
      [MOST_FORGIVEN],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
