import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProcessPlace } from '../process-place.ts';
import { findOtherNamespace } from '../testing/other-namespace.ts';
import { lockServer } from './server-lock.ts';

let top = '';
beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-server-'));
  await build({
    stdin: {
      contents: `
        import { startEmbeddedPostgres } from './embedded-postgres.ts';
        await startEmbeddedPostgres({ rootDir: process.argv[2], folder: process.argv[3], password: 'secret', durable: false });
        console.log('ready');
        setInterval(() => undefined, 1000);`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: path.join(process.cwd(), 'dist', 'test-server-lock.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

async function startServer(folder: string): Promise<ChildProcess> {
  const [command, ...args] = findOtherNamespace() as string[];
  const child = spawn(command as string, [...args, process.execPath, 'dist/test-server-lock.mjs', process.cwd(), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve) => child.stdout?.once('data', (data) => resolve(String(data).trim())));
  expect(said).toBe('ready');
  return child;
}

test.skipIf(!findOtherNamespace())(
  'a server of another container is left alone while it lives, and what it left is removed when it is dead',
  async () => {
    const folder = path.join(top, 'postgres');
    const pidFile = path.join(folder, 'postmaster.pid');
    const sockets = path.join(top, 'sockets');
    const child = await startServer(folder);
    await expect(lockServer(folder, sockets, { waitMs: 500 })).rejects.toThrow(/Another database server \(of host .*\) still works on/);
    // and where the system locks no files, its socket tells
    await expect(lockServer(folder, sockets, { waitMs: 500, tryLock: () => 'unknown' })).rejects.toThrow('still works on');
    expect(existsSync(pidFile)).toBe(true);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    closeSync(await lockServer(folder, sockets));
    expect(existsSync(pidFile)).toBe(false);
  },
);

test('what a server of another container left stays when nothing proves that it is dead', async () => {
  const folder = mkdtempSync(path.join(top, 'left-'));
  const pidFile = path.join(folder, 'postmaster.pid');
  writeFileSync(pidFile, `4711\n${folder}\n1700000000\n5432\n${folder}/elsewhere\n`);
  const leave = (isLocked: boolean) =>
    writeFileSync(`${folder}.lock`, JSON.stringify({ ...getProcessPlace(), namespace: 'pid:[1]', isLocked }));
  leave(false);
  closeSync(await lockServer(folder, path.join(folder, 'here')));
  expect(existsSync(pidFile)).toBe(true);
  leave(true);
  closeSync(await lockServer(folder, path.join(folder, 'here'), { tryLock: () => 'unknown' }));
  expect(existsSync(pidFile)).toBe(true);
  leave(true);
  closeSync(await lockServer(folder, path.join(folder, 'here')));
  expect(existsSync(pidFile)).toBe(false);
});
