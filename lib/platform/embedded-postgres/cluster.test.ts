import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCluster, findServer } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const BINARIES = { native: '/bin', initdb: '/bin/false', postgres: '/bin/false', major: '18' };

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'countersign-cluster-'));
}

test('a recorded process that is no database server of this folder counts for nothing', () => {
  const folder = newFolder();
  for (const pid of ['not a number', '0', '1', '999999999', String(process.ppid)]) {
    writeFileSync(path.join(folder, 'postmaster.pid'), `${pid}\n`);
    expect(findServer(folder), pid).toBeNull();
  }
  rmSync(folder, { recursive: true });
});

test('a running server is found, and a second start on its folder takes over from it', async () => {
  const folder = path.join(newFolder(), 'postgres');
  const start = () => startEmbeddedPostgres({ rootDir: process.cwd(), folder, password: 'secret', durable: false });
  const first = await start();
  expect(findServer(folder)).toBeGreaterThan(1);
  const second = await start();
  await first.exited;
  expect(findServer(folder)).not.toBeNull();
  await second.stop();
  expect(findServer(folder)).toBeNull();
  rmSync(path.dirname(folder), { recursive: true });
});

test('what a killed creation left is removed, and a folder with other things is not touched', async () => {
  const parent = newFolder();
  mkdirSync(path.join(parent, 'postgres.new-abc'));
  const folder = path.join(parent, 'postgres');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'letter.txt'), 'mine');
  await expect(createCluster(BINARIES, { kind: 'plain' }, folder, 'secret')).rejects.toThrow('is not empty and holds no database');
  expect(readdirSync(parent)).toEqual(['postgres']);
  rmSync(parent, { recursive: true });
});

test('data of another major version is refused with what to do', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'PG_VERSION'), '17\n');
  await expect(createCluster(BINARIES, { kind: 'plain' }, folder, 'secret')).rejects.toThrow('written by PostgreSQL 17');
  rmSync(folder, { recursive: true });
});
