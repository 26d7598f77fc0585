import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { findMigrationState, type MigrationState } from '#lib/platform/database/migration-state.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { withConnection } from '../database/connect.ts';
import { loadSnapshot } from '../database/load-snapshot.ts';
import { folderLocation } from '../location/folder-location.ts';
import type { Tell } from '../progress.ts';
import type { Manifest } from '../repository/manifest.ts';
import { openRepositoryToWrite, type Repository } from '../repository/repository.ts';
import { findUnfinishedRestore, markWhole } from './claim-data-folder.ts';
import { claimTarget } from './claim-target.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const folders = listMigrationFolders(process.cwd());
const SILENT = () => undefined;
let top = '';
let repository: Repository;
let manifest: Manifest;
let target: TestDatabase;
let dataDir = '';
let blobs: BlobStore;

beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-again-'));
  repository = await openRepositoryToWrite(folderLocation(path.join(top, 'backups')), null);
  const source = await createTestDatabase();
  await source.database.execute(sql`insert into session.users (id, name, email) values ('u1', 'Zoë', 'zoe@example.org')`);
  const files = createFolderBlobStore(path.join(top, 'blobs'));
  manifest = (await createBackup(repository, { url: source.url, blobs: files, secrets: {} }, SILENT)).manifest;
  await source.close();
});
afterAll(() => {
  repository?.close();
  rmSync(top, { recursive: true, force: true });
});
beforeEach(async () => {
  target = await createEmptyDatabase();
  dataDir = mkdtempSync(path.join(top, 'data-'));
  blobs = createFolderBlobStore(path.join(dataDir, 'blobs'));
});
afterEach(() => target?.close());

const configFor = (url: string) => ({
  dataDir,
  rootDir: process.cwd(),
  secrets: {},
  database: { url },
  blobs: { kind: 'folder' as const, folder: path.join(dataDir, 'blobs') },
});

/** What the command does, from its start on. */
async function restore({ tell = SILENT, from = repository, url = target.url }: { tell?: Tell; from?: Repository; url?: string } = {}) {
  const config = configFor(url);
  const mark = await claimTarget(config, manifest.id, blobs);
  return restoreBackup(from, manifest, { config, blobs, url }, { mark, tell });
}

const breakAt = (words: string) => (line: string) => {
  if (line.includes(words)) throw new Error('killed');
};
const stateNow = (): Promise<MigrationState> => withConnection(target.url, (client) => findMigrationState(client, folders));
const rowsOf = async (table: string) => (await target.database.execute(sql.raw(`select * from ${table}`))).rows;

async function expectWhole(): Promise<void> {
  expect(await rowsOf('session.users')).toEqual([expect.objectContaining({ name: 'Zoë' })]);
  expect(await stateNow()).toBe('current');
  expect(findUnfinishedRestore({ dataDir })).toBeNull();
  expect(await rowsOf(`pg_namespace where nspname = 'restore'`)).toEqual([]);
}

test('what a refused restore found stays as it is, however often it is run', async () => {
  await target.database.execute(sql`create schema pgboss`);
  await target.database.execute(sql`create table pgboss.job as select 'of another program' as name`);
  for (let time = 1; time <= 2; time += 1) await expect(restore()).rejects.toThrow('The database is not empty');
  expect(await rowsOf('pgboss.job')).toEqual([{ name: 'of another program' }]);
  const empty = await createEmptyDatabase();
  await blobs.put(`files/${'a'.repeat(64)}`, Buffer.from('mine'));
  rmSync(path.join(dataDir, 'incoming'), { recursive: true, force: true });
  const elsewhere = mkdtempSync(path.join(top, 'data-'));
  for (let time = 1; time <= 2; time += 1)
    await expect(claimTarget({ ...configFor(empty.url), dataDir: elsewhere }, manifest.id, blobs)).rejects.toThrow(
      'The storage holds files',
    );
  expect(readdirSync(elsewhere)).toEqual([]);
  await empty.close();
});

test.each([
  ['before its tables are made', 'files restored'],
  ['right after its rows are there', 'rows loaded'],
])('a restore that was cut off %s goes on, and until then the database is not ready', async (_when, words) => {
  await expect(restore({ tell: breakAt(words) })).rejects.toThrow('killed');
  expect(await stateNow()).toBe('restoring');
  await restore();
  await expectWhole();
});

test('a restore that was cut off between tables and rows makes the tables again', async () => {
  const objects = {
    ...repository.objects,
    get: (sha256: string) => {
      if (manifest.tables.some((table) => table.object.sha256 === sha256)) throw new Error('killed');
      return repository.objects.get(sha256);
    },
  };
  await expect(restore({ from: { ...repository, objects } })).rejects.toThrow('killed');
  expect(await rowsOf('session.users')).toEqual([]);
  await restore();
  await expectWhole();
});

test('a restore that was cut off when only marks were left removes these, and touches nothing else', async () => {
  const config = configFor(target.url);
  const mark = await claimTarget(config, manifest.id, blobs);
  await restoreBackup(repository, manifest, { config, blobs, url: target.url }, { mark, tell: SILENT });
  await target.database.execute(sql`create schema restore`);
  await target.database.execute(sql`create table restore.unfinished as select ${mark.token}::text as token, true as is_loaded`);
  await markWhole(config, mark);
  const before = await rowsOf('desk.insight_settings');
  await restore();
  await expectWhole();
  expect(await rowsOf('desk.insight_settings')).toEqual(before);
});

test('a restore that was cut off does not go on in another database, nor with the tables of another restore', async () => {
  await expect(restore({ tell: breakAt('files restored') })).rejects.toThrow('killed');
  const other = await createEmptyDatabase();
  await expect(restore({ url: other.url })).rejects.toThrow(/went into the database test_\w+ of .* Set DATABASE_URL and S3_\* as then/);
  await other.close();
  dataDir = mkdtempSync(path.join(top, 'data-'));
  await expect(restore()).rejects.toThrow('Another restore into this database');
  expect(await rowsOf('restore.unfinished')).toHaveLength(1);
});

test('what somebody wrote into the new tables before the rows came is not removed', async () => {
  const current = await createTestDatabase();
  await current.database.execute(sql`insert into session.users (id, name, email) values ('u2', 'Ann', 'ann@example.org')`);
  await expect(loadSnapshot(current.url, repository.objects, manifest, { tell: SILENT })).rejects.toThrow('written into session.users');
  const { rows } = await current.database.execute(sql`select name from session.users`);
  expect(rows).toEqual([{ name: 'Ann' }]);
  await current.close();
});
