import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseConnection } from './database.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { withLock } from './with-lock.ts';

let server: Awaited<ReturnType<typeof createTestDatabase>>;
/** Two programs with a connection each. */
let [one, other] = [] as unknown as [DatabaseConnection, DatabaseConnection];
beforeAll(async () => {
  server = await createTestDatabase();
  [one, other] = [createDatabase(server.url, { max: 1 }), createDatabase(server.url, { max: 1 })];
});
afterAll(async () => {
  await one.close();
  await other.close();
  await server.close();
});

const count = () => Promise.resolve('done');
const tryBoth = () => Promise.all([one, other].map(({ database }) => withLock(database, 'teaching', 'a', count)));

test('a lock is held by one at a time, in the same process and in others, and is free afterwards', async () => {
  const held = await withLock(one.database, 'teaching', 'a', async () => {
    const elsewhere = await withLock(other.database, 'teaching', 'b', count);
    const otherLock = await withLock(other.database, 'opinions', 'a', count);
    return [await tryBoth(), elsewhere, otherLock];
  });
  expect(held).toEqual({ result: [[null, null], { result: 'done' }, { result: 'done' }] });
  expect(await withLock(other.database, 'teaching', 'a', count)).toEqual({ result: 'done' });
});

test('work under a lock has the whole pool, however small it is', async () => {
  const { database } = one;
  const work = () => database.execute(sql`select 1 as one`);
  const both = await Promise.all(['c', 'd'].map((id) => withLock(database, 'teaching', id, work)));
  expect(both.map((held) => held?.result.rows)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
});

test('a lock is free again after work that fails, and after its session is lost', async () => {
  const broken = withLock(one.database, 'teaching', 'a', () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  const lost = await withLock(one.database, 'teaching', 'a', async () => {
    await server.database.execute(
      sql`select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = current_database()`,
    );
    await expect.poll(() => withLock(other.database, 'teaching', 'a', count)).toEqual({ result: 'done' });
    return 'went on';
  });
  expect(lost).toEqual({ result: 'went on' });
});
