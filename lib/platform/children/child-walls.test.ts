import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import type { ChildPool } from './child-pool.ts';
import { listHiddenFolders } from './hidden-folders.ts';
import { buildChild } from './testing/build-child.ts';

const CHILD = `
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { serveTasks } from '../serve-tasks.ts';
const attempt = (act) => { try { return { done: act() }; } catch (error) { return { refused: error.code ?? String(error) }; } };
// the program that only connects, since our own sockets are gone
const CONNECT = "const s = require('net').connect(process.argv[1]); s.on('connect', () => process.exit(0)); s.on('error', () => process.exit(7));";
serveTasks(async ({ secrets, socket, parent, task, outside }) => ({
  secrets: attempt(() => readdirSync(secrets).map((name) => readFileSync(path.join(secrets, name), 'utf8'))),
  socket: attempt(() => execFileSync(process.execPath, ['-e', CONNECT, socket], { stdio: 'ignore' }) && 'connected'),
  environment: attempt(() => readFileSync('/proc/' + parent + '/environ', 'utf8').includes('WALL_SECRET')),
  status: Object.fromEntries(readFileSync('/proc/self/status', 'utf8').split('\\n').map((line) => line.split(':').map((part) => part.trim()))),
  raise: attempt(() => execFileSync('chown', ['1:1', task], { stdio: 'ignore' }) && 'raised'),
  temporary: os.tmpdir(),
  written: attempt(() => writeFileSync(path.join(os.tmpdir(), 'own'), '') ?? 'yes'),
  kept: attempt(() => writeFileSync(path.join(task, 'result'), 'result') ?? 'yes'),
  outside: attempt(() => writeFileSync(outside, '') ?? 'yes'),
}));`;

/** Where the account may write and a child may not; the checkout may lie in the temporary folder itself. */
const OUTSIDE = path.join(os.homedir(), `.countersign-wall-probe-${process.pid}`);

type Told = { done?: unknown; refused?: string };
type Answer = Record<'secrets' | 'socket' | 'environment' | 'raise' | 'written' | 'kept' | 'outside', Told> & {
  status: Record<string, string>;
  temporary: string;
};

/** A folder of links to some programs of the system only. */
function makeTools(names: string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-tools-'));
  for (const name of names) {
    const found = ['/usr/bin', '/bin'].map((place) => path.join(place, name)).find((file) => existsSync(file));
    if (found) symlinkSync(found, path.join(folder, name));
  }
  return folder;
}

describe.each([
  { offer: 'all that the system offers', tools: null },
  { offer: 'no bubblewrap', tools: ['unshare', 'setpriv', 'sh', 'mount', 'chown'] },
  { offer: 'no right to mount', tools: ['unshare', 'setpriv', 'sh', 'chown'] },
  { offer: "the database's socket in the temporary folder", tools: null, inTemporary: true },
  {
    offer: "the database's socket in the temporary folder, and no bubblewrap",
    tools: ['unshare', 'setpriv', 'sh', 'mount', 'chown'],
    inTemporary: true,
  },
])('with $offer', ({ tools, inTemporary = false }) => {
  let top = '';
  let pool: ChildPool;
  let server: Server;
  let answer: Answer;
  let protections: string[] = [];
  let path0: string | undefined;
  let temporary0: string | undefined;
  beforeAll(async () => {
    vi.resetModules();
    path0 = process.env.PATH;
    temporary0 = process.env.TMPDIR;
    if (tools) process.env.PATH = makeTools(tools);
    const { createChildPool } = await import('./child-pool.ts');
    const { findChildWalls, hideFromChildren } = await import('./child-walls.ts');
    top = mkdtempSync(path.join(os.tmpdir(), 'countersign-walls-'));
    const entry = path.join(top, 'child.mjs');
    await buildChild(CHILD, entry);
    const dataDir = path.join(top, 'data');
    const sockets = path.join(top, 'sockets');
    const task = path.join(inTemporary ? sockets : top, 'task');
    for (const folder of [path.join(dataDir, 'secrets'), sockets, task]) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(dataDir, 'secrets', 'key'), 'secret');
    const socket = path.join(sockets, '.s.PGSQL.5432');
    server = createServer((connection) => connection.end()).listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    if (inTemporary) process.env.TMPDIR = sockets;
    const url = `postgres://app:p@/db?host=${encodeURIComponent(sockets)}`;
    hideFromChildren(listHiddenFolders(readConfig({ COUNTERSIGN_DATA_DIR: dataDir, DATABASE_URL: url })));
    protections = (await findChildWalls()).protections;
    if (tools) expect(protections).not.toContain('processes of their own');
    if (tools && !tools.includes('mount')) expect(protections).not.toContain('no secrets');
    if (inTemporary) expect(protections).not.toContain('no database');
    process.env.WALL_SECRET = 'do not tell';
    pool = createChildPool({ entry, size: 1, memoryMb: 400 });
    const given = { secrets: path.join(dataDir, 'secrets'), socket, parent: process.pid, task, outside: OUTSIDE };
    answer = (await pool.run(given, { timeoutMs: 250_000, maxOutputBytes: 1e6 })) as Answer;
  });
  afterAll(async () => {
    await pool.stop();
    server.close();
    rmSync(top, { recursive: true, force: true });
    delete process.env.WALL_SECRET;
    process.env.PATH = path0;
    if (temporary0 === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary0;
  });

  /** What the system offers is told; what it does not offer cannot be asked of it. */
  const holds = (protection: string) => protections.includes(protection);

  test('a child cannot read the secrets', async () => {
    if (holds('no secrets')) expect(answer.secrets.done ?? []).toEqual([]);
    expect(readdirSync(path.join(top, 'data', 'secrets'))).toEqual(['key']);
  });

  test('a child cannot connect to the database', async () => {
    if (holds('no database')) expect(answer.socket.refused).toBeDefined();
  });

  test('a child has no capabilities and cannot raise its privileges', async () => {
    if (holds('no capabilities')) {
      expect(answer.status.CapEff).toBe('0000000000000000');
      expect(answer.raise.refused).toBeDefined();
    }
    if (holds('no new privileges')) expect(answer.status.NoNewPrivs).toBe('1');
  });

  test('a child cannot read the environment of its parent', async () => {
    if (holds('no capabilities') && process.getuid?.() === 0) expect(answer.environment.done).not.toBe(true);
    if (holds('processes of their own')) expect(answer.environment.done).not.toBe(true);
  });

  test('a child has a temporary folder of its own, which is gone after it, and writes results where it is told', async () => {
    expect(answer.temporary).toContain(`countersign-child-${process.pid}-`);
    expect([answer.written, answer.kept]).toEqual([{ done: 'yes' }, { done: 'yes' }]);
    expect(readFileSync(path.join(inTemporary ? path.join(top, 'sockets') : top, 'task', 'result'), 'utf8')).toBe('result');
    if (holds('processes of their own')) expect(answer.outside.refused).toBeDefined();
    rmSync(OUTSIDE, { force: true });
    await pool.stop();
    await expect.poll(() => readdirSync(os.tmpdir()).includes(path.basename(answer.temporary))).toBe(false);
  });
});
