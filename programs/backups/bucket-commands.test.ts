import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Location } from '#lib/backup/location/s3-location.ts';
import { namesOf } from '#lib/backup/location/testing/location-contract.ts';
import { startTestDesk, type TestDesk } from '#lib/desk/testing/start-test-desk.ts';
import { type BreakableS3, startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { createEmptyDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { runBuiltProgram, startBuiltProgram } from '../testing/run-built-program.ts';

const PLACE = 's3://blobs/team/backups';
const PASSPHRASE = 'a passphrase of a test';

let top = '';
let t: TestDesk;
let s3: BreakableS3;
let target: TestDatabase;
beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-bucket-'));
  [t, s3, target] = await Promise.all([startTestDesk(), startBreakableS3(), createEmptyDatabase()]);
  for (let number = 1; number <= 5; number += 1) await t.drop(`Letter ${number}`, { name: `letter-${number}.txt` });
});
afterAll(async () => {
  await Promise.all([t?.close(), s3?.close(), target?.close()]);
  rmSync(top, { recursive: true, force: true });
});

const account = () => ({ endpoint: s3.endpoint, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' });
const settingsWith = (settings: Record<string, string>) => ({
  COUNTERSIGN_DATA_DIR: t.folder,
  DATABASE_URL: t.databaseUrl,
  COUNTERSIGN_BACKUP_PASSPHRASE: PASSPHRASE,
  COUNTERSIGN_BACKUP_S3_ENDPOINT: s3.endpoint,
  COUNTERSIGN_BACKUP_S3_ACCESS_KEY: 'S3RVER',
  COUNTERSIGN_BACKUP_S3_SECRET_KEY: 'S3RVER',
  ...settings,
});
const run = (words: string[], settings: Record<string, string> = {}) => runBuiltProgram(words, settingsWith(settings));

const place = () =>
  s3Location({ account: account(), address: { bucket: 'blobs', prefix: 'team/backups' }, workDir: path.join(top, 'work') });

test('backups go to a bucket, what is new only, are checked there, and older ones are removed', async () => {
  expect(await run(['backup', PLACE])).toMatchObject({ code: 0, out: expect.stringContaining('5 files (5 new') });
  await t.drop('one more letter', { name: 'more.txt' });
  const { code, out } = await run(['backup', PLACE, '--keep', '1']);
  expect([code, out]).toEqual([0, expect.stringContaining('6 files (1 new')]);
  expect(out).toMatch(/Removed 1 older backups and [1-9]\d* objects/);
  expect(await run(['verify', PLACE])).toMatchObject({ code: 0, out: expect.stringContaining('All is right.') });
  expect(readdirSync(path.join(t.folder, 'backups-under-way'))).toEqual([]);
});

test('while one backup has the claim, another one is refused, and verify is not', async () => {
  const location = place();
  const claim = await location.claim();
  expect(await run(['backup', PLACE])).toMatchObject({ code: 1, errors: expect.stringContaining(`Another backup to ${PLACE} is running`) });
  expect(await run(['verify', PLACE])).toMatchObject({ code: 0 });
  await claim.release();
  expect(await run(['backup', PLACE])).toMatchObject({ code: 0, out: expect.stringContaining('(0 new') });
});

test('a backup that is told to end gives its claim back', async () => {
  const locks = () => namesOf(place(), 'lock');
  await t.desk.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table desk.documents in access exclusive mode`);
    const child = startBuiltProgram(['backup', PLACE], settingsWith({}));
    // files come first, and then it waits for the first row
    let told = '';
    child.stderr.on('data', (bytes) => {
      told += bytes;
    });
    await expect.poll(() => told, { timeout: 60_000 }).toContain('files copied');
    expect(await locks()).toHaveLength(1);
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(1);
  });
  expect(await locks()).toEqual([]);
});

test('a changed passphrase opens all backups, and they are restored from the bucket into another installation', async () => {
  const changed = { COUNTERSIGN_BACKUP_NEW_PASSPHRASE: 'another passphrase' };
  expect(await run(['passphrase', PLACE], changed)).toMatchObject({ code: 0, out: expect.stringContaining('is changed') });
  const elsewhere = { COUNTERSIGN_DATA_DIR: path.join(top, 'restored'), DATABASE_URL: target.url };
  const refused = await run(['restore', PLACE], elsewhere);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('is not the passphrase of these backups') });
  const restored = await run(['restore', PLACE], { ...elsewhere, COUNTERSIGN_BACKUP_PASSPHRASE: 'another passphrase' });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('and 6 files') });
  const { rows } = await target.database.execute(sql`select name from desk.documents order by name`);
  expect(rows.map(({ name }) => name)).toEqual([...[1, 2, 3, 4, 5].map((number) => `letter-${number}.txt`), 'more.txt']);
  expect(readdirSync(path.join(top, 'restored', 'blobs', 'files'))).toHaveLength(6);
});

test('what makes no sense is refused with a sentence', async () => {
  const documents = { S3_ENDPOINT: s3.endpoint, S3_BUCKET: 'blobs', S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' };
  expect(await run(['backup', 's3://blobs/own'], documents)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is that of the documents'),
  });
  expect(await run(['backup', 's3://blobs/../own'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('must be a folder, s3://BUCKET'),
  });
  expect(await run(['restore', 's3://none-such'])).toMatchObject({ code: 1, errors: expect.stringContaining('no such bucket') });
  expect(await run(['backup', PLACE], { COUNTERSIGN_BACKUP_S3_SECRET_KEY: '' })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('COUNTERSIGN_BACKUP_S3_SECRET_KEY'),
  });
  expect(await run(['passphrase', PLACE])).toMatchObject({ code: 1, errors: expect.stringContaining('COUNTERSIGN_BACKUP_NEW_PASSPHRASE') });
  const other = await run(['backup', 's3://blobs']);
  expect(other).toMatchObject({ code: 1, errors: expect.stringContaining('s3://blobs holds other things') });
  expect(other.errors).not.toContain('    at ');
});
