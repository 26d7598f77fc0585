import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAuditChain } from '#lib/desk/audit/operations/verify-audit-chain.ts';
import { createDeployment } from '#lib/desk/deployment-settings/operations/deployments.ts';
import { listChanges } from '#lib/desk/documents/operations/list-changes.ts';
import { removeDocument } from '#lib/desk/documents/operations/remove-document.ts';
import { approve } from '#lib/desk/review/operations/decide.ts';
import { getDocument } from '#lib/desk/review/operations/get-document.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '#lib/desk/testing/start-test-desk.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { BlobNotFoundError, type BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { type BreakableS3, startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { createEmptyDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { decrypt } from '#lib/platform/secrets.ts';
import { folderLocation } from '../location/folder-location.ts';
import type { Manifest } from '../repository/manifest.ts';
import { openRepositoryToWrite, type Repository } from '../repository/repository.ts';
import { readRows, readRowsOfBackup } from '../testing/read-rows.ts';
import { claimTarget } from './claim-target.ts';
import { createBackup } from './create-backup.ts';
import { collectSecrets } from './kept-secrets.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { verifyInstallation } from './verify-installation.ts';

/** Fewer could come in one portion of the delta request. */
const COPIES = 4_500;
/** A number that no server of a test has reached: the backup is from one that has done more. */
const BUSIER = 9_000_000_000;
/** How often changes are asked for, and until when they must have come to rest, in milliseconds. */
const [POLL_MS, REST_MS] = [10, 20_000];
const SILENT = () => undefined;

let t: TestDesk;
let s3: BreakableS3;
let target: TestDatabase;
let repository: Repository;
let manifest: Manifest;
let top = '';
let oldCursor = 0;

beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-walk-'));
  t = await startTestDesk();
  s3 = await startBreakableS3();
  target = await createEmptyDatabase();
  repository = await openRepositoryToWrite(folderLocation(path.join(top, 'backups')), null);
  await fillDesk();
});
afterAll(async () => {
  repository?.close();
  await target?.close();
  await s3?.close();
  await t?.close();
  rmSync(top, { recursive: true, force: true });
});

const source = () => ({ url: t.databaseUrl, blobs: t.desk.blobs, secrets: collectSecrets(t.desk.config) });
const configIn = (dataDir: string) => ({ dataDir, rootDir: process.cwd(), secrets: {} });
const settings = (url: string) => ({ database: { url }, blobs: { kind: 'folder' as const, folder: '' } });

/** Documents with files, approvals and their trail, a deployment with a key, and numbers of a server that has done much. */
async function fillDesk(): Promise<void> {
  for (let number = 1; number <= 5; number += 1)
    await t.drop(`Letter ${number}: tabs\tand\\n lines\n of Zoë`, { name: `letter-${number}.txt` });
  const { id } = await insertReviewable(t.desk);
  const bytes = Buffer.from('the approved order');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await t.desk.blobs.put(fileKey(sha256), bytes);
  await t.desk.database.execute(sql`update desk.documents set sha256 = ${sha256} where id = ${id}`);
  const { document } = await getDocument(t.desk, id);
  await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true } as never);
  await createDeployment(t.desk, ACTOR, {
    name: 'Elsewhere',
    base_url: 'http://127.0.0.1:9',
    api_key: 'key-of-elsewhere',
    accept_failing: true,
  } as never);
  const gone = await t.drop('a letter that is removed', { name: 'gone.txt' });
  await removeDocument(t.desk, ACTOR, gone.id);
  await t.desk.database.execute(sql`insert into desk.documents
    select (jsonb_populate_record(document, jsonb_build_object('id', gen_random_uuid()))).*
    from desk.documents as document, generate_series(1, ${COPIES}) where document.id = ${id}`);
  await t.desk.database.execute(sql`alter table desk.documents disable trigger user`);
  await t.desk.database.execute(sql`update desk.documents set changed_in = (${BUSIER} + change)::text::xid8`);
  await t.desk.database.execute(sql`alter table desk.documents enable trigger user`);
  await t.desk.database.execute(sql`update pgboss.job set state = 'active' where id = (select id from pgboss.job limit 1)`);
  oldCursor = BUSIER + 1_000_000;
}

async function dropped(text: string): Promise<{ id: string; sha256: string }> {
  const { id } = await t.drop(text, { name: 'letter.txt' });
  return { id, sha256: createHash('sha256').update(text).digest('hex') };
}

test('a backup is made while documents come and go, and is whole', async () => {
  let isOver = false;
  let written = 0;
  let removed = 0;
  const writer = (async () => {
    for (; !isOver; written += 1) {
      const { id } = await t.drop(`a letter written meanwhile, ${written}`, { name: 'meanwhile.txt' });
      // each may cost one more copy of the database, of which there are five
      if (written % 2 === 0 && removed < 4) {
        removed += 1;
        await removeDocument(t.desk, ACTOR, id);
      }
    }
  })();
  try {
    await expect.poll(() => written).toBeGreaterThan(2);
    removed = 0;
    manifest = (await createBackup(repository, source(), SILENT)).manifest;
  } finally {
    isOver = true;
    await writer;
  }
  expect(manifest.missing).toEqual([]);
  expect(manifest.files.length).toBeGreaterThanOrEqual(6);
  const report = await verifyBackup(repository, manifest, { known: new Set(), tell: SILENT });
  expect(report.faults).toEqual([]);
  const trail = manifest.tables.find(({ name }) => name === 'audit_entries');
  expect(trail?.rows).toBeGreaterThan(8);
});

