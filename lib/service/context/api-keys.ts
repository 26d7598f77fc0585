import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { ApiKey, KeyScope, MadeApiKey } from '#lib/contract/desk/api-key.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Database, Executor } from '#lib/platform/database/database.ts';
import { apiKeys } from './tables.ts';

const PREFIX = 'cs_';
const PREFIX_LENGTH = 8;

/** A caller of the service. `isLimited`: false for the key of the configuration, which the desk itself uses. */
export type Caller = { id: string; name: string; scopes: readonly KeyScope[]; isLimited: boolean };

const ALL_SCOPES: KeyScope[] = ['read', 'submit', 'admin'];

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Makes a new key of 256 random bits. The key is given back this once and kept only as its hash. @param options by default it may everything, for ever */
export async function createApiKey(
  database: Executor,
  name: string,
  options: { scopes?: KeyScope[]; expiresAt?: Date | null; madeBy?: string | null } = {},
): Promise<MadeApiKey> {
  const key = PREFIX + randomBytes(32).toString('base64url');
  const { scopes = ALL_SCOPES, expiresAt = null, madeBy = null } = options;
  const [row] = await database
    .insert(apiKeys)
    .values({ id: newId(), name, prefix: key.slice(0, PREFIX_LENGTH), hash: hashOf(key), scopes: [...new Set(scopes)], expiresAt, madeBy })
    .returning();
  return { ...toApiKey(row!), key };
}

/** Makes the configuration's key valid for everything, also when it was revoked before. Any text will do; 16 characters or more are expected. */
export async function ensureApiKey(database: Database, key: string, name: string): Promise<void> {
  const hash = hashOf(key);
  const always = { configured: true, scopes: ALL_SCOPES, expiresAt: null, revokedAt: null };
  await database.transaction(async (transaction) => {
    // the key of an earlier configuration is a key like others
    await transaction
      .update(apiKeys)
      .set({ configured: false })
      .where(and(eq(apiKeys.configured, true), ne(apiKeys.hash, hash)));
    await transaction
      .insert(apiKeys)
      .values({ id: newId(), name, prefix: key.slice(0, PREFIX_LENGTH), hash, ...always })
      .onConflictDoUpdate({ target: apiKeys.hash, set: always });
  });
}

/** All keys, the newest first, those that work no more at the end. */
export async function listApiKeys(database: Database): Promise<ApiKey[]> {
  const isDead = sql`(${apiKeys.revokedAt} is not null or coalesce(${apiKeys.expiresAt} <= now(), false))`;
  const rows = await database.select().from(apiKeys).orderBy(isDead, desc(apiKeys.configured), desc(apiKeys.createdAt));
  return rows.map(toApiKey);
}

/** Who calls with a key, or null for a wrong, revoked or expired one; all take the same steps. Records the use at most once a minute. */
export async function findApiKey(database: Database, key: string): Promise<Caller | null> {
  const hash = hashOf(key);
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.hash, hash));
  const same = timingSafeEqual(Buffer.from(row?.hash ?? '0'.repeat(64), 'hex'), Buffer.from(hash, 'hex'));
  if (!row || !same || row.revokedAt) return null;
  if (row.expiresAt && row.expiresAt.getTime() <= Date.now()) return null;
  const stale = sql<Date>`now() - interval '1 minute'`;
  if (!row.lastUsedAt || Date.now() - row.lastUsedAt.getTime() > 60_000) {
    await database
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.id, row.id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, stale))));
  }
  return { id: row.id, name: row.name, scopes: row.scopes, isLimited: !row.configured };
}

/** Ends a key at once. @throws ProblemError `not_found`, `conflict` for the key of the configuration */
export async function revokeApiKey(database: Executor, id: string): Promise<ApiKey> {
  const [row] = await database
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.configured, false)))
    .returning();
  if (row) return toApiKey(row);
  const [own] = await database.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id));
  if (!own) throw new ProblemError('not_found', 'There is no key with this id.');
  throw new ProblemError(
    'conflict',
    'This is the key of the configuration: the desk itself uses it. Set another COUNTERSIGN_API_KEY to end it.',
  );
}

function toApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    type: 'api_key',
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    configured: row.configured,
    made_by: row.madeBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
