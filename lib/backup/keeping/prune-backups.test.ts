import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderLocation } from '../location/folder-location.ts';
import { FORMAT } from '../repository/manifest.ts';
import { newBackupId, openRepositoryToWrite, type Repository } from '../repository/repository.ts';
import { pruneBackups } from './prune-backups.ts';

let top = '';
let repository: Repository;
beforeEach(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-prune-'));
  repository = await openRepositoryToWrite(folderLocation(top), null);
});
afterEach(async () => {
  await repository?.close();
  rmSync(top, { recursive: true, force: true });
});

/** A backup of one text. @returns its ID */
async function make(at: string, text = at): Promise<string> {
  const { sha256, size } = await repository.objects.put(Readable.from([Buffer.from(text)]), 'a test');
  const id = newBackupId(new Date(at));
  const rest = { format: FORMAT, createdAt: at, took: 1, product: '0.1.0', server: '18.1', migrations: {}, queue: 1 } as const;
  const parts = { tables: [], sequences: [], files: [], missing: [], absentSecrets: [] };
  await repository.write({ ...rest, ...parts, id, secrets: { sha256, size } });
  return id;
}

const objects = () => readdirSync(path.join(top, 'objects'), { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60);

test('the newest backups stay, and what only older ones needed goes', async () => {
  await make('2026-01-01T00:00:00Z');
  const second = await make('2026-01-02T00:00:00Z');
  const third = await make('2026-01-03T00:00:00Z');
  expect(await pruneBackups(repository, { keep: 2, made: third }, () => undefined)).toEqual({ backups: 1, objects: 1 });
  expect(await repository.list()).toEqual([second, third]);
  expect(objects()).toHaveLength(2);
});

test('the backup just made stays, even if the clock was set back', async () => {
  await make('2026-01-02T00:00:00Z');
  const later = await make('2026-01-03T00:00:00Z');
  const made = await make('2026-01-01T00:00:00Z');
  expect(await pruneBackups(repository, { keep: 2, made: made }, () => undefined)).toEqual({ backups: 1, objects: 1 });
  expect(await repository.list()).toEqual([made, later]);
  expect(await pruneBackups(repository, { keep: 1, made: made }, () => undefined)).toEqual({ backups: 1, objects: 1 });
  expect(await repository.list()).toEqual([made]);
});

test('when a manifest, or the list of them, cannot be read nothing is removed', async () => {
  const first = await make('2026-01-01T00:00:00Z');
  const made = await make('2026-01-02T00:00:00Z');
  const folder = path.join(top, 'manifests');
  renameSync(folder, `${folder}-away`);
  await expect(pruneBackups(repository, { keep: 1, made: made }, () => undefined)).rejects.toThrow('is no longer there');
  writeFileSync(folder, 'no folder');
  await expect(pruneBackups(repository, { keep: 1, made: made }, () => undefined)).rejects.toThrow('is not a folder');
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  writeFileSync(path.join(folder, made), 'damaged');
  await expect(pruneBackups(repository, { keep: 1, made: made }, () => undefined)).rejects.toThrow('is damaged');
  expect(await repository.list()).toEqual([first, made]);
  expect(objects()).toHaveLength(2);
});
