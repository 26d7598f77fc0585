import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { listHiddenFolders } from './hidden-folders.ts';

const top = mkdtempSync(path.join(os.tmpdir(), 'countersign-hidden-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const dataDir = path.join(top, 'data');
const inside = ['secrets', 'postgres', 'postgres-socket'].map((name) => path.join(dataDir, name));
const list = (url?: string) => listHiddenFolders(readConfig({ COUNTERSIGN_DATA_DIR: dataDir, DATABASE_URL: url }));

test("the folder of the database's socket is hidden, however the connection string names it; a network address is none", () => {
  const socket = path.join(top, 'socket');
  const hidden = { folders: [...inside, socket], unguarded: [] };
  expect(list(`postgres://app@/db?host=${socket}`)).toEqual(hidden);
  expect(list(`postgres://app@${encodeURIComponent(socket)}/db`)).toEqual(hidden);
  for (const url of [undefined, 'postgres://app@db.example/db', 'postgres://app@/db?host=db.example']) {
    expect(list(url)).toEqual({ folders: inside, unguarded: [] });
  }
});

test('a folder that holds what children need stays in sight, also behind a link, and the database is not called hidden', () => {
  const link = path.join(top, 'link');
  symlinkSync(os.tmpdir(), link);
  for (const folder of [os.tmpdir(), `${os.tmpdir()}/`, '/', link, dataDir, path.join(dataDir, 'blobs'), process.cwd()]) {
    expect(list(`postgres://app@/db?host=${encodeURIComponent(folder)}`), folder).toEqual({ folders: inside, unguarded: ['no database'] });
  }
});

test('the folders of files that hold secrets are hidden, unless children need them or the system does', () => {
  const of = (...secretFiles: string[]) => listHiddenFolders({ ...readConfig({ COUNTERSIGN_DATA_DIR: dataDir }), secretFiles });
  const own = path.join(top, 'own');
  expect(of(path.join(own, 'api-key'), path.join(own, 'database'))).toEqual({
    folders: [inside[0], own, ...inside.slice(1)],
    unguarded: [],
  });
  for (const file of ['/etc/api-key', path.join(process.cwd(), 'api-key')]) {
    expect(of(file), file).toEqual({ folders: inside, unguarded: ['no secrets'] });
  }
});
