import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findContinued, markDataFolder, releaseDataFolder } from '#lib/backup/keeping/claim-data-folder.ts';
import { requireWholeFolder, requireWritableFolder, StartError } from './preflight.ts';

const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);

test('the data folder and the files in it are closed to other accounts, also those that an earlier release made', () => {
  const top = mkdtempSync(path.join(tmpdir(), 'countersign-preflight-'));
  const fresh = path.join(top, 'a', 'data');
  requireWritableFolder(fresh);
  expect(modeOf(fresh)).toBe('700');
  const old = path.join(top, 'old');
  mkdirSync(path.join(old, 'blobs'), { recursive: true });
  chmodSync(old, 0o711);
  chmodSync(path.join(old, 'blobs'), 0o755);
  requireWritableFolder(old);
  expect([modeOf(old), modeOf(path.join(old, 'blobs'))]).toEqual(['710', '750']);
  writeFileSync(path.join(top, 'file'), '');
  expect(() => requireWritableFolder(path.join(top, 'file', 'data'))).toThrow(StartError);
  rmSync(top, { recursive: true });
});

test('a data folder below /dev is refused, and nothing is made there', () => {
  const folder = `/dev/shm/countersign-preflight-${process.pid}`;
  expect(() => requireWritableFolder(folder)).toThrow('Choose another one with COUNTERSIGN_DATA_DIR');
  expect(existsSync(folder)).toBe(false);
});

test('a data folder in which a restore was cut off is refused until the restore is whole', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-preflight-'));
  const wanted = { id: '20261126T000000000Z', target: 'embedded database and the data folder' };
  expect(findContinued({ dataDir }, wanted)).toBeNull();
  const mark = await markDataFolder({ dataDir }, wanted);
  expect(() => requireWholeFolder({ dataDir })).toThrow('Run "restore" again with --backup 20261126T000000000Z');
  expect(findContinued({ dataDir }, wanted)).toEqual(mark);
  expect(() => findContinued({ dataDir }, { ...wanted, id: '20261127T000000000Z' })).toThrow('--backup 20261126T000000000Z');
  expect(() => findContinued({ dataDir }, { ...wanted, target: 'database b of c:5432 and the data folder' })).toThrow(
    'It went into the embedded database',
  );
  writeFileSync(path.join(dataDir, 'restore-unfinished'), 'half a ma');
  expect(() => requireWholeFolder({ dataDir })).toThrow(StartError);
  releaseDataFolder({ dataDir });
  expect(() => requireWholeFolder({ dataDir })).not.toThrow();
  rmSync(dataDir, { recursive: true });
});
