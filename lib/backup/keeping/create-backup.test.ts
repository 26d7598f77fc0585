import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeployment } from '#lib/desk/deployment-settings/operations/deployments.ts';
import { ACTOR, startTestDesk, type TestDesk } from '#lib/desk/testing/start-test-desk.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { BlobNotFoundError, type BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { folderLocation } from '../location/folder-location.ts';
import { openRepositoryToWrite, type Repository } from '../repository/repository.ts';
import { createBackup } from './create-backup.ts';
import { collectSecrets } from './kept-secrets.ts';
import { verifyBackup } from './verify-backup.ts';

const SILENT = () => undefined;

let t: TestDesk;
let repository: Repository;
let top = '';
let original = '';
const letters: string[] = [];

beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-create-'));
  t = await startTestDesk();
  repository = await openRepositoryToWrite(folderLocation(path.join(top, 'backups')), 'a passphrase of a test', 10);
  for (const text of ['the first letter', 'the second letter']) {
    await t.drop(text, { name: 'letter.txt' });
    letters.push(fileKey(createHash('sha256').update(text).digest('hex')));
  }
  original = letters[0]?.split('/')[1] as string;
});
afterAll(async () => {
  repository?.close();
  await t?.close();
  rmSync(top, { recursive: true, force: true });
});

const make = (blobs: BlobStore = t.desk.blobs, secrets = collectSecrets(t.desk.config)) =>
  createBackup(repository, { url: t.databaseUrl, blobs, secrets }, SILENT);

test('a file that the storage has lost stays in the next backup if an earlier one has it, and is told', async () => {
  const { manifest: whole, lost: before } = await make();
  expect([before, whole.missing]).toEqual([[], []]);
  const unmounted: BlobStore = {
    ...t.desk.blobs,
    list: async function* () {},
    get: () => Promise.reject(new BlobNotFoundError('There is no such blob.')),
    size: () => Promise.reject(new BlobNotFoundError('There is no such blob.')),
  };
  const { manifest, lost } = await make(unmounted);
  expect(lost).toEqual(letters.toSorted());
  expect([manifest.missing, manifest.files]).toEqual([[], whole.files]);
  expect((await verifyBackup(repository, manifest, { known: new Set(), tell: SILENT })).faults).toEqual([]);
});

test('what was made of a file and cannot be read is named as missing', async () => {
  const attachment = `attachments/${original}/${'a'.repeat(64)}`;
  const unlocked = `unlocked/${original}`;
  await t.desk.blobs.put(attachment, Buffer.from('not what its name says'));
  await t.desk.blobs.put(unlocked, Buffer.from('opened'));
  const blobs: BlobStore = {
    ...t.desk.blobs,
    get: (key) => (key === unlocked ? Promise.reject(new BlobNotFoundError('There is no such blob.')) : t.desk.blobs.get(key)),
  };
  const { manifest } = await make(blobs);
  await t.desk.blobs.remove(attachment);
  await t.desk.blobs.remove(unlocked);
  expect(manifest.missing).toEqual([attachment, unlocked]);
  expect(manifest.files.map(({ key }) => key)).toEqual(letters.toSorted());
});

test('a secret that rows are encrypted with and that was not found is told, by the backup and by a check', async () => {
  expect((await make(t.desk.blobs, {})).manifest.absentSecrets).toEqual([]);
  const settings = { name: 'Elsewhere', base_url: 'http://127.0.0.1:9', api_key: 'key-of-elsewhere', accept_failing: true };
  await createDeployment(t.desk, ACTOR, settings as never);
  expect((await make()).manifest.absentSecrets).toEqual([]);
  const { manifest } = await make(t.desk.blobs, {});
  expect(manifest.absentSecrets).toEqual(['encryption-key']);
  const { faults } = await verifyBackup(repository, manifest, { known: new Set(), tell: SILENT });
  expect(faults).toEqual([expect.stringContaining('lacks the secret encryption-key')]);
  await t.desk.database.execute(sql`delete from desk.deployments where name = 'Elsewhere'`);
});

test('a backup whose objects are removed while it is made is none', async () => {
  const before = await repository.list();
  const objects = path.join(top, 'backups', 'objects');
  const real = repository.objects;
  const pruned: Repository = {
    ...repository,
    objects: {
      ...real,
      async put(bytes, what) {
        const stored = await real.put(bytes, what);
        // the secrets come last
        if (what === 'The secrets') for (const name of readdirSync(objects)) rmSync(path.join(objects, name), { recursive: true });
        return stored;
      },
    },
  };
  const source = { url: t.databaseUrl, blobs: t.desk.blobs, secrets: collectSecrets(t.desk.config) };
  await expect(createBackup(pruned, source, SILENT)).rejects.toThrow('Objects were removed');
  expect(await repository.list()).toEqual(before);
});
