import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { type BreakableS3, startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { READ_QUEUE } from '../context/desk.ts';
import { remoteJobs } from '../documents/tables.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { startRemote } from '../testing/start-remote.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

let t: TestDesk | undefined;
let s3: BreakableS3 | undefined;
let remote: Awaited<ReturnType<typeof startRemote>> | undefined;
afterEach(async () => {
  s3?.mend();
  await t?.close();
  await s3?.close();
  await remote?.close();
  t = undefined;
  s3 = undefined;
  remote = undefined;
});

test('an outage of the storage fails neither the sending of a file nor the reading of the desk', async () => {
  let isUp = false;
  remote = await startRemote(({ method, path }) => {
    if (!isUp) return { status: 503, body: {} };
    if (method === 'POST' && path === '/v1/documents') return { status: 201, body: { id: 'r', status: 'pending' } };
    return { status: 200, body: { id: 'r', status: 'completed' } };
  });
  s3 = await startBreakableS3();
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, blobs: s3.store });
  const { desk, queue, worker } = t;
  const { id } = await t.drop('Receipt of a quiet shop');
  s3.break();
  isUp = true;
  await worker.start();
  await expect.poll(() => queue.isPaused()).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  const { document } = await getDocument(desk, id);
  expect([document.state, document.failure]).toEqual(['received', null]);
  const { waiting, active } = await queue.count(READ_QUEUE);
  expect(waiting + active).toBe(1);
  s3.mend();
  await t.until(id, 'indexed');
  await expect.poll(async () => (await getDocument(desk, id)).document.pages_read).toBe(1);
});

test('a store without space left fails no document that is followed up', async () => {
  remote = await startRemote(({ method }) =>
    method === 'POST' ? { status: 201, body: { id: 'r', status: 'pending' } } : { status: 200, body: { id: 'r', status: 'completed' } },
  );
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, settings: { limitConcurrency: () => full } });
  let isFull = true;
  async function full<T>(work: () => Promise<T>): Promise<T> {
    if (isFull) throw new ProblemError('storage_full');
    return work();
  }
  const { id } = await t.drop('No space for me');
  await t.worker.start();
  await expect.poll(() => t?.queue.isPaused()).toBe(true);
  expect((await getDocument(t.desk, id)).document.failure).toBeNull();
  isFull = false;
  await t.until(id, 'indexed');
});

test('a clock that jumps fails no document that is followed up', async () => {
  let polls = 0;
  remote = await startRemote(({ method }) => {
    if (method === 'POST') return { status: 201, body: { id: 'r', status: 'pending' } };
    polls += 1;
    return { status: 200, body: { id: 'r', status: polls < 8 ? 'pending' : 'completed' } };
  });
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true });
  const { id } = await t.drop('Forty minutes later');
  await expect.poll(() => polls).toBeGreaterThanOrEqual(2);
  // as this program sees it when its clock has jumped ahead
  await t.desk.database
    .update(remoteJobs)
    .set({ stepBeganAt: new Date(Date.now() - 40 * 60_000) })
    .where(eq(remoteJobs.documentId, id));
  await t.until(id, 'indexed');
});

test('a disk that cannot be read while a file is sent fails no document', async () => {
  let isUp = false;
  remote = await startRemote(({ method }) => {
    if (!isUp) return { status: 503, body: {} };
    return method === 'POST'
      ? { status: 201, body: { id: 'r', status: 'pending' } }
      : { status: 200, body: { id: 'r', status: 'completed' } };
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-disk-'));
  const store = createFolderBlobStore(folder);
  let faults = 0;
  let isBroken = true;
  // reading this file fails with EIO, as one on a dying disk does
  const unreadable = {
    path: '/proc/self/mem',
    release: async () => {
      faults += 1;
    },
  };
  const blobs = { ...store, localPath: (key: string) => (isBroken ? Promise.resolve(unreadable) : store.localPath(key)) };
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, blobs });
  const { id } = await t.drop('Written on a bad sector');
  isUp = true;
  await t.worker.start();
  await expect.poll(() => faults, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  expect((await getDocument(t.desk, id)).document.failure).toBeNull();
  isBroken = false;
  await t.until(id, 'indexed');
  rmSync(folder, { recursive: true, force: true });
});
