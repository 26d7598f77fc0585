import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '#lib/platform/database/advisory-locks.ts';
import type { Database } from '#lib/platform/database/database.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;

/**
 * Runs `work` while no other process works on the same file. While another does, `isDone` is asked now and then; when it
 * gives an answer, that is returned instead. A waiting caller holds no connection.
 */
export async function withReadingLock<T>(
  database: Database,
  sha256: string,
  options: { signal: AbortSignal; isDone: () => Promise<T | null>; work: () => Promise<T> },
): Promise<T> {
  const key = Number.parseInt(sha256.slice(0, 8), 16) | 0;
  const pool = (database as Database & { $client: pg.Pool }).$client;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    options.signal.throwIfAborted();
    const client = await pool.connect();
    let locked = false;
    try {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
        ADVISORY_LOCKS.reading,
        key,
      ]);
      locked = rows[0]?.locked === true;
      if (locked) {
        // it may have been finished before the lock was free
        const finished = await options.isDone();
        return finished === null ? await options.work() : finished;
      }
    } finally {
      const unlock = () => client.query('select pg_advisory_unlock($1, $2)', [ADVISORY_LOCKS.reading, key]);
      // a connection that could not give the lock back would keep it for as long as it is in the pool
      const isFree =
        !locked ||
        (await unlock().then(
          () => true,
          () => false,
        ));
      client.release(!isFree);
    }
    await sleep(wait, undefined, { signal: options.signal });
    const done = await options.isDone();
    if (done !== null) return done;
  }
}
