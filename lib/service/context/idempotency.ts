import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Database, Executor } from '#lib/platform/database/database.ts';
import { idempotencyKeys } from './tables.ts';

const LEASE_SECONDS = 30;
const KEPT_HOURS = 24;

/** An answer worth repeating. */
export type SavedAnswer = { status: number; headers: Record<string, string>; body: unknown };

/**
 * The hold a request has on its `Idempotency-Key`. `save` runs inside the transaction that does the work, so a killed
 * process leaves either both or neither. Without a key all of it does nothing.
 */
export type IdempotencyHold = {
  /** The answer given before, or null when this request does the work. @throws ProblemError `idempotency_conflict` */
  findAnswer(fingerprint: string): SavedAnswer | null;
  save(executor: Executor, fingerprint: string, answer: SavedAnswer): Promise<void>;
  /** Keeps the hold of a request that takes long. */
  extend(): Promise<void>;
  /** Lets the key be used again: the request failed, perhaps after `save`, so that its transaction rolled back. */
  release(): Promise<void>;
};

const NO_HOLD: IdempotencyHold = {
  findAnswer: () => null,
  save: async () => undefined,
  extend: async () => undefined,
  release: async () => undefined,
};

/** SHA-256 over the parts that make two requests the same. */
export function fingerprintOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Takes hold of an idempotency key. Keys are remembered for 24 hours, per API key.
 * @throws ProblemError `idempotency_conflict` with `retry-after` while another request with the key is being worked on
 */
export async function holdIdempotencyKey(database: Database, apiKeyId: string, key: string | undefined): Promise<IdempotencyHold> {
  if (key === undefined) return NO_HOLD;
  if (key.length < 1 || key.length > 255) {
    throw new ProblemError('invalid_request', 'An Idempotency-Key has 1 to 255 characters.', {
      errors: [{ pointer: '/header/idempotency-key', message: 'Use 1 to 255 characters.' }],
    });
  }
  const holder = newId();
  const lockedUntil = sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'`;
  const mine = and(eq(idempotencyKeys.apiKeyId, apiKeyId), eq(idempotencyKeys.key, key));
  const [held] = await database
    .insert(idempotencyKeys)
    .values({ apiKeyId, key, holder, lockedUntil })
    .onConflictDoUpdate({
      target: [idempotencyKeys.apiKeyId, idempotencyKeys.key],
      set: { holder, lockedUntil },
      setWhere: and(isNull(idempotencyKeys.status), lt(idempotencyKeys.lockedUntil, sql`now()`)),
    })
    .returning({ holder: idempotencyKeys.holder });
  const [row] = held ? [] : await database.select().from(idempotencyKeys).where(mine);
  if (!held && (row === undefined || row.status === null)) {
    throw new ProblemError('idempotency_conflict', 'A request with this Idempotency-Key is being worked on. Ask again in a moment.', {
      headers: { 'retry-after': '2' },
    });
  }
  const holding = and(mine, eq(idempotencyKeys.holder, holder), isNull(idempotencyKeys.status));
  return {
    findAnswer(fingerprint) {
      if (!row) return null;
      if (row.fingerprint !== fingerprint) {
        throw new ProblemError(
          'idempotency_conflict',
          'This Idempotency-Key was used for another request. Use a new key for a new request.',
        );
      }
      return { status: row.status as number, headers: row.headers ?? {}, body: row.body };
    },
    async save(executor, fingerprint, answer) {
      const saved = await executor
        .update(idempotencyKeys)
        .set({ fingerprint, ...answer })
        .where(holding)
        .returning({ key: idempotencyKeys.key });
      if (saved.length === 0) throw new ProblemError('idempotency_conflict', 'Another request with this Idempotency-Key took over.');
    },
    async extend() {
      await database.update(idempotencyKeys).set({ lockedUntil }).where(holding);
    },
    async release() {
      await database.delete(idempotencyKeys).where(holding);
    },
  };
}

/** Forgets keys that are older than a day. */
export async function forgetOldKeys(database: Database): Promise<void> {
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - ${KEPT_HOURS} * interval '1 hour'`));
}
