import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { listMigrationFolders } from '../database/migration-folders.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { OutageError } from '../outage-error.ts';
import { createReadiness } from './readiness.ts';

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server.close());

const folders = listMigrationFolders(process.cwd());
const WELL = { probe: async () => undefined };

test('a program is ready when it runs, and not before and not while it drains', async () => {
  const connection = createDatabase(server.url, { max: 1 });
  const look = createReadiness({ connection, folders, blobs: WELL });
  expect(await look('starting')).toEqual({
    status: 'not_ready',
    checks: { database: 'ok', schema: 'ok', storage: 'ok', started: 'starting', not_draining: 'ok' },
  });
  expect((await look('running')).status).toBe('ready');
  expect(await look('draining')).toMatchObject({ status: 'not_ready', checks: { database: 'ok', not_draining: 'draining' } });
  await connection.close();
});

test('a storage that refuses is told, and one that is full keeps nobody from the documents that are there', async () => {
  const connection = createDatabase(server.url, { max: 1 });
  const lookWith = (kind: 'refused' | 'full') =>
    createReadiness({ connection, folders, blobs: { probe: () => Promise.reject(new OutageError('storage', kind, 'No.')) } })('running');
  expect(await lookWith('refused')).toMatchObject({ status: 'not_ready', checks: { storage: 'refused', database: 'ok' } });
  expect(await lookWith('full')).toMatchObject({ status: 'ready', checks: { storage: 'ok' } });
  await connection.close();
});

test('what does not answer is away, within the limit, and is asked once however often readiness is', async () => {
  const connection = createDatabase(server.url, { max: 1 });
  let asked = 0;
  let answer: () => void = () => undefined;
  const probe = () => {
    asked += 1;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  const look = createReadiness({ connection, folders, blobs: { probe } });
  const all = await Promise.all([look('running'), look('running'), look('running')]);
  expect(all.map(({ checks }) => checks.storage)).toEqual(['away', 'away', 'away']);
  expect(asked).toBe(1);
  answer();
  expect((await look('running')).status).toBe('ready');
  expect(asked).toBe(1);
  await connection.close();
});
