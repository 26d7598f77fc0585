import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page, ReadingSummary } from '#lib/contract/service/reading.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createReadingStore, type ReadingStore } from './reading-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function save(store: ReadingStore, sha256: string, name: string): Promise<void> {
  await store.begin(sha256);
  await store.savePage(sha256, 1, gzipSync(JSON.stringify({ number: 1, name } satisfies Partial<Page>)));
  const nothing = { stated_values: [], attachments: [], outline: [], warnings: [] };
  await store.finish({ sha256, version: 0, media_type: 'text/plain', page_count: 1, ...nothing } satisfies ReadingSummary);
}

test('a reading of an earlier version stays as it was made; files that have none are stored in the new version', async () => {
  const before = createReadingStore(database.database, { present: 7, oldest: 7 });
  await save(before, 'a'.repeat(64), 'made before');
  const after = createReadingStore(database.database, { present: 8, oldest: 7 });
  await save(after, 'b'.repeat(64), 'made after');
  expect(await after.findReading('a'.repeat(64))).toMatchObject({ version: 7, pages: [{ name: 'made before' }] });
  expect(await after.find('a'.repeat(64))).toMatchObject({ version: 7, page_count: 1 });
  expect(await after.findReading('b'.repeat(64))).toMatchObject({ version: 8, pages: [{ name: 'made after' }] });
});

test('a reading that can no longer be used, or was not finished, counts as none and makes room for a new one', async () => {
  const old = createReadingStore(database.database, { present: 6, oldest: 6 });
  const sha256 = 'c'.repeat(64);
  await save(old, sha256, 'old');
  const store = createReadingStore(database.database, { present: 8, oldest: 7 });
  expect(await store.find(sha256)).toBeNull();
  expect(await store.findReading(sha256)).toBeNull();
  await store.begin(sha256);
  expect(await store.find(sha256)).toBeNull();
  expect(await store.listPages(sha256, 1, 9)).toEqual([]);
  await save(store, sha256, 'new');
  expect(await store.findReading(sha256)).toMatchObject({ version: 8, pages: [{ name: 'new' }] });
});
