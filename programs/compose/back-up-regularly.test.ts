import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBackups } from '#lib/desk/backups/operations/get-backups.ts';
import { backupRuns } from '#lib/desk/backups/tables.ts';
import { readConfig } from '#lib/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createLog } from '#lib/platform/log.ts';
import { backUpRegularly } from './back-up-regularly.ts';

let t: TestDatabase;
let top = '';
beforeAll(async () => {
  t = await createTestDatabase();
  top = mkdtempSync(path.join(tmpdir(), 'countersign-schedule-'));
});
afterAll(async () => {
  await t?.close();
  rmSync(top, { recursive: true, force: true });
});

function start(folder: string, options: { silenceMs?: number } = {}) {
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: t.url,
    COUNTERSIGN_DATA_DIR: path.join(top, 'data'),
    COUNTERSIGN_BACKUP_FOLDER: folder,
  } as unknown as NodeJS.ProcessEnv;
  const config = readConfig(environment);
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  const stop = backUpRegularly(config, { database: t.database, log }, { lookMs: 50, environment, ...options });
  return { stop, lines, read: () => getBackups({ database: t.database, config }) };
}

test('a backup that is due is made by one of two workers, and no other while it is young', async () => {
  const folder = path.join(top, 'backups');
  const workers = [start(folder), start(folder)];
  const [first] = workers;
  await expect.poll(async () => (await first!.read()).state).toBe('well');
  const said = () => workers.flatMap(({ lines }) => lines).join();
  await expect.poll(said).toMatch(/a backup by schedule is complete.*Backup \d+T/);
  await sleep(500);
  for (const { stop } of workers) await stop();
  expect((await first!.read()).runs).toHaveLength(1);
  expect(readdirSync(path.join(folder, 'manifests'))).toHaveLength(1);
});

test('one that fails is logged with why, noted, and not tried again at once', async () => {
  await t.database.delete(backupRuns);
  const { stop, lines, read } = start(path.join(top, 'data', 'inside'));
  await expect.poll(() => lines.join()).toContain('lies in the data folder');
  await sleep(300);
  await stop();
  expect(lines).toHaveLength(1);
  expect(await read()).toMatchObject({ state: 'never', runs: [{ outcome: 'failed' }] });
});

test('one that is under way when the worker stops is ended with it, noted, and told as that', async () => {
  await t.database.delete(backupRuns);
  await t.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table desk.documents in access exclusive mode`);
    const { stop, lines, read } = start(path.join(top, 'stopped'));
    await expect.poll(async () => (await read()).runs[0]?.outcome).toBe('running');
    await stop();
    expect((await read()).runs).toMatchObject([{ outcome: 'cut_off' }]);
    await expect.poll(() => lines.join()).toContain('a backup by schedule was ended with this program');
  });
});

test('one of which nothing is heard is killed, and told as failed', async () => {
  await t.database.delete(backupRuns);
  await t.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table desk.documents in access exclusive mode`);
    const { stop, lines } = start(path.join(top, 'silent'), { silenceMs: 3_000 });
    await expect.poll(() => lines.join()).toMatch(/a backup by schedule failed.*SIGKILL.*Nothing was heard of it/);
    await stop();
  });
});

test('without a folder nothing is looked at', async () => {
  const config = readConfig({ COUNTERSIGN_DATA_DIR: path.join(top, 'data') });
  expect(config.backups.schedule).toBeNull();
  await backUpRegularly(config, { database: t.database, log: createLog({ level: 'error', format: 'json', program: 'test' }) })();
});
