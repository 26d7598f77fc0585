import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

test('each test database is its own, migrated, and gone after close', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.database.execute(sql`create table only_here (id int)`);
  const { rows } = await two.database.execute(sql`select to_regclass('only_here') as mine, to_regclass('pgboss.job') as queue`);
  expect(rows).toEqual([{ mine: null, queue: 'pgboss.job' }]);
  await one.close();
  const names = await two.database.execute(sql`select datname from pg_database where datname = ${one.url.split('/')[3]?.split('?')[0]}`);
  expect(names.rows).toEqual([]);
  await two.close();
});
