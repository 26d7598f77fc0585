import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

function start(folder: string) {
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: t.url,
    COUNTERSIGN_DATA_DIR: path.join(top, 'data'),
    COUNTERSIGN_BACKUP_FOLDER: folder,
  } as unknown as NodeJS.ProcessEnv;
  const config = readConfig(environment);
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  const stop = backUpRegularly(config, { database: t.database, log }, { lookMs: 50, environment });
  return { stop, lines, read: () => getBackups({ database: t.database, config }) };
}

test('a backup that is due is made by one of two workers, and no other while it is young', async () => {
  const folder = path.join(top, 'backups');
  const workers = [start(folder), start(folder)];
  const [first] = workers;
  await expect.poll(async () => (await first!.read()).state).toBe('well');
  await expect
    .poll(() => workers.flatMap(({ lines }) => lines).filter((line) => line.includes('a backup by schedule ended')))
    .not.toEqual([]);
  for (const { stop } of workers) stop();
  expect((await first!.read()).runs).toHaveLength(1);
  expect(readdirSync(path.join(folder, 'manifests'))).toHaveLength(1);
});

test('one that fails is logged with why, noted, and not tried again at once', async () => {
  await t.database.delete(backupRuns);
  const { stop, lines, read } = start(path.join(top, 'data', 'inside'));
  await expect.poll(() => lines.join()).toContain('lies in the data folder');
  await sleep(300);
  stop();
  expect(lines).toHaveLength(1);
  expect(await read()).toMatchObject({ state: 'never', runs: [{ outcome: 'failed' }] });
});

test('without a folder nothing is looked at', () => {
  const config = readConfig({ COUNTERSIGN_DATA_DIR: path.join(top, 'data') });
  expect(config.backups).toBeNull();
  backUpRegularly(config, { database: t.database, log: createLog({ level: 'error', format: 'json', program: 'test' }) })();
});
