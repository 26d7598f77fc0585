import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseConnection } from '../database/database.ts';
import { listMigrationFolders } from '../database/migration-folders.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { OutageError } from '../outage-error.ts';
import { createReadiness, type Phase } from './readiness.ts';

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
  // on a busy machine the first connection may take longer than a look
  await expect
    .poll(() => look('starting'))
    .toEqual({
      status: 'not_ready',
      checks: { database: 'ok', schema: 'ok', storage: 'ok', started: 'starting', not_draining: 'ok' },
    });
  await expect.poll(async () => (await look('running')).status).toBe('ready');
  await expect.poll(() => look('draining')).toMatchObject({ status: 'not_ready', checks: { database: 'ok', not_draining: 'draining' } });
  await connection.close();
});

test('a storage that refuses is told, and one that is full keeps nobody from the documents that are there', async () => {
  const connection = createDatabase(server.url, { max: 1 });
  const lookWith = (kind: 'refused' | 'full') =>
    createReadiness({ connection, folders, blobs: { probe: () => Promise.reject(new OutageError('storage', kind, 'No.')) } })('running');
  await expect.poll(() => lookWith('refused')).toMatchObject({ status: 'not_ready', checks: { storage: 'refused', database: 'ok' } });
  await expect.poll(() => lookWith('full')).toMatchObject({ status: 'ready', checks: { storage: 'ok' } });
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
  await expect.poll(async () => (await look('running')).checks.storage).toBe('ok');
  expect(asked).toBe(1);
  await connection.close();
});

test('a database that was well and is away is told so the second time, and one that was away only for a program that stood still is not', async () => {
  let answers: 'well' | 'away' = 'well';
  const client = { query: async () => undefined, release: () => undefined };
  let looks = 0;
  const connect = async () => {
    looks += 1;
    if (answers === 'away') throw new OutageError('database', 'away', 'No.');
    return client;
  };
  const connection = { pool: { connect } } as unknown as DatabaseConnection;
  const look = createReadiness({ connection, folders, blobs: WELL });
  // each phase is looked at anew
  const databaseOf = async (phase: Phase) => (await look(phase)).checks.database;
  expect(await databaseOf('running')).toBe('ok');
  answers = 'away';
  expect(await Promise.all([databaseOf('draining'), databaseOf('draining')])).toEqual(['ok', 'ok']);
  expect(looks).toBe(2);
  answers = 'well';
  expect(await databaseOf('draining')).toBe('ok');
  answers = 'away';
  expect(await databaseOf('running')).toBe('ok');
  expect(await databaseOf('running')).toBe('away');
  expect(looks).toBe(5);
});
