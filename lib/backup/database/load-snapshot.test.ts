import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { DamageError } from '../backup-error.ts';
import { createBackup } from '../keeping/create-backup.ts';
import { folderLocation } from '../location/folder-location.ts';
import type { Manifest } from '../repository/manifest.ts';
import { openRepositoryToWrite, type Repository } from '../repository/repository.ts';
import { loadSnapshot } from './load-snapshot.ts';

const SILENT = () => undefined;
let top = '';
let source: TestDatabase;
let target: TestDatabase;
let repository: Repository;
let manifest: Manifest;
beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-load-'));
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  repository = await openRepositoryToWrite(folderLocation(path.join(top, 'backups')), null);
  await source.database.execute(sql`insert into session.users (id, name, email)
    select 'u' || number, md5(number::text), number || '@example.org' from generate_series(1, 500) as number`);
  const blobs = createFolderBlobStore(path.join(top, 'blobs'));
  manifest = (await createBackup(repository, { url: source.url, blobs, secrets: {} }, SILENT)).manifest;
});
afterAll(async () => {
  repository?.close();
  await Promise.all([source?.close(), target?.close()]);
  rmSync(top, { recursive: true, force: true });
});

test('a changed byte of a table is told with the names of the table and its object, and nothing is loaded', async () => {
  const sha256 = manifest.tables.find(({ schema, name }) => schema === 'session' && name === 'users')?.object.sha256 as string;
  const file = path.join(top, 'backups', 'objects', sha256.slice(0, 2), sha256);
  const whole = readFileSync(file);
  for (const place of [0, 1, Math.floor(whole.length / 3), Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[place] = (changed[place] ?? 0) ^ 8;
    writeFileSync(file, changed);
    const loading = loadSnapshot(target.url, repository.objects, manifest, { tell: SILENT });
    await expect(loading, `byte ${place}`).rejects.toThrow(DamageError);
    await expect(loading, `byte ${place}`).rejects.toThrow(`The rows of session.users are damaged. The object ${sha256} is damaged.`);
  }
  writeFileSync(file, whole);
  const { rows } = await target.database.execute(sql`select from session.users`);
  expect(rows).toEqual([]);
});
