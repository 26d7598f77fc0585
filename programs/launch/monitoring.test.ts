import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createLog } from '#lib/platform/log.ts';
import { type ChildProgram, startChildProgram } from './child-program.ts';
import { openLauncherMonitoring } from './launcher-monitor.ts';
import { findFreePort } from './preflight.ts';

const LIMIT = { timeout: 120_000, interval: 50 };
let folder = '';
let slowToStop = '';
let started: ChildProcess[] = [];
let databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-monitoring-'));
  slowToStop = path.join(folder, 'program.mjs');
  await build({
    stdin: {
      // drains until it is told that it may end
      contents: `
        import { existsSync } from 'node:fs';
        import { setTimeout as sleep } from 'node:timers/promises';
        import { runProgram } from '#lib/platform/children/run-program.ts';
        await runProgram(process.env.NAME, async () => ({
          async stop() { while (!existsSync(process.env.MAY_END)) await sleep(20); },
        }));
        setInterval(() => undefined, 1000);`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: slowToStop,
    bundle: true,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  for (const database of databases) await database.close();
  [started, databases] = [[], []];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  databases.push(database);
  return database;
}

const environmentOf = (database: TestDatabase, port: number, more: Record<string, string> = {}) => ({
  ...process.env,
  COUNTERSIGN_ROOT: process.cwd(),
  DATABASE_URL: database.url,
  COUNTERSIGN_DATA_DIR: path.join(folder, 'data'),
  COUNTERSIGN_MONITORING_PORT: String(port),
  ...more,
});

function run(file: string, environment: NodeJS.ProcessEnv): { child: ChildProcess; said: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [file], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  started.push(child);
  const said: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  return { child, said: () => said.join(''), ended: new Promise((resolve) => child.once('exit', resolve)) };
}

/** The status of an answer and its text; 0 when there is none. */
async function ask(port: number, at: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${at}`).catch(() => null);
  return { status: answer?.status ?? 0, text: (await answer?.text()) ?? '' };
}

const metricsOf = async (port: number) => (await ask(port, '/metrics')).text;
const statusOf = async (port: number, at: string) => (await ask(port, at)).status;
const checksOf = async (port: number) => JSON.parse((await ask(port, '/ready')).text || '{}').checks;

test('a worker is not ready before its database is migrated, is afterwards, and is not while the database is gone; it lives all the time', async () => {
  const database = await open(createEmptyDatabase);
  const port = await findFreePort('127.0.0.1');
  run(path.join('dist', 'service-worker.mjs'), environmentOf(database, port));
  await expect.poll(() => checksOf(port), LIMIT).toMatchObject({ database: 'ok', schema: 'lacks migrations', started: 'starting' });
  expect([await statusOf(port, '/ready'), await statusOf(port, '/live')]).toEqual([503, 200]);

  await migrate({ url: database.url, folders: listMigrationFolders(process.cwd()) });
  await expect.poll(() => statusOf(port, '/ready'), LIMIT).toBe(200);
  for (const figure of [
    /^countersign_ready\{program="service-worker"\} 1$/m,
    /^countersign_queue_jobs\{queue="service\.index",state="waiting",program="service-worker"\} 0$/m,
    /^countersign_data_free_bytes\{program="service-worker"\} \d{6,}$/m,
    /^countersign_database_connections_in_use\{pool="queue",program="service-worker"\} \d+$/m,
  ])
    await expect.poll(() => metricsOf(port), LIMIT).toMatch(figure);

  await database.close();
  const gone = { database: 'refused', schema: 'ok', storage: 'ok', started: 'ok' };
  await expect.poll(() => checksOf(port), LIMIT).toMatchObject(gone);
  expect([await statusOf(port, '/ready'), await statusOf(port, '/live')]).toEqual([503, 200]);
  await expect.poll(() => metricsOf(port), LIMIT).not.toContain('countersign_queue_jobs{');
  await expect.poll(() => metricsOf(port), LIMIT).toContain('countersign_check{check="database",program="service-worker"} 0');
});

test('a program that drains is not ready, and lives', async () => {
  const database = await open(createTestDatabase);
  const port = await findFreePort('127.0.0.1');
  const mayEnd = path.join(folder, 'may-end-alone');
  const { child, ended } = run(slowToStop, environmentOf(database, port, { NAME: 'alone', MAY_END: mayEnd }));
  await expect.poll(() => statusOf(port, '/ready'), LIMIT).toBe(200);
  child.kill('SIGTERM');
  await expect.poll(() => checksOf(port), LIMIT).toMatchObject({ not_draining: 'draining', database: 'ok' });
  expect([await statusOf(port, '/ready'), await statusOf(port, '/live')]).toEqual([503, 200]);
  writeFileSync(mayEnd, '');
  expect(await ended).toBe(0);
});

test('a port that is taken ends the program with one sentence', async () => {
  const database = await open(createTestDatabase);
  const server = createServer();
  const port = await findFreePort('127.0.0.1');
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { said, ended } = run(slowToStop, environmentOf(database, port, { NAME: 'late', MAY_END: folder }));
  expect(await ended).toBe(1);
  expect(said()).toMatch(/Port \d+ on 127\.0\.0\.1 is taken by another program: choose another by COUNTERSIGN_MONITORING_PORT/);
  server.close();
});

test('under a launcher no program has a port of its own, and the launcher tells of all, also of one that is silent', async () => {
  const database = await open(createTestDatabase);
  const port = await findFreePort('127.0.0.1');
  const log = createLog({ level: 'error', format: 'json', program: 'test' });
  const mayEnd = path.join(folder, 'may-end');
  writeFileSync(mayEnd, '');
  const start = (name: string) =>
    startChildProgram({ name, file: slowToStop, environment: environmentOf(database, port, { NAME: name, MAY_END: mayEnd }), log });
  const programs: ChildProgram[] = [];
  const config = { monitoring: { host: '127.0.0.1', port } } as Parameters<typeof openLauncherMonitoring>[0];
  await openLauncherMonitoring(config, () => programs);
  expect(JSON.parse((await ask(port, '/ready')).text).programs.web).toEqual({
    status: 'not_ready',
    checks: { answers: 'not started yet' },
  });
  for (const name of ['service', 'service-worker', 'desk-worker', 'web']) programs.push(start(name));
  await Promise.all(programs.map(({ ready }) => ready));
  await expect.poll(() => statusOf(port, '/ready'), LIMIT).toBe(200);
  for (const name of ['launcher', ...programs.map((program) => program.name)])
    await expect.poll(() => metricsOf(port), LIMIT).toMatch(new RegExp(`^process_resident_memory_bytes\\{program="${name}"\\} \\d+$`, 'm'));
  expect((await metricsOf(port)).match(/^# TYPE countersign_ready gauge$/gm)).toHaveLength(1);

  await programs[3]!.stop(10_000);
  expect(await statusOf(port, '/ready')).toBe(503);
  expect(await metricsOf(port)).toContain('countersign_ready{program="web"} 0');
  expect([await statusOf(port, '/live'), await statusOf(port, '/anything')]).toEqual([200, 404]);
  await Promise.all(programs.map((program) => program.stop(10_000)));
  expect(existsSync(mayEnd)).toBe(true);
});
