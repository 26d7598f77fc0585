import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, lockDataFolder } from './data-folder-lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a held folder is refused with who holds it, and is free after release', () => {
  const release = lockDataFolder(folder, 'http://127.0.0.1:3000');
  const again = () => lockDataFolder(folder, 'second');
  expect(again).toThrow(FolderInUseError);
  expect(again).toThrow(`process ${process.pid}, http://127.0.0.1:3000`);
  release();
  expect(readdirSync(folder)).toEqual([]);
  lockDataFolder(folder, 'third')();
});

test('the lock of a dead process is taken over, also when another process has its pid now', () => {
  for (const stale of [
    { pid: 999_999_999, started: '1', note: '' },
    { pid: process.ppid, started: 'some other time', note: '' },
  ]) {
    writeFileSync(path.join(folder, 'lock'), JSON.stringify(stale));
    lockDataFolder(folder, 'new')();
  }
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
});

test('a lock that was cut off while written is taken over', () => {
  writeFileSync(path.join(folder, 'lock'), '{"pid":');
  lockDataFolder(folder, 'new')();
  expect(readdirSync(folder)).toEqual([]);
});

test('releasing leaves the lock of someone else', () => {
  const release = lockDataFolder(folder, 'mine');
  const other = JSON.stringify({ pid: 1, started: '5', note: 'other' });
  writeFileSync(path.join(folder, 'lock'), other);
  release();
  expect(existsSync(path.join(folder, 'lock'))).toBe(true);
});

test('a zombie holds nothing', async () => {
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))));
  // a shell would bury the other one
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
  const started = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  writeFileSync(path.join(folder, 'lock'), JSON.stringify({ pid, started, note: '' }));
  expect(() => lockDataFolder(folder, 'new')).toThrow(FolderInUseError);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  lockDataFolder(folder, 'new')();
  parent.kill('SIGKILL');
});
