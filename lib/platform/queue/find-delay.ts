import { sql } from 'drizzle-orm';
import type { Executor } from '../database/database.ts';

/**
 * Milliseconds for which the job that waits longest has waited beyond its time; null when none is due.
 * @param names queues that are looked at
 */
export async function findDelay(executor: Executor, names: readonly string[]): Promise<number | null> {
  const { rows } = await executor.execute<{ late_ms: number | null }>(sql`
    select (extract(epoch from max(statement_timestamp() - start_after)) * 1000)::float8 as late_ms
    from pgboss.job
    where state in ('created', 'retry') and start_after <= statement_timestamp() and name in ${[...names]}`);
  const late = rows[0]?.late_ms ?? null;
  return late === null ? null : Math.round(late);
}
