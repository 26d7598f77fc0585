import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { BackupError } from '../backup-error.ts';
import { withConnection } from './connect.ts';

let connection: TestDatabase;
beforeAll(async () => {
  connection = await createEmptyDatabase();
});
afterAll(() => connection?.close());

test('a database that stops answering is given up with a sentence', async () => {
  const asked = withConnection(connection.url, (client) => client.query('select pg_sleep(300)'), 1_000);
  await expect(asked).rejects.toThrow(BackupError);
  await expect(asked).rejects.toThrow('has not answered for 1 s');
});

test('limits that the server gives to transactions do not end a long copy', async () => {
  const { rows } = await connection.database.execute<{ name: string }>(sql`select current_database() as name`);
  const { rows: known } = await connection.database.execute(sql`select from pg_settings where name = 'transaction_timeout'`);
  const names = ['statement_timeout', 'idle_in_transaction_session_timeout', ...(known.length > 0 ? ['transaction_timeout'] : [])];
  for (const name of names) await connection.database.execute(sql.raw(`alter database ${rows[0]?.name} set ${name} = '9s'`));
  const limits = await withConnection(connection.url, async (client) => {
    const found = await client.query('select name, setting from pg_settings where name = any($1) order by name', [names]);
    return found.rows;
  });
  expect(limits).toEqual(names.toSorted().map((name) => ({ name, setting: '0' })));
});
