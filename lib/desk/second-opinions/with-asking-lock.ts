import type pg from 'pg';
import { ADVISORY_LOCKS } from '#lib/platform/database/advisory-locks.ts';
import type { Database } from '#lib/platform/database/database.ts';

/**
 * Runs `work` while no other job asks about the same document. It keeps a connection meanwhile.
 * @returns null, and nothing is done, while another one does
 */
export async function withAskingLock<T>(database: Database, documentId: string, work: () => Promise<T>): Promise<{ result: T } | null> {
  const pool = (database as Database & { $client: pg.Pool }).$client;
  const numbers = [ADVISORY_LOCKS.opinions, documentId];
  const client = await pool.connect();
  let isFree = true;
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as locked', numbers);
    if (rows[0]?.locked !== true) return null;
    isFree = false;
    return { result: await work() };
  } finally {
    const unlock = () => client.query('select pg_advisory_unlock($1, hashtext($2))', numbers);
    // a connection that could not give the lock back would keep it for as long as it is in the pool
    isFree ||= await unlock().then(
      () => true,
      () => false,
    );
    client.release(!isFree);
  }
}
