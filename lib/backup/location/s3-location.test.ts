import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BreakableS3, startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import type { BackupLocation } from './location.ts';
import { s3Location } from './s3-location.ts';
import { describeLocation, namesOf } from './testing/location-contract.ts';
import { writeWhole } from './whole-files.ts';

let s3: BreakableS3;
let count = 0;
beforeAll(async () => {
  s3 = await startBreakableS3();
});
afterEach(() => s3.mend());
afterAll(() => s3.close());

const workDir = () => path.join(s3.incoming, '..', 'backups-under-way');

function open(prefix: string, { againMs = [], accessKey = 'S3RVER' }: { againMs?: number[]; accessKey?: string } = {}): BackupLocation {
  const account = { endpoint: s3.endpoint, region: 'us-east-1', accessKey, secretKey: 'S3RVER' };
  return s3Location({ account, address: { bucket: 'blobs', prefix }, workDir: workDir(), againMs });
}

describeLocation('a part of a bucket', () => {
  count += 1;
  const prefix = `team/backups-${count}`;
  return { location: open(prefix), again: () => open(prefix) };
});

test('a whole bucket is a place too, and a part of it sees nothing of its neighbours', async () => {
  await writeWhole(open('part'), 'mark', Buffer.from('of the part'));
  await writeWhole(open('part-two'), 'mark', Buffer.from('of another part'));
  expect(await namesOf(open('part'))).toEqual(['mark']);
  expect(await namesOf(open(''))).toEqual(expect.arrayContaining(['part/mark', 'part-two/mark']));
  expect(await open('').has('part/mark')).toBe(true);
});

test('what a console keeps for a folder does not count', async () => {
  const client = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', service: 's3', region: 'us-east-1' });
  for (const key of ['console', 'console/lock']) {
    const url = `${s3.endpoint}/blobs/${key}/`;
    expect((await client.fetch(url, { method: 'PUT', body: '' })).ok).toBe(true);
  }
  const location = open('console');
  expect(await namesOf(location)).toEqual([]);
  await (await location.claim()).release();
});

test('a request that is not answered is made again', async () => {
  const location = open('patient', { againMs: [50, 200, 1000] });
  s3.break();
  setTimeout(() => s3.mend(), 120);
  await writeWhole(location, 'mark', Buffer.from('here'));
  expect(await location.has('mark')).toBe(true);
  s3.break();
  setTimeout(() => s3.mend(), 120);
  expect(await namesOf(location)).toEqual(['mark']);
});

test('how far a large file is on its way is told, and it comes back whole', async () => {
  const told: string[] = [];
  const account = { endpoint: s3.endpoint, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' };
  const address = { bucket: 'blobs', prefix: 'large' };
  const partBytes = 5 * 1024 ** 2;
  const location = s3Location({ account, address, workDir: workDir(), partBytes, tell: (line) => told.push(line) });
  const bytes = randomBytes(2 * partBytes + 7);
  await writeWhole(location, 'objects/ab/large', bytes);
  expect(told.at(-1)).toBe('3 of 3 parts of a file sent, 10.5 MB');
  const read = await location.read('objects/ab/large');
  expect(read && (await buffer(read)).equals(bytes)).toBe(true);
  told.length = 0;
  await writeWhole(location, 'mark', Buffer.from('small'));
  expect(told).toEqual([]);
});

test('a claim is given back without a word when the server is away by then', async () => {
  const claim = await open('gone').claim();
  s3.break();
  await claim.release();
  expect(() => claim.requireHeld()).toThrow('was given back');
});

test('a server that stays away, and one that refuses, is told with its address', async () => {
  await expect(open('refused', { accessKey: 'UNKNOWN' }).has('mark')).rejects.toThrow(/The S3 server of s3:\/\/blobs\/refused refuses/);
  s3.break();
  await expect(open('away').has('mark')).rejects.toThrow('The S3 server of s3://blobs/away does not answer.');
});

test('nothing stays in the working folder, and what a killed backup left there goes after a day', async () => {
  const old = path.join(workDir(), 'backup-killed');
  mkdirSync(old, { recursive: true });
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
  utimesSync(old, yesterday, yesterday);
  const before = readdirSync(workDir()).filter((name) => name !== 'backup-killed');
  const location = open('tidy');
  const claim = await location.claim();
  await writeWhole(location, 'mark', Buffer.from('here'));
  await claim.release();
  expect(existsSync(old)).toBe(false);
  expect(readdirSync(workDir())).toEqual(before);
});
