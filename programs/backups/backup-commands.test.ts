import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderLocation } from '#lib/backup/location/folder-location.ts';
import { openRepository } from '#lib/backup/repository/repository.ts';
import { getBackups } from '#lib/desk/backups/operations/get-backups.ts';
import { backupRuns } from '#lib/desk/backups/tables.ts';
import { removeDocument } from '#lib/desk/documents/operations/remove-document.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '#lib/desk/testing/start-test-desk.ts';
import { runBuiltProgram, startBuiltProgram } from '../testing/run-built-program.ts';

let t: TestDesk;
let top = '';
let backups = '';
beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-commands-'));
  backups = path.join(top, 'backups');
  t = await startTestDesk();
  for (let number = 1; number <= 40; number += 1) await t.drop(`Letter ${number}`, { name: `letter-${number}.txt` });
});
afterAll(async () => {
  await t?.close();
  rmSync(top, { recursive: true, force: true });
});

const settingsWith = (settings: Record<string, string>) => ({ COUNTERSIGN_DATA_DIR: t.folder, DATABASE_URL: t.databaseUrl, ...settings });
const run = (words: string[], settings: Record<string, string> = {}) => runBuiltProgram(words, settingsWith(settings));

const objects = () =>
  readdirSync(path.join(backups, 'objects'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(backups, 'objects', name))
    .filter((file) => statSync(file).isFile());

test('a backup that is killed leaves nothing to restore, and the next one goes on with what is there', async () => {
  const objectsBelow = () => (existsSync(path.join(backups, 'objects')) ? objects().length : 0);
  const kept = await t.desk.database.transaction(async (transaction) => {
    // files come first, and this holds the backup up before the first row: whenever it is killed, it is not over
    await transaction.execute(sql`lock table desk.documents in access exclusive mode`);
    const child = startBuiltProgram(['backup', backups], settingsWith({}));
    await expect.poll(objectsBelow, { interval: 1 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'close');
    return objectsBelow();
  });
  expect(existsSync(path.join(backups, 'manifests'))).toBe(false);
  const early = await run(['restore', backups], { COUNTERSIGN_DATA_DIR: path.join(top, 'early') });
  expect(early).toMatchObject({ code: 1, errors: expect.stringContaining('There is no complete backup') });
  const next = await run(['backup', backups]);
  expect(next).toMatchObject({ code: 0, out: expect.stringMatching(/^Backup \d+T\d+Z: [\d,]+ rows and 40 files \(\d+ new/) });
  expect(Number(/\((\d+) new/.exec(next.out)?.[1])).toBe(40 - kept);
  expect(next.errors).toContain('NOT ENCRYPTED');
});

test.each(['the trail', 'a file'])('a check names the one object of which a bit was changed, and ends with 1 (%s)', async (which) => {
  const repository = await openRepository(folderLocation(backups), null);
  const manifest = await repository.read((await repository.list()).at(-1) as string);
  const trail = manifest.tables.find(({ name }) => name === 'audit_entries')?.object.sha256;
  const name = which === 'a file' ? manifest.files[0]?.sha256 : trail;
  const file = objects().find((one) => path.basename(one) === name) as string;
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 4;
  writeFileSync(file, changed);
  const { code, out } = await run(['verify', backups]);
  writeFileSync(file, whole);
  expect([code, out]).toEqual([1, expect.stringContaining(`FAULT  The object ${path.basename(file)} is damaged`)]);
  expect(out).toContain('Faults: 1.');
});

test('the installation is checked while it runs: a lost file, a changed one, and a changed entry of the trail are told', async () => {
  expect(await run(['verify'])).toMatchObject({ code: 0 });
  const [lost, changed] = readdirSync(path.join(t.folder, 'blobs', 'files')).map((name) => path.join(t.folder, 'blobs', 'files', name));
  const bytes = [lost, changed].map((file) => readFileSync(file as string));
  rmSync(lost as string);
  writeFileSync(changed as string, 'something else');
  const { rows } = await t.desk.database.execute<{ name: string }>(sql`select actor_name as name from desk.audit_entries where id = 3`);
  await t.desk.database.execute(sql`update desk.audit_entries set actor_name = 'Somebody' where id = 3`);
  const { code, out } = await run(['verify']);
  writeFileSync(lost as string, bytes[0] as Buffer);
  writeFileSync(changed as string, bytes[1] as Buffer);
  await t.desk.database.execute(sql`update desk.audit_entries set actor_name = ${rows[0]?.name ?? null} where id = 3`);
  expect(code).toBe(1);
  expect(out).toContain(`The file files/${path.basename(changed as string)} is not what its hash says.`);
  expect(out).toContain(`refers to the file files/${path.basename(lost as string)}, which the storage lacks.`);
  expect(out).toContain('The audit trail is broken at entry 3');
  expect(out).toContain('Faults: 3.');
});

test('files that the storage has lost are told, what an earlier backup has of them is kept, and no backup is removed', async () => {
  const { id } = await insertReviewable(t.desk);
  const files = path.join(t.folder, 'blobs', 'files');
  const lost = readdirSync(files)[0] as string;
  const bytes = readFileSync(path.join(files, lost));
  rmSync(path.join(files, lost));
  const { code, out, errors } = await run(['backup', backups, '--keep', '1']);
  writeFileSync(path.join(files, lost), bytes);
  await removeDocument(t.desk, ACTOR, id);
  expect([code, out]).toEqual([1, expect.stringContaining('40 files (0 new')]);
  expect(errors).toContain('1 file that documents need. This backup lacks them:');
  expect(errors).toContain(`1 file that documents need. They are kept here:\n  files/${lost}\n`);
  expect(out).toContain('No older backup was removed');
  expect(readdirSync(path.join(backups, 'manifests'))).toHaveLength(2);
});

test('older backups and what only they need are removed when asked for', async () => {
  await t.drop('one more letter', { name: 'more.txt' });
  const { out } = await run(['backup', backups, '--keep', '1']);
  expect(out).toMatch(/Removed 2 older backups and [1-9]\d* objects/);
  expect(readdirSync(path.join(backups, 'manifests'))).toHaveLength(1);
  expect(await run(['verify', backups])).toMatchObject({ code: 0, out: expect.stringContaining('All is right.') });
});

test('what makes no sense is refused with a sentence', async () => {
  const inside = await run(['backup', path.join(t.folder, 'backups')]);
  expect(inside).toMatchObject({ code: 1, errors: expect.stringContaining('lies in the data folder') });
  expect(existsSync(path.join(t.folder, 'backups'))).toBe(false);
  expect(await run(['backup'])).toMatchObject({ code: 2, errors: expect.stringContaining('Where should the backup go') });
  expect(await run(['backup', backups, '--keep', '0'])).toMatchObject({ code: 2 });
  expect(await run(['backup', path.join(top, 'b')], { COUNTERSIGN_BACKUP_PASSPHRASE: 'short' })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('at least 12 characters'),
  });
  const full = path.join(top, 'full');
  mkdirSync(full);
  writeFileSync(path.join(full, 'letter.txt'), 'mine');
  expect(await run(['restore', backups], { COUNTERSIGN_DATA_DIR: full })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is not empty'),
  });
  const away = await run(['backup', path.join(top, 'c')], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(away).toMatchObject({ code: 1, errors: expect.stringContaining('The database cannot be used') });
  expect(away.errors).not.toContain('    at ');
});

test('how a backup ended is noted, and with --every none is made while the last complete one is younger', async () => {
  const folder = path.join(top, 'noted');
  const made = await run(['backup', folder]);
  const [, rows, files] = /: ([\d,]+) rows and (\d+) files/.exec(made.out) ?? [];
  const { runs, last_complete: last } = await getBackups(t.desk);
  expect(last).toEqual(runs[0]);
  expect(last).toMatchObject({ outcome: 'done', files: Number(files), rows: Number(rows?.replace(',', '')), is_encrypted: false });
  expect(await run(['backup', folder, '--every', '1'])).toMatchObject({ code: 0, out: 'No backup is due.\n' });
  expect((await getBackups(t.desk)).runs).toHaveLength(runs.length);
  const refused = await run(['backup', folder], { COUNTERSIGN_BACKUP_PASSPHRASE: 'none was used here' });
  expect(refused.code).toBe(1);
  expect((await getBackups(t.desk)).runs[0]).toMatchObject({ outcome: 'failed', ended_at: expect.any(String), rows: null });
  // told to end while it waits for the first row
  await t.desk.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table desk.documents in access exclusive mode`);
    const child = startBuiltProgram(['backup', path.join(top, 'stopped')], settingsWith({}));
    await expect.poll(async () => (await getBackups(t.desk)).runs[0]?.outcome).toBe('running');
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(1);
  });
  expect((await getBackups(t.desk)).runs[0]).toMatchObject({ outcome: 'cut_off', ended_at: expect.any(String) });
});

test('with --every a folder without its backups is refused, because its disk may be gone', async () => {
  await t.desk.database.delete(backupRuns);
  const folder = path.join(top, 'mounted');
  expect(await run(['backup', folder, '--every', '1'])).toMatchObject({ code: 0 });
  await t.desk.database.update(backupRuns).set({ startedAt: sql`started_at - interval '2 hours'` });
  renameSync(folder, `${folder}-elsewhere`);
  const refused = await run(['backup', folder, '--every', '1']);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`There are no backups in ${folder}, though`) });
  expect(existsSync(folder)).toBe(false);
  expect(await run(['backup', folder])).toMatchObject({ code: 0 });
});

test('a complete backup is noted as complete, also when the older ones cannot be removed', async () => {
  const folder = path.join(top, 'damaged');
  for (const _ of [1, 2, 3]) expect(await run(['backup', folder])).toMatchObject({ code: 0 });
  const [, , newest] = readdirSync(path.join(folder, 'manifests')).sort();
  writeFileSync(path.join(folder, 'manifests', newest as string), 'damaged');
  expect(await run(['backup', folder, '--keep', '2'])).toMatchObject({ code: 1, out: expect.stringMatching(/^Backup \d+T/) });
  expect((await getBackups(t.desk)).runs[0]).toMatchObject({ outcome: 'done', rows: expect.any(Number) });
});
