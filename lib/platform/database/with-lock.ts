import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { CheckedPool } from './checked-pool.ts';
import type { Database } from './database.ts';

/** Of each pool, the one its locks take their connections from. */
const LOCK_POOLS = new WeakMap<pg.Pool, pg.Pool>();

/**
 * Runs `work` unless somebody else, in this process or another, holds the same lock. The lock has a connection of its own: however long
 * `work` waits for something, the pool loses none to it.
 * @param id what is locked, e.g. a document's ID; made into the lock's second number
 * @returns null, and nothing is done, where the lock is taken
 * @throws OutageError where the database cannot be reached
 */
export async function withLock<T>(
  database: Database,
  lock: 'reading' | 'opinions' | 'teaching',
  id: string,
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  const client = await findLockPool(database).connect();
  try {
    const numbers = [ADVISORY_LOCKS[lock], id];
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as locked', numbers);
    return rows[0]?.locked === true ? { result: await work() } : null;
  } finally {
    // the lock ends with its session
    client.release(true);
  }
}

function findLockPool(database: Database): pg.Pool {
  const pool = (database as Database & { $client: pg.Pool }).$client;
  const known = LOCK_POOLS.get(pool);
  if (known) return known;
  const made = new CheckedPool({ ...pool.options, max: Number.MAX_SAFE_INTEGER });
  // a session that is lost takes its lock with it: what `work` writes must bear that
  made.on('error', () => undefined);
  made.on('connect', (client) => client.on('error', () => undefined));
  LOCK_POOLS.set(pool, made);
  return made;
}
