import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { startKeeper } from './keeper.ts';
import { chooseRunAs, ownerOf, runProgramAs } from './run-as.ts';
import { serverEnvironment } from './server-settings.ts';

let top = '';
beforeAll(() => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-access-'));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const start = (folder: string, password: string) => startEmbeddedPostgres({ rootDir: process.cwd(), folder, password, durable: false });

/** One value, or the server's code for why not. */
async function ask(url: string, question = 'select 1 as answer'): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return ((await client.query(question)).rows[0] as { answer: unknown } | undefined)?.answer;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A folder as earlier releases made it: whoever reaches the socket is let in. Holds one row. */
async function makeOpenFolder(folder: string): Promise<void> {
  mkdirSync(path.dirname(folder));
  const { as, binaries } = chooseRunAs(folder, findBinaries(process.cwd()));
  for (const each of [folder, `${folder}-socket`]) {
    mkdirSync(each);
    if (as.kind === 'nobody') spawnSync('chown', [`${ownerOf(as)?.uid}`, each]);
  }
  const args = ['-D', folder, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'];
  const made = await runProgramAs(as, binaries.initdb, args, { env: serverEnvironment(), timeoutMs: 300_000 });
  expect(made.status, made.said).toBe(0);
  const keeper = startKeeper({ as, binaries, folder, socketFolder: `${folder}-socket`, durable: false, lock: 2 });
  const url = `postgres://app@/postgres?host=${encodeURIComponent(`${folder}-socket`)}`;
  await expect.poll(() => ask(url)).toBe(1);
  await ask(url, 'create table kept as select 42 as answer');
  await keeper.stop();
}

test('the database asks for its password, and nobody but its own account reaches its socket', async () => {
  const server = await start(path.join(top, 'new', 'postgres'), 'right');
  expect(server.socketFolder).toBe(path.join(top, 'new', 'postgres-socket'));
  expect(await ask(server.url)).toBe(1);
  expect(await ask(server.url.replace(':right@', ':wrong@'))).toBe('28P01');
  expect(await ask(server.url.replace(':right@', '@'))).not.toBe(1);
  if (process.getuid?.() === 0) {
    const socket = path.join(server.socketFolder, '.s.PGSQL.5432');
    const program = `require('net').connect(${JSON.stringify(socket)}).on('connect', () => { console.log('connected'); process.exit(); }).on('error', (error) => console.log(error.code))`;
    const other = spawnSync(process.execPath, ['-e', program], { uid: 65_534, gid: 65_534, encoding: 'utf8', cwd: '/' });
    expect(other.stdout.trim()).toBe('EACCES');
  }
  await server.stop();
});

test('a folder of an earlier release, open to whoever reaches the socket, gets the password and keeps its data', async () => {
  const folder = path.join(top, 'old', 'postgres');
  await makeOpenFolder(folder);
  const server = await start(folder, 'new-password');
  expect(await ask(server.urlOf('postgres'), 'select answer from kept')).toBe(42);
  expect(await ask(server.urlOf('postgres').replace(':new-password@', '@'))).not.toBe(1);
  expect(await ask(server.urlOf('postgres').replace(':new-password@', ':other@'))).toBe('28P01');
  expect(readFileSync(path.join(folder, 'pg_hba.conf'), 'utf8')).not.toContain('trust');
  expect(statSync(path.join(folder, 'pg_hba.conf')).mode & 0o777).toBe(0o600);
  await server.stop();
});

test('a folder whose secrets were lost takes the new password, and its data is kept', async () => {
  const folder = path.join(top, 'lost', 'postgres');
  const first = await start(folder, 'first');
  await ask(first.url, 'create table kept as select 7 as answer');
  await first.stop();
  const second = await start(folder, 'second');
  expect(await ask(second.url, 'select answer from kept')).toBe(7);
  expect(await ask(second.url.replace(':second@', ':first@'))).toBe('28P01');
  await second.stop();
});

test('rules that let others in are replaced at the next start', async () => {
  const folder = path.join(top, 'rules', 'postgres');
  await (await start(folder, 'right')).stop();
  writeFileSync(path.join(folder, 'pg_hba.conf'), 'local all all trust\n');
  const server = await start(folder, 'right');
  expect(await ask(server.url.replace(':right@', ':wrong@'))).toBe('28P01');
  await server.stop();
});

test('a data folder whose path is too long for a socket has it in a private folder, also after another start', async () => {
  const folder = path.join(top, 'long'.repeat(40), 'postgres');
  const server = await start(folder, 'right');
  expect(server.socketFolder.startsWith(path.join(tmpdir(), 'countersign-'))).toBe(true);
  expect(statSync(server.socketFolder).mode & 0o777).toBe(0o700);
  const again = await startEmbeddedPostgres({
    rootDir: process.cwd(),
    folder,
    password: 'right',
    durable: false,
    socketFolder: server.socketFolder,
  });
  expect(again.url).toBe(server.url);
  expect(await ask(server.url)).toBe(1);
  await again.stop();
});
