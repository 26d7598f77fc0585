import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createApiKey, ensureApiKey, findApiKey, revokeApiKey } from './api-keys.ts';
import { apiKeys } from './tables.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe('API keys', () => {
  it('are known by their hash only; the key itself is nowhere in the database', async () => {
    const { key, id } = await createApiKey(test.database, 'till');
    expect(key).toMatch(/^cs_[\w-]{43}$/);
    expect(await findApiKey(test.database, key)).toEqual({ id, name: 'till', scopes: ['read', 'submit', 'admin'], isLimited: true });
    const { rows } = await test.database.execute(sql`select row_to_json(k)::text as row from service.api_keys k`);
    expect(JSON.stringify(rows)).not.toContain(key.slice(10));
  });

  it('end at once when revoked, and can be made valid again by who sets them', async () => {
    const { key, id } = await createApiKey(test.database, 'lost');
    await revokeApiKey(test.database, id);
    expect(await findApiKey(test.database, key)).toBeNull();
    await ensureApiKey(test.database, key, 'found');
    expect(await findApiKey(test.database, key)).toMatchObject({ id, name: 'lost', isLimited: false });
    await expect(revokeApiKey(test.database, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('record their use, at most once a minute', async () => {
    const { key, id } = await createApiKey(test.database, 'busy');
    const lastUsed = async () => (await test.database.select().from(apiKeys).where(eq(apiKeys.id, id)))[0]?.lastUsedAt?.getTime();
    expect(await lastUsed()).toBeUndefined();
    await findApiKey(test.database, key);
    const first = await lastUsed();
    expect(first).toBeGreaterThan(Date.now() - 60_000);
    await findApiKey(test.database, key);
    expect(await lastUsed()).toBe(first);
    await test.database.update(apiKeys).set({ lastUsedAt: sql`now() - interval '2 minutes'` }).where(eq(apiKeys.id, id));
    await findApiKey(test.database, key);
    expect(await lastUsed()).toBeGreaterThanOrEqual(first ?? 0);
  });

  it('end at their moment, and say what they may', async () => {
    const { key, id } = await createApiKey(test.database, 'short', { scopes: ['read'], expiresAt: new Date(Date.now() + 60_000) });
    expect(await findApiKey(test.database, key)).toMatchObject({ scopes: ['read'] });
    await test.database.update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(apiKeys.id, id));
    expect(await findApiKey(test.database, key)).toBeNull();
  });

  it('of an earlier configuration can be revoked when there is another', async () => {
    await ensureApiKey(test.database, 'first-key-of-the-desk', 'desk');
    await ensureApiKey(test.database, 'second-key-of-the-desk', 'desk');
    const first = await findApiKey(test.database, 'first-key-of-the-desk');
    expect(first).toMatchObject({ isLimited: true });
    await revokeApiKey(test.database, first!.id);
    expect(await findApiKey(test.database, 'first-key-of-the-desk')).toBeNull();
    expect(await findApiKey(test.database, 'second-key-of-the-desk')).toMatchObject({ isLimited: false });
  });

  it.each(['', 'x', 'cs_', `cs_${'A'.repeat(43)}`])('refuse the unknown key “%s”', async (key) => {
    expect(await findApiKey(test.database, key)).toBeNull();
  });
});
