import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { attempts } from './tables.ts';

/** One thing that is counted, e.g. `['password', address, email]`, and how often it may fail within a time. */
export type Limit = { key: readonly string[]; max: number; windowMs: number };

export type TakenAttempt = {
  /** The attempt was right: it counts no more. */
  giveBack: () => Promise<void>;
};

/** Counts attempts in the database, so that several web programs count together. */
export type Attempts = {
  /**
   * Counts one attempt against each limit before it is made, so that attempts at the same moment cannot slip through. Give
   * the narrowest limit first: what it refuses does not count for the wider ones.
   * @throws ProblemError `rate_limited` with the time to wait; `onFirstRefusal` is called once for each window
   */
  take: (limits: readonly Limit[], onFirstRefusal?: () => Promise<void>) => Promise<TakenAttempt>;
  /** Counts without refusing. @returns how many there were in the present window */
  count: (limit: Omit<Limit, 'max'>) => Promise<number>;
};

const SWEEP_CHANCE = 0.01;

export function createAttempts(database: Database, secret: string): Attempts {
  const hashOf = (key: readonly string[]) => createHmac('sha256', secret).update(JSON.stringify(key)).digest('base64url');

  async function bump(key: readonly string[], windowMs: number): Promise<{ count: number; seconds: number }> {
    const isOver = sql`${attempts.endsAt} <= now()`;
    const [row] = await database
      .insert(attempts)
      .values({ key: hashOf(key), count: 1, endsAt: sql`now() + ${windowMs} * interval '1 millisecond'` })
      .onConflictDoUpdate({
        target: attempts.key,
        set: {
          count: sql`case when ${isOver} then 1 else ${attempts.count} + 1 end`,
          endsAt: sql`case when ${isOver} then excluded.ends_at else ${attempts.endsAt} end`,
        },
      })
      .returning({ count: attempts.count, seconds: sql<number>`ceil(extract(epoch from ${attempts.endsAt} - now()))::int` });
    if (Math.random() < SWEEP_CHANCE) await database.delete(attempts).where(lt(attempts.endsAt, sql`now()`));
    return row!;
  }

  return {
    async take(limits, onFirstRefusal) {
      for (const { key, max, windowMs } of limits) {
        const { count, seconds } = await bump(key, windowMs);
        if (count <= max) continue;
        if (count === max + 1) await onFirstRefusal?.();
        const wait = Math.max(1, seconds);
        throw new ProblemError('rate_limited', `Too many wrong attempts. Try again in ${waitWords(wait)}.`, {
          headers: { 'retry-after': String(wait) },
        });
      }
      return {
        async giveBack() {
          for (const { key } of limits) {
            await database
              .update(attempts)
              .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
              .where(sql`${attempts.key} = ${hashOf(key)}`);
          }
        },
      };
    },
    count: async ({ key, windowMs }) => (await bump(key, windowMs)).count,
  };
}

/** `90` → "2 minutes". */
function waitWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
