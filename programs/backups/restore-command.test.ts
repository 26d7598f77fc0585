import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackup } from '#lib/backup/keeping/create-backup.ts';
import { folderLocation } from '#lib/backup/location/folder-location.ts';
import { openRepositoryToWrite } from '#lib/backup/repository/repository.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { runBuiltProgram, startBuiltProgram } from '../testing/run-built-program.ts';

const LOST = 'f'.repeat(64);
let top = '';
let backups = '';
let source: TestDatabase;
let target: TestDatabase;
let first = '';
beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-restore-'));
  backups = path.join(top, 'backups');
  [source, target] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  await source.database.execute(sql`insert into session.users (id, name, email) values ('u1', 'Zoë', 'zoe@example.org')`);
  first = await addBackup();
});
afterAll(async () => {
  await Promise.all([source?.close(), target?.close()]);
  rmSync(top, { recursive: true, force: true });
});

/** A backup whose storage had lost a file. */
async function addBackup(): Promise<string> {
  const repository = await openRepositoryToWrite(folderLocation(backups), null);
  const blobs = createFolderBlobStore(path.join(top, 'blobs'));
  const { manifest } = await createBackup(repository, { url: source.url, blobs, secrets: {} }, () => undefined);
  await repository.write({ ...manifest, missing: [fileKey(LOST)] });
  await repository.close();
  return manifest.id;
}

const settings = () => ({ COUNTERSIGN_DATA_DIR: path.join(top, 'data'), DATABASE_URL: target.url });
const run = (...words: string[]) => runBuiltProgram(['restore', backups, ...words], settings());

test('after a kill, the same command goes on with the same backup, and ends with 1 when that lacks files', async () => {
  const child = startBuiltProgram(['restore', backups], settings());
  await expect.poll(() => existsSync(path.join(top, 'data', 'restore-unfinished')), { interval: 5, timeout: 60_000 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'close');
  const second = await addBackup();
  expect(await run('--backup', second)).toMatchObject({ code: 1, errors: expect.stringContaining(`--backup ${first}`) });
  const { code, out, errors } = await run();
  expect(out).toContain(`Restored the backup ${first}`);
  expect(errors).toContain(`The backup lacks the file ${fileKey(LOST)}`);
  expect([code, errors]).toEqual([1, expect.stringContaining('Files that the backup lacks: 1.')]);
  const { rows } = await target.database.execute(sql`select name from session.users`);
  expect(rows).toEqual([{ name: 'Zoë' }]);
  expect(await run()).toMatchObject({ code: 1, errors: expect.stringContaining('is not empty') });
});
