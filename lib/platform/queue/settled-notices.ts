import { setTimeout as sleep } from 'node:timers/promises';
import { type Column, sql } from 'drizzle-orm';

const PREFIX = 'settled ';
/** Notices kept for those who are about to wait. */
const MOST_KEPT = 1000;

/** What programs tell each other about work that is done, over the queue's notifications. Any notice may be lost: nobody waits for one alone. */
export type SettledNotices = {
  /** False while notices may be missed. */
  isHeard: () => boolean;
  /**
   * Waits until it was told that something is settled, or so long.
   * @param since what was told from then on counts (`performance.now()`)
   * @throws the signal's reason
   */
  wait: (id: string, ms: number, since: number, signal: AbortSignal) => Promise<void>;
};

/** For the `returning` of the statement that settles a row: who waits for it is told when that is committed. */
export function tellSettled(id: Column) {
  return sql`pg_notify('countersign_queue', ${PREFIX} || ${id}::text)`;
}

/** @returns the notices, and what takes the payload of each notification: false = it is none of these */
export function createSettledNotices(isHeard: () => boolean): SettledNotices & { take: (payload: string) => boolean } {
  const told = new Map<string, number>();
  const waiting = new Map<string, AbortController>();
  return {
    isHeard,
    take(payload) {
      if (!payload.startsWith(PREFIX)) return false;
      const id = payload.slice(PREFIX.length);
      told.delete(id);
      told.set(id, performance.now());
      const [oldest] = told.keys();
      if (told.size > MOST_KEPT && oldest !== undefined) told.delete(oldest);
      waiting.get(id)?.abort();
      return true;
    },
    async wait(id, ms, since, signal) {
      const toldAt = told.get(id);
      if (toldAt !== undefined && toldAt >= since) return;
      const woken = new AbortController();
      waiting.set(id, woken);
      try {
        await sleep(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) });
      } catch (error) {
        if (!woken.signal.aborted || signal.aborted) throw error;
      } finally {
        if (waiting.get(id) === woken) waiting.delete(id);
      }
    },
  };
}
