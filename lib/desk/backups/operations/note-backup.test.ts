import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#lib/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { METRICS } from '#lib/platform/metrics/metrics.ts';
import { backupRuns } from '../tables.ts';
import { backupFigures } from './backup-figures.ts';
import { getBackups } from './get-backups.ts';
import { beginBackup, endBackup, forgetBackups, isBackupDue, seeBackup } from './note-backup.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let t: TestDatabase;
beforeAll(async () => {
  t = await createTestDatabase();
});
afterAll(() => t?.close());
beforeEach(() => t.database.delete(backupRuns));

const read = (environment: Record<string, string> = {}) => getBackups({ database: t.database, config: readConfig(environment) });
const DAILY = { COUNTERSIGN_BACKUP_FOLDER: '/backups' };

/** As if all that is noted had happened so much earlier. */
const age = (ms: number) =>
  t.database.update(backupRuns).set({
    startedAt: sql`started_at - ${ms} * interval '1 millisecond'`,
    seenAt: sql`seen_at - ${ms} * interval '1 millisecond'`,
    endedAt: sql`ended_at - ${ms} * interval '1 millisecond'`,
  });

async function made(outcome: 'done' | 'incomplete' | 'failed' = 'done'): Promise<void> {
  const id = await beginBackup(t.database, { everyMs: null });
  await endBackup(t.database, id!, { outcome, rows: 12, files: 3, addedBytes: 4_000_000_000_000, isEncrypted: true });
}

test('of several programs that ask at once one makes the backup that is due', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => beginBackup(t.database, { everyMs: DAY_MS })));
  expect(ids.filter((id) => id !== null)).toHaveLength(1);
});

test('a backup is due when the last complete one is too old, and one that failed is tried again after an hour', async () => {
  expect(await isBackupDue(t.database, DAY_MS)).toBe(true);
  await made();
  expect(await isBackupDue(t.database, DAY_MS)).toBe(false);
  await age(DAY_MS + 1000);
  expect(await isBackupDue(t.database, DAY_MS)).toBe(true);
  await made('failed');
  await age(HOUR_MS - 10_000);
  expect(await isBackupDue(t.database, DAY_MS)).toBe(false);
  await age(20_000);
  expect(await isBackupDue(t.database, DAY_MS)).toBe(true);
});

test('one under way is waited for while it is heard of, and told as cut off when it is silent', async () => {
  const id = await beginBackup(t.database, { everyMs: null });
  await age(9 * 60_000);
  expect([await isBackupDue(t.database, DAY_MS), (await read()).runs[0]?.outcome]).toEqual([false, 'running']);
  await age(2 * 60_000);
  expect([await isBackupDue(t.database, DAY_MS), (await read()).runs[0]?.outcome]).toEqual([true, 'cut_off']);
  await seeBackup(t.database, id!);
  expect((await read()).runs[0]?.outcome).toBe('running');
});

test('the last complete backup is told with what it holds, and as late by the schedule or after a week', async () => {
  expect(await read()).toEqual({ state: 'never', every_hours: null, last_complete: null, runs: [] });
  await made();
  await made('incomplete');
  const { state, last_complete: last, runs, every_hours } = await read(DAILY);
  expect([state, every_hours, runs.map(({ outcome }) => outcome)]).toEqual(['well', 24, ['incomplete', 'done']]);
  expect(last).toMatchObject({ outcome: 'done', rows: 12, files: 3, added_bytes: 4_000_000_000_000, is_encrypted: true });
  await age(2 * DAY_MS + 1000);
  expect([(await read(DAILY)).state, (await read()).state]).toEqual(['late', 'well']);
  await age(5 * DAY_MS);
  expect((await read()).state).toBe('late');
});

test('the figure of the last complete backup is 0 before there is one only where a schedule is set', async () => {
  const figure = async (environment: Record<string, string>) => {
    await backupFigures(t.database, readConfig(environment)).ask();
    return (await METRICS.lastBackup.get()).values.map(({ value }) => value);
  };
  await made('incomplete');
  expect([await figure({}), await figure(DAILY), await figure({})]).toEqual([[], [0], []]);
  await made();
  const began = Date.parse((await read()).last_complete!.started_at) / 1000;
  expect([await figure({}), await figure(DAILY)]).toEqual([[began], [began]]);
});

test('a hundred runs are kept, and however many failed since, the last complete one', async () => {
  await made();
  await age(HOUR_MS);
  await t.database.insert(backupRuns).values(
    Array.from({ length: 120 }, (_, at) => ({
      id: crypto.randomUUID(),
      startedAt: new Date(Date.now() - at * 1000),
      seenAt: new Date(),
      endedAt: new Date(),
      outcome: 'failed' as const,
    })),
  );
  await beginBackup(t.database, { everyMs: null });
  expect(await t.database.$count(backupRuns)).toBe(101);
  expect((await read()).last_complete).toMatchObject({ outcome: 'done', files: 3 });
});

test('one that lacks something is not made again every hour, and one that was told to end goes on at once', async () => {
  await made('incomplete');
  await age(2 * HOUR_MS);
  expect(await isBackupDue(t.database, DAY_MS)).toBe(false);
  await t.database.delete(backupRuns);
  const id = await beginBackup(t.database, { everyMs: DAY_MS });
  await endBackup(t.database, id!, { outcome: 'stopped' });
  expect([await isBackupDue(t.database, DAY_MS), (await read()).runs[0]?.outcome]).toEqual([true, 'cut_off']);
});

test('a restored database knows of no backup', async () => {
  await made();
  await forgetBackups(t.database);
  expect(await read()).toMatchObject({ state: 'never', runs: [] });
});
