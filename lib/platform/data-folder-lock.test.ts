import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FolderInUseError, type LockHolder, type LockOptions, lockDataFolder } from './data-folder-lock.ts';
import { getProcessPlace } from './process-place.ts';
import { findOtherNamespace } from './testing/other-namespace.ts';

/** Reads that fail as those of a network file system do that is away for a moment (`failed` counts them), or find nonsense so often. */
const disk = vi.hoisted(() => ({ error: null as string | null, failed: 0, garbled: 0 }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const readSync = (...args: Parameters<typeof fs.readSync>) => {
    if (disk.garbled > 0) {
      disk.garbled -= 1;
      return (args[1] as Buffer).write('{"pid":');
    }
    if (!disk.error) return fs.readSync(...args);
    disk.failed += 1;
    throw Object.assign(new Error(`${disk.error}: read`), { code: disk.error });
  };
  return { ...fs, readSync };
});

let folder = '';
let programs = '';
const children: ChildProcess[] = [];
beforeAll(async () => {
  programs = mkdtempSync(path.join(tmpdir(), 'countersign-lock-program-'));
  await build({
    stdin: {
      contents: `
        import { lockDataFolder } from './data-folder-lock.ts';
        await lockDataFolder(process.argv[2], { note: 'other' }).then(
          () => { console.log('taken'); setInterval(() => undefined, 1000); },
          (error) => { console.log(error.message); process.exit(3); },
        );`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: path.join(programs, 'locker.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return () => rmSync(programs, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-lock-'));
});
afterEach(() => {
  Object.assign(disk, { error: null, failed: 0, garbled: 0 });
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const lockFile = () => path.join(folder, 'lock');
const lock = (note = '', more: Partial<LockOptions> = {}) => lockDataFolder(folder, { note, ...more });
const readRecord = () => JSON.parse(readFileSync(lockFile(), 'utf8')) as LockHolder;
const writeRecord = (holder: LockHolder) =>
  writeFileSync(lockFile(), JSON.stringify(holder).padEnd(1024), { flag: existsSync(lockFile()) ? 'r+' : 'w' });
const quick = { beatMs: 50, watchMs: 1_000 };

/** A process that takes the folder's lock and keeps it, or says why not. */
async function startLocker(prefix: string[] = []): Promise<{ said: string; process: ChildProcess }> {
  const [command = '', ...args] = [...prefix, process.execPath, path.join(programs, 'locker.mjs'), folder];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())));
  return { said, process: child };
}

const gone = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

test('a held folder is refused with who holds it, and is free after release', async () => {
  const { release } = await lock('http://127.0.0.1:3000');
  await expect(lock()).rejects.toThrow(FolderInUseError);
  await expect(lock()).rejects.toThrow(
    new RegExp(
      `^Countersign already runs on ${folder} \\(host ${hostname()}, process ${process.pid}, since [\\d-]{10} [\\d:]{8} UTC, http://127\\.0\\.0\\.1:3000\\): stop it`,
    ),
  );
  release();
  expect(statSync(lockFile()).size).toBe(0);
  (await lock()).release();
});

test('the lock ends with its process, however that ends', async () => {
  const holder = await startLocker();
  expect(holder.said).toBe('taken');
  await expect(lock()).rejects.toThrow(`process ${holder.process.pid}`);
  const ended = gone(holder.process);
  holder.process.kill('SIGKILL');
  await ended;
  (await lock()).release();
});

describe.skipIf(!findOtherNamespace())('between containers', () => {
  const elsewhere = () => findOtherNamespace() as string[];

  test('a folder that is held here is refused there, with who holds it', async () => {
    const { release } = await lock('here');
    const { said } = await startLocker(elsewhere());
    expect(said).toContain(`already runs on ${folder} (host ${hostname()}, process ${process.pid}, since `);
    release();
  });

  test('a folder that is held there is refused here and in a third, and is free when its process was killed', async () => {
    const holder = await startLocker(elsewhere());
    expect(holder.said).toBe('taken');
    expect(readRecord().namespace).not.toBe(getProcessPlace().namespace);
    await expect(lock()).rejects.toThrow(`process ${readRecord().pid}, since`);
    expect((await startLocker(elsewhere())).said).toContain('already runs on');
    const ended = gone(holder.process);
    holder.process.kill('SIGKILL');
    await ended;
    // its first process ends a moment after the command that made it
    await expect.poll(() => lock().then(({ release }) => release(), String)).toBeUndefined();
  });

  test('where the system locks no files, the heartbeat of another container is seen, and its silence', async () => {
    const holder = await startLocker(elsewhere());
    const watched: string[] = [];
    const options = {
      ...quick,
      watchMs: 60_000,
      tryLock: () => 'unknown' as const,
      onWatch: ({ note }: LockHolder) => void watched.push(note),
    };
    await expect(lock('', options)).rejects.toThrow(FolderInUseError);
    const ended = gone(holder.process);
    holder.process.kill('SIGKILL');
    await ended;
    await expect.poll(() => lock('', { ...options, ...quick }).then(({ release }) => release(), String)).toBeUndefined();
    expect(new Set(watched)).toEqual(new Set(['other']));
  });
});

test('the record of a release before this one is believed while its process lives', async () => {
  writeRecord({ pid: process.pid, started: readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[19] ?? '', note: 'old' });
  await expect(lock()).rejects.toThrow(`process ${process.pid}, old`);
  for (const stale of [
    { pid: 999_999_999, started: '1', note: '' },
    { pid: process.ppid, started: 'some other time', note: '' },
  ]) {
    writeRecord(stale);
    (await lock()).release();
  }
});

test('a lock that was cut off while written is taken over', async () => {
  writeFileSync(lockFile(), '{"pid":');
  (await lock()).release();
  expect(statSync(lockFile()).size).toBe(0);
});

describe('the record of another machine', () => {
  const far = {
    pid: 7,
    started: '5',
    note: 'far',
    host: 'far.example',
    boot: 'other',
    namespace: 'pid:[1]',
    id: 'a',
    beat: 3,
    isLocked: true,
  };

  test('is watched, and refuses when its heart beats', async () => {
    writeRecord(far);
    const beating = setInterval(() => writeRecord({ ...far, beat: far.beat + 1 }), 20);
    await expect(lock('', { watchMs: 60_000 })).rejects.toThrow('host far.example, process 7');
    clearInterval(beating);
  });

  test('is taken over when it is silent, and at once when it is this machine before it was started anew', async () => {
    writeRecord(far);
    const watched: (string | undefined)[] = [];
    const onWatch = ({ host }: LockHolder) => void watched.push(host);
    (await lock('', { ...quick, onWatch })).release();
    expect(watched).toEqual(['far.example']);
    writeRecord({ ...far, host: hostname() });
    (await lock('', { watchMs: 3_600_000, onWatch })).release();
    expect(watched).toHaveLength(1);
  });
});

test('the heart beats while the lock is held, and not after release', async () => {
  const { release } = await lock('', quick);
  const first = readRecord().beat as number;
  await expect.poll(() => readRecord().beat).toBeGreaterThan(first + 2);
  release();
  expect(statSync(lockFile()).size).toBe(0);
});

test('whose record was replaced is told so, and release leaves the record of the other', async () => {
  let lost = 0;
  const { release } = await lock('', { ...quick, onLost: () => void lost++ });
  writeRecord({ pid: 1, started: '5', note: 'other' });
  await expect.poll(() => lost).toBe(1);
  release();
  expect(readRecord().note).toBe('other');
});

test.each(['EIO', 'ESTALE'])('a disk that answers %s for a while does not cost the lock', async (error) => {
  let lost = 0;
  const { release } = await lock('', { ...quick, onLost: () => void lost++ });
  disk.error = error;
  await expect.poll(() => disk.failed).toBeGreaterThan(7);
  const { beat } = readRecord();
  disk.error = null;
  await expect.poll(() => readRecord().beat).toBeGreaterThan(beat as number);
  expect(lost).toBe(0);
  release();
});

test('a folder whose record cannot be read is not taken over', async () => {
  writeRecord({ pid: process.pid, started: '5', note: 'unseen' });
  disk.error = 'EIO';
  await expect(lock()).rejects.toThrow('EIO');
  expect(readRecord().note).toBe('unseen');
});

test('a record that makes no sense is waited out for some heartbeats before the lock is given up', async () => {
  let lost = 0;
  const { release } = await lock('', { ...quick, onLost: () => void lost++ });
  disk.garbled = 4;
  await expect.poll(() => disk.garbled).toBe(0);
  const { beat } = readRecord();
  await expect.poll(() => readRecord().beat).toBeGreaterThan(beat as number);
  expect(lost).toBe(0);
  writeFileSync(lockFile(), '?'.repeat(1024), { flag: 'r+' });
  await expect.poll(() => lost).toBe(1);
  release();
});

test('a lock file that someone removed is made anew, and still keeps others away', async () => {
  const { release } = await lock('first', quick);
  rmSync(lockFile());
  await expect.poll(() => existsSync(lockFile()) && statSync(lockFile()).size > 0).toBe(true);
  await expect(lock()).rejects.toThrow(FolderInUseError);
  release();
});

test('a zombie holds nothing', async () => {
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(parent);
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))));
  // a shell would bury the other one
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
  const started = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] as string;
  writeRecord({ pid, started, note: '' });
  await expect(lock()).rejects.toThrow(FolderInUseError);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  (await lock()).release();
});
