import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { newId } from '#lib/platform/clock.ts';
import type { Database } from '#lib/platform/database.ts';
import { apiKeys } from './tables.ts';

const PREFIX = 'cs_';
const PREFIX_LENGTH = 8;

/** A caller of the service. */
export type ApiKey = { id: string; name: string };

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Makes a new key of 256 random bits. The key is given back this once and kept only as its hash. */
export async function createApiKey(database: Database, name: string): Promise<ApiKey & { key: string }> {
  const key = PREFIX + randomBytes(32).toString('base64url');
  const { id } = await ensureApiKey(database, key, name);
  return { id, name, key };
}

/** Makes the given key valid, also when it was revoked before. Any text will do; 16 characters or more are expected. */
export async function ensureApiKey(database: Database, key: string, name: string): Promise<ApiKey> {
  const [row] = await database
    .insert(apiKeys)
    .values({ id: newId(), name, prefix: key.slice(0, PREFIX_LENGTH), hash: hashOf(key) })
    .onConflictDoUpdate({ target: apiKeys.hash, set: { revokedAt: null } })
    .returning({ id: apiKeys.id, name: apiKeys.name });
  return row!;
}

/** The owner of a key, or null for a wrong or revoked one; both take the same steps. Notes the use at most once a minute. */
export async function findApiKey(database: Database, key: string): Promise<ApiKey | null> {
  const hash = hashOf(key);
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.hash, hash));
  const same = timingSafeEqual(Buffer.from(row?.hash ?? '0'.repeat(64), 'hex'), Buffer.from(hash, 'hex'));
  if (!row || !same || row.revokedAt) return null;
  const stale = sql<Date>`now() - interval '1 minute'`;
  if (!row.lastUsedAt || Date.now() - row.lastUsedAt.getTime() > 60_000) {
    await database
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.id, row.id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, stale))));
  }
  return { id: row.id, name: row.name };
}

/** Ends a key at once. */
export async function revokeApiKey(database: Database, id: string): Promise<void> {
  await database.update(apiKeys).set({ revokedAt: sql`now()` }).where(eq(apiKeys.id, id));
}
