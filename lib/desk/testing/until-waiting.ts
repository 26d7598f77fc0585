import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';

/**
 * Waits until so many transactions of the database wait for a lock of another one.
 * @param what what is to wait: when it ends (or fails) instead, so does this, with an error
 */
export async function untilWaiting(database: Executor, what: Promise<unknown>, count = 1): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  what.then(end, end);
  for (;;) {
    const { rows } = await database.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0]!.count >= count) return;
    if (isOver) throw new Error('It was to wait for a lock, but came to its end.');
    await sleep(5);
  }
}
