import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { migrate } from './migrate.ts';
import { listMigrationFolders } from './migration-folders.ts';
import { findMigrationState, NewerDatabaseError, QUEUE_SCHEMA, RESTORE_MARKER } from './migration-state.ts';
import { createEmptyDatabase, type TestDatabase, withDatabase } from './testing/test-database.ts';
import { waitForDatabase, waitForMigrations } from './wait-for-migrations.ts';

const folders = listMigrationFolders(process.cwd());
let connection: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  connection = await createEmptyDatabase();
  client = new pg.Client({ connectionString: connection.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await connection.close();
});

const state = () => findMigrationState(client, folders);
function heard() {
  const lines: string[] = [];
  return { lines, log: { info: (line: string) => void lines.push(line) } };
}

test('an empty database is behind, a migrated one is current, and one with a later migration is newer and stays as it is', async () => {
  expect(await state()).toBe('behind');
  await migrate({ url: connection.url, folders });
  expect(await state()).toBe('current');
  await client.query(`delete from migrations.desk where created_at = (select max(created_at) from migrations.desk)`);
  expect(await state()).toBe('behind');
  await client.query(`insert into migrations.service (hash, created_at) values ('of a later version', 9000000000000)`);
  expect(await state()).toBe('newer');
  await expect(migrate({ url: connection.url, folders })).rejects.toThrow(NewerDatabaseError);
  expect(await state()).toBe('newer');
});

test('the tables of the job queue are among them, in the version of the package that is installed', async () => {
  const installed = JSON.parse(readFileSync('node_modules/pg-boss/package.json', 'utf8')) as { pgboss: { schema: number } };
  expect(QUEUE_SCHEMA).toBe(installed.pgboss.schema);
  await migrate({ url: connection.url, folders });
  await client.query('update pgboss.version set version = version - 1');
  expect(await state()).toBe('behind');
  await client.query('update pgboss.version set version = version + 2');
  expect(await state()).toBe('newer');
});

test('while it is being migrated it is behind', async () => {
  await migrate({ url: connection.url, folders });
  const other = new pg.Client({ connectionString: connection.url });
  await other.connect();
  await other.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
  expect(await state()).toBe('behind');
  await other.end();
  await expect.poll(state).toBe('current');
});

test('a program waits for migrations, says so once, and goes on', async () => {
  const { lines, log } = heard();
  const waiting = waitForMigrations({ url: connection.url, folders, log });
  await expect.poll(() => lines).toEqual([expect.stringContaining('lacks migrations')]);
  await migrate({ url: connection.url, folders });
  await waiting;
  expect(lines).toHaveLength(1);
});

test.each([
  ['a program', (log: ReturnType<typeof heard>['log']) => waitForMigrations({ url: connection.url, folders, log })],
  ['who migrates', (log: ReturnType<typeof heard>['log']) => waitForDatabase({ url: connection.url, log })],
])('%s waits until a restore into the database is whole, and says so', async (_who, wait) => {
  await migrate({ url: connection.url, folders });
  await client.query('create schema restore');
  await client.query(`create table ${RESTORE_MARKER} ()`);
  const { lines, log } = heard();
  const waiting = wait(log);
  await expect.poll(() => lines).toEqual([expect.stringContaining('a backup is being restored into the database')]);
  await client.query('drop schema restore cascade');
  await waiting;
});

test('waiting has a limit; a database that is away is waited for, one that refuses the sign-in is not', async () => {
  const { lines, log } = heard();
  const waitFor = (url: string) => waitForMigrations({ url, folders, log, limitMs: 300 });
  await expect(waitFor('postgres://desk@127.0.0.1:1/desk')).rejects.toThrow('the database cannot be asked');
  expect(lines).toEqual(['the database cannot be asked; this program waits for it']);
  await expect(waitFor(connection.url)).rejects.toThrow('lacks migrations');
  await expect(waitFor(withDatabase(connection.url, 'no_such_database'))).rejects.toThrow(ConfigError);
});

test('nothing waits for a newer version', async () => {
  await migrate({ url: connection.url, folders });
  await client.query(`insert into migrations.desk (hash, created_at) values ('of a later version', 9000000000000)`);
  await expect(waitForMigrations({ url: connection.url, folders, log: heard().log })).rejects.toThrow(NewerDatabaseError);
});
