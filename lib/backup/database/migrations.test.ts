import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { QUEUE_SCHEMA } from '#lib/platform/database/migration-state.ts';
import { createEmptyDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { markDataFolder } from '../keeping/claim-data-folder.ts';
import { createBackup } from '../keeping/create-backup.ts';
import { restoreBackup } from '../keeping/restore-backup.ts';
import { folderLocation } from '../location/folder-location.ts';
import { openRepositoryToWrite, type Repository } from '../repository/repository.ts';
import { withConnection } from './connect.ts';
import { findMigrations, migrateTo, requireKnownMigrations } from './migrations.ts';

const folders = listMigrationFolders(process.cwd());
const SILENT = () => undefined;
let top = '';
let older: TestDatabase;
let target: TestDatabase;
let repository: Repository;
beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-older-'));
  [older, target] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
  repository = await openRepositoryToWrite(folderLocation(path.join(top, 'backups')), null);
});
afterAll(async () => {
  repository?.close();
  await Promise.all([older?.close(), target?.close()]);
  rmSync(top, { recursive: true, force: true });
});

/** Times of a room's migrations. */
function timesOf(schema: string): number[] {
  const folder = folders.find((one) => one.schema === schema)?.folder as string;
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')) as { entries: { when: number }[] };
  return journal.entries.map(({ when }) => when);
}

const newest = Object.fromEntries(folders.map(({ schema }) => [schema, timesOf(schema).at(-1) as number]));

test('a backup of an older version is restored as it was, and brought up to date', async () => {
  const before = { ...newest, desk: timesOf('desk').at(-6) as number };
  await migrateTo(older.url, folders, { migrations: before, queue: QUEUE_SCHEMA });
  await older.database.execute(sql`insert into session.users (id, name, email) values ('u1', 'Zoë', 'zoe@example.org')`);
  const source = { url: older.url, blobs: createFolderBlobStore(path.join(top, 'blobs')), secrets: {} };
  const { manifest } = await createBackup(repository, source, SILENT);
  expect(manifest.migrations).toEqual(before);
  const config = { dataDir: path.join(top, 'data'), rootDir: process.cwd(), secrets: {} };
  mkdirSync(config.dataDir);
  const place = { config, blobs: createFolderBlobStore(path.join(top, 'restored')), url: target.url };
  const mark = await markDataFolder(config, { id: manifest.id, target: 'an empty database' });
  await restoreBackup(repository, manifest, place, { mark, tell: SILENT });
  expect(await withConnection(target.url, findMigrations)).toEqual({ migrations: newest, queue: QUEUE_SCHEMA });
  const { rows } = await target.database.execute(sql`select name from session.users`);
  expect(rows).toEqual([{ name: 'Zoë' }]);
});

test('a backup of a newer version is refused', () => {
  const known = { migrations: newest, queue: QUEUE_SCHEMA };
  expect(() => requireKnownMigrations(folders, known)).not.toThrow();
  const tomorrow = { ...newest, desk: (newest.desk ?? 0) + 1 };
  for (const newer of [
    { ...known, migrations: tomorrow },
    { ...known, queue: QUEUE_SCHEMA + 1 },
    { ...known, migrations: { ...newest, archive: 1 } },
  ])
    expect(() => requireKnownMigrations(folders, newer)).toThrow('newer version');
});
