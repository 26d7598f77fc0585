import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { withConnection } from './connect.ts';
import { listTables, SCHEMAS } from './list-tables.ts';
import { SECRET_COLUMNS } from './needed-secrets.ts';
import { FILE_COLUMNS } from './referenced-files.ts';

/** Columns with a hash of a file that is not needed by them: what was read from it goes with the document, copies elsewhere need none here, and removals end it. */
const OTHERS = ['desk.comparison_copies.sha256', 'files.removals.sha256', 'reading.pages.sha256', 'reading.readings.sha256'];

test('every column with the hash of a file is known to the backup', async () => {
  const { database, close } = await createTestDatabase();
  const { rows } = await database.execute<{ column: string }>(
    sql`select table_schema || '.' || table_name || '.' || column_name as column from information_schema.columns where column_name like '%sha256%'`,
  );
  await close();
  const known = FILE_COLUMNS.map(({ schema, table, column }) => `${schema}.${table}.${column}`);
  expect(rows.map(({ column }) => column).toSorted()).toEqual([...known, ...OTHERS].toSorted());
});

test('the columns that are said to need a secret are there', async () => {
  const { url, close } = await createTestDatabase();
  const tables = await withConnection(url, listTables);
  await close();
  for (const { schema, table, column } of SECRET_COLUMNS) {
    expect(tables.find((one) => one.schema === schema && one.name === table)?.columns, `${schema}.${table}`).toContain(column);
  }
});

test('every schema of the database is backed up or is the journal of migrations, and tables follow those that they refer to', async () => {
  const { database, url, close } = await createTestDatabase();
  const { rows } = await database.execute<{ name: string }>(
    sql`select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...SCHEMAS, 'migrations'].toSorted());
  const order = (await withConnection(url, listTables)).map(({ schema, name }) => `${schema}.${name}`);
  await close();
  expect(order).toContain('pgboss.job');
  expect(order.indexOf('desk.actions')).toBeGreaterThan(order.indexOf('desk.documents'));
  expect(order.indexOf('desk.remote_jobs')).toBeGreaterThan(order.indexOf('desk.schema_mappings'));
});
