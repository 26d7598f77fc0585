import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../../clock.ts';
import { createDatabase, type Database } from '../database.ts';

/** Where `vitest.setup.ts` tells test files how to reach the test server and its migrated template. */
export const SERVER_URL = 'COUNTERSIGN_TEST_SERVER_URL';
export const TEMPLATE_NAME = 'COUNTERSIGN_TEST_TEMPLATE';

export type TestDatabase = { url: string; database: Database; close: () => Promise<void> };

const IN_USE = '55006';

/** True once the server of this test run is started: several projects share one. */
export function hasTestServer(): boolean {
  return process.env[SERVER_URL] !== undefined;
}

/**
 * A fresh database with all migrations and the queue's schema, on the server of this test run (the embedded one, or the one
 * named by TEST_DATABASE_URL). About 50 ms. Call `close` when done: it drops the database.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(process.env[TEMPLATE_NAME]);
}

/** A database without anything in it, for tests of migrations. Otherwise as `createTestDatabase`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0');
}

async function createFrom(template: string | undefined): Promise<TestDatabase> {
  const serverUrl = process.env[SERVER_URL];
  if (!serverUrl || !template) throw new Error('There is no test server: run tests by vitest, which starts it in vitest.setup.ts.');
  const name = `test_${newId().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name} template ${template}`);
  const url = withDatabase(serverUrl, name);
  const connection = createDatabase(url, { max: 5, waitMs: 120_000, name: 'test' });
  return {
    url,
    database: connection.database,
    close: async () => {
      await connection.close();
      await administer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The same connection string for another database of the server. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${name}`);
}

/** Runs one statement on the server; waits while another test copies the same template. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE || attempt > 100) throw error;
    } finally {
      await client.end();
    }
    await sleep(50);
  }
}
