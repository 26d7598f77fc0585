import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { MOST_FORGIVEN } from './requeue-interrupted.ts';

/** Given as the reason to jobs that run when the program ends. */
export class StoppingError extends Error {
  override name = 'StoppingError';
  constructor() {
    super('The program is stopping.');
  }
}

/** Lets a job whose worker ends wait again, and tells others of it. The attempt was not the job's fault and is not counted. Nothing where the claim is gone. */
export async function putBack(boss: PgBoss, job: JobWithMetadata): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job
       set state = 'retry', start_after = now(), heartbeat_on = null, output = null, retry_limit = greatest(retry_limit, least(retry_limit + 1, $3::int))
       where id = $1 and state = 'active' and retry_count = $2 returning pg_notify('countersign_queue', name)`,
    [job.id, job.retryCount, MOST_FORGIVEN],
  );
}
