import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#lib/platform/database/database.ts';
import { withLock } from '#lib/platform/database/with-lock.ts';

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
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    options.signal.throwIfAborted();
    const locked = await withLock(database, 'reading', sha256, async () => {
      // it may have been finished before the lock was free
      const finished = await options.isDone();
      return finished === null ? options.work() : finished;
    });
    if (locked) return locked.result;
    await sleep(wait, undefined, { signal: options.signal });
    const done = await options.isDone();
    if (done !== null) return done;
  }
}
