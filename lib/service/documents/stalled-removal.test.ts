import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import type { Document } from '#lib/contract/service/document.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { createS3BlobStore } from '#lib/platform/blobs/s3-blob-store.ts';
import { startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { holdRemovals } from '#lib/platform/blobs/testing/hold-removals.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

const TEXT = 'We confirm the order of three anchors for the harbour of Bremen.';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A service whose removals of files wait, with S3 on their way to the server and in a folder before they begin. */
async function startHeld(kind: 'S3' | 'folder'): Promise<{ service: TestService; held: () => number; release: () => void }> {
  const store = await (kind === 'S3' ? openHeldBucket() : openHeldFolder());
  const service = await startTestService({ worker: false, blobs: store.blobs });
  closing.push(service.close);
  return { service, ...store };
}

type HeldStore = { blobs: BlobStore; held: () => number; release: () => void };

async function openHeldBucket(): Promise<HeldStore> {
  const s3 = await startBreakableS3();
  closing.push(s3.close);
  const hold = await holdRemovals(s3.endpoint, 'files');
  closing.push(hold.close);
  const keys = { accessKey: 'S3RVER', secretKey: 'S3RVER' };
  const blobs = createS3BlobStore({ kind: 's3', endpoint: hold.url, bucket: 'blobs', region: 'us-east-1', ...keys }, s3.incoming);
  return { blobs, held: () => hold.held.length, release: hold.release };
}

async function openHeldFolder(): Promise<HeldStore> {
  const place = mkdtempSync(path.join(tmpdir(), 'countersign-held-'));
  closing.push(async () => rmSync(place, { recursive: true, force: true }));
  const folder = createFolderBlobStore(place);
  let held = 0;
  let release!: () => void;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const remove: BlobStore['remove'] = async (key, by) => {
    if (key.startsWith('files/')) {
      held += 1;
      await gate;
    }
    return folder.remove(key, by);
  };
  return { blobs: { ...folder, remove }, held: () => held, release };
}

function upload(service: TestService): Promise<Response> {
  const form = new FormData();
  form.set('file', new File([TEXT], 'note.txt'));
  return service.ask('/v1/documents', { method: 'POST', body: form });
}

async function readBack(service: TestService, uploaded: Response): Promise<string> {
  const { id } = (await uploaded.json()) as Document;
  const answer = await service.ask(`/v1/documents/${id}/content`);
  return answer.status === 200 ? answer.text() : `HTTP ${answer.status}`;
}

/** As when its connection is lost: only sessions of this test's own database. */
async function endLockingSessions({ context }: TestService): Promise<number> {
  const { rows } = await context.database.execute(sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and a.application_name = 'test' and a.pid <> pg_backend_pid()
      and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted)`);
  return rows.length;
}

test.each(['S3', 'folder'] as const)('a stalled removal in %s takes no bytes that were acknowledged meanwhile', async (kind) => {
  const { service, held, release } = await startHeld(kind);
  const first = (await (await upload(service)).json()) as Document;
  const removing = service.ask(`/v1/documents/${first.id}`, { method: 'DELETE' });
  await expect.poll(held, { timeout: 10_000 }).toBe(1);
  expect(await endLockingSessions(service)).toBe(1);

  const meanwhile = await upload(service);
  expect(meanwhile.status).toBe(503);
  expect(meanwhile.headers.get('retry-after')).toBe('60');
  expect(await meanwhile.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('just being removed') });
  release();
  expect((await removing).status).toBe(503);

  const afterwards = await upload(service);
  expect(afterwards.status).toBe(201);
  expect(await readBack(service, afterwards)).toBe(TEXT);
});

test('after a removal that was cut off, the same bytes are refused until its request can do no harm any more', async () => {
  const { service, held, release } = await startHeld('folder');
  const { context } = service;
  const first = (await (await upload(service)).json()) as Document;
  const remove = context.reader.remove;
  context.reader.remove = () => Promise.reject(new Error('cut off'));
  expect((await service.ask(`/v1/documents/${first.id}`, { method: 'DELETE' })).status).toBe(500);
  context.reader.remove = remove;
  expect((await upload(service)).status).toBe(503);

  await context.database.execute(sql`update files.removals set until = now()`);
  const afterwards = await upload(service);
  expect(afterwards.status).toBe(201);
  expect(await readBack(service, afterwards)).toBe(TEXT);

  // its removal is no different from any other, and clears up what was left over
  release();
  const { rows } = await context.database.execute<{ id: string }>(sql`select id from service.documents`);
  expect(rows).toHaveLength(2);
  for (const { id } of rows) expect((await service.ask(`/v1/documents/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(held()).toBe(1);
  expect((await context.database.execute(sql`select from files.removals`)).rowCount).toBe(0);
});