test('a second backup copies only what is new', async () => {
  await createBackup(repository, source(), SILENT);
  await t.drop('one more letter', { name: 'more.txt' });
  const { added, manifest: second } = await createBackup(repository, source(), SILENT);
  expect(added).toEqual({ files: 1, bytes: 15 });
  const unchanged = second.tables.find(({ schema, name }) => schema === 'desk' && name === 'schema_versions');
  expect(manifest.tables).toContainEqual(unchanged);
});

test('a file that is removed between the copy of the database and its own makes the database be copied again', async () => {
  const { id, sha256 } = await dropped('a letter that comes and goes');
  const real = t.desk.blobs;
  let gets = 0;
  const blobs: BlobStore = {
    ...real,
    // it came after the first look at the files
    list: async function* (folder) {
      for await (const key of real.list(folder)) if (key !== fileKey(sha256)) yield key;
    },
    async get(key) {
      if (key === fileKey(sha256)) {
        gets += 1;
        await removeDocument(t.desk, ACTOR, id);
        throw new BlobNotFoundError('There is no such blob.');
      }
      return real.get(key);
    },
  };
  const { manifest: made } = await createBackup(repository, { ...source(), blobs }, SILENT);
  expect([gets, made.missing]).toEqual([1, []]);
  const table = made.tables.find(({ schema, name }) => schema === 'desk' && name === 'documents');
  expect((await readRowsOfBackup(repository, table as never)).join()).not.toContain(sha256);
});

test('it is restored into another database and another form of storage: every row, every file, and a trail that is right', async () => {
  const dataDir = path.join(top, 'data');
  mkdirSync(dataDir);
  const config = configIn(dataDir);
  const mark = await claimTarget({ ...config, ...settings(target.url) }, manifest.id, s3.store);
  const place = { config, blobs: s3.store, url: target.url };
  expect(await restoreBackup(repository, manifest, place, { mark, tell: SILENT })).toEqual({ differing: [] });

  for (const table of manifest.tables) {
    const name = `${table.schema}.${table.name}`;
    const meant: Record<string, string[]> = {
      'desk.documents': ['change', 'changed_in'],
      'desk.removed_documents': ['changed_in'],
      'pgboss.job': ['state', 'start_after', 'retry_limit', 'heartbeat_on', 'output'],
    };
    expect(await readRows(target.url, table, meant[name]), name).toEqual(await readRowsOfBackup(repository, table, meant[name]));
  }
  for (const { key, sha256 } of manifest.files) {
    expect(
      createHash('sha256')
        .update(await buffer(await s3.store.get(key)))
        .digest('hex'),
      key,
    ).toBe(sha256);
  }
  expect(await verifyAuditChain(target.database)).toEqual({ checked: expect.any(Number), broken: null });
  expect((await verifyInstallation({ url: target.url, blobs: s3.store }, SILENT)).faults).toEqual([]);
  const { rows } = await target.database.execute<{ key: string }>(
    sql`select encrypted_key as key from desk.deployments where name = 'Elsewhere'`,
  );
  const key = readFileSync(path.join(dataDir, 'secrets', 'encryption-key'), 'utf8').trim();
  expect(decrypt(key, rows[0]?.key ?? '')).toBe('key-of-elsewhere');
  const active = await target.database.execute(sql`select from pgboss.job where state = 'active'`);
  expect(active.rows).toEqual([]);
});

test('what is not empty is refused and left as it is', async () => {
  const claim = (dataDir: string, url: string) => claimTarget({ dataDir, ...settings(url) }, manifest.id, s3.store);
  await expect(claim(path.join(top, 'data'), target.url)).rejects.toThrow('is not empty');
  await expect(claim(path.join(top, 'other'), target.url)).rejects.toThrow('The database is not empty');
  const empty = await createEmptyDatabase();
  await expect(claim(path.join(top, 'other'), empty.url)).rejects.toThrow('The storage holds files');
  await empty.close();
  expect(existsSync(path.join(top, 'other'))).toBe(false);
});

test('after it an open tab gets every document once, whatever its cursor, and then nothing until something changes', async () => {
  const desk = { ...t.desk, database: target.database };
  const { rows } = await target.database.execute<{ total: number }>(sql`select count(*)::int as total from desk.documents`);
  for (const cursor of [oldCursor, 5, 0]) {
    const seen = new Set<string>();
    let since = cursor;
    // While a transaction of any database on the server is open, what was changed since it began comes again.
    const polling = AbortSignal.timeout(REST_MS);
    for (;;) {
      const { documents, change } = await listChanges(desk, since);
      for (const { id } of documents) seen.add(id);
      since = change;
      if (documents.length === 0) break;
      expect(polling.aborted, 'the changes come to rest').toBe(false);
      await setTimeout(POLL_MS);
    }
    expect(seen.size, `cursor ${cursor}`).toBe(rows[0]?.total);
    const quiet = await listChanges(desk, since);
    expect([quiet.documents, quiet.removed]).toEqual([[], []]);
    await target.database.execute(
      sql`update desk.documents set name = ${`renamed-${cursor}`} where name = 'letter-1.txt' or name like 'renamed-%'`,
    );
    const { documents } = await listChanges(desk, since);
    expect(documents.map(({ name }) => name)).toEqual([`renamed-${cursor}`]);
  }
});
