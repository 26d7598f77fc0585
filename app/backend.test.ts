import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { getBackend } from './backend.ts';

const SIX_HOURS = 6 * 3_600_000;
let server: TestDatabase;
let folder = '';
beforeEach(async () => {
  server = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-backend-'));
  vi.stubEnv('COUNTERSIGN_DATA_DIR', folder);
  vi.stubEnv('DATABASE_URL', server.url);
  vi.stubEnv('COUNTERSIGN_SERVICE_PORT', '9');
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  (globalThis as unknown as { countersignMemory: Map<string, unknown> }).countersignMemory.delete('web-backend');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function countConnections(): Promise<number> {
  const { rows } = await server.database.execute(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'countersign-%'`,
  );
  return (rows[0] as { count: number }).count;
}

test.each([
  { step: 'the desk', spoil: () => writeFileSync(path.join(folder, 'secrets'), '') },
  { step: 'the sessions', spoil: () => mkdirSync(path.join(folder, 'secrets', 'session-secret'), { recursive: true }) },
])('a backend that fails at $step leaves nothing open, and the next request makes one that works', async ({ spoil }) => {
  const set = vi.spyOn(globalThis, 'setInterval');
  const cleared = vi.spyOn(globalThis, 'clearInterval');
  spoil();
  await expect(getBackend()).rejects.toThrow(/ENOTDIR|EEXIST|EISDIR/);
  await expect.poll(countConnections).toBe(0);
  const sweeps = set.mock.results.filter((_, n) => set.mock.calls[n]?.[1] === SIX_HOURS).map(({ value }) => value);
  expect(sweeps).toHaveLength(1);
  expect(cleared.mock.calls.flat()).toContain(sweeps[0]);

  rmSync(path.join(folder, 'secrets'), { recursive: true });
  const backend = await getBackend();
  expect(await countConnections()).toBeGreaterThan(0);
  await backend.close();
  await expect.poll(countConnections).toBe(0);
});
