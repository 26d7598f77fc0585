import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { createFreeSpace } from './free-space.ts';
import { describeBlobStore } from './testing/blob-store-contract.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-blobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeBlobStore('folder', () => ({ store: createFolderBlobStore(folder), incoming: path.join(folder, '.incoming') }));

test('sweeping removes old half uploads and leaves those under way', async () => {
  const incoming = path.join(folder, '.incoming');
  mkdirSync(incoming, { recursive: true });
  writeFileSync(path.join(incoming, 'old'), 'x');
  writeFileSync(path.join(incoming, 'new'), 'x');
  utimesSync(path.join(incoming, 'old'), 1, Date.now() / 1000 - 25 * 3600);
  await createFolderBlobStore(folder).sweep();
  expect(readdirSync(incoming)).toEqual(['new']);
  rmSync(path.join(incoming, 'new'));
});

test('a removal that is held up past its moment brings the blob back', async () => {
  const store = createFolderBlobStore(folder);
  await store.put('late/one', Buffer.from('bytes'));
  await expect(store.remove('late/one', Date.now())).rejects.toMatchObject({ name: 'OutageError', kind: 'away' });
  const start = Date.now();
  // on time when it begins, late once the blob is set aside
  const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(start);
  clock.mockReturnValueOnce(start).mockReturnValue(start + 5_000);
  await expect(store.remove('late/one', start + 1_000)).rejects.toMatchObject({ name: 'OutageError' });
  clock.mockRestore();
  expect((await buffer(await store.get('late/one'))).toString()).toBe('bytes');
  await store.remove('late/one', Date.now() + 60_000);
  await store.remove('late/one', Date.now() + 60_000);
  expect(await store.has('late/one')).toBe(false);
  expect(readdirSync(path.join(folder, '.incoming'))).toEqual([]);
});

test('a full disk is a clear problem and leaves nothing', async (context) => {
  const small = mkdtempSync(path.join(tmpdir(), 'countersign-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', small], { stdio: 'ignore' });
  } catch {
    rmSync(small, { recursive: true });
    // only root may mount a small file system; elsewhere a device that is always full shows the same error
    const { asStorageProblem } = await import('./receive-file.ts');
    const error = (() => {
      try {
        writeFileSync('/dev/full', 'x');
        return null;
      } catch (caught) {
        return caught;
      }
    })();
    expect(asStorageProblem(error)).toMatchObject({ code: 'storage_full' });
    return;
  }
  context.onTestFinished(() => {
    execFileSync('umount', [small]);
    rmSync(small, { recursive: true });
  });
  const store = createFolderBlobStore(small);
  const tooMuch = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(20_000, 1)));
  await expect(store.receive(tooMuch, { maxBytes: 1e9 })).rejects.toMatchObject({ code: 'storage_full', status: 507 });
  expect(readdirSync(path.join(small, '.incoming'))).toEqual([]);
});

test('a disk keeps its reserve: uploads, large and small, are refused while there is still space, in time', async () => {
  const small = mkdtempSync(path.join(tmpdir(), 'countersign-reserve-'));
  let free = 10_000_000;
  const spaces = {
    uploads: createFreeSpace(small, 4_000_000, async () => free),
    work: createFreeSpace(small, 2_000_000, async () => free),
  };
  const store = createFolderBlobStore(small, spaces);
  const limits = { maxBytes: 1e9 };
  // each byte that is written is gone from the disk
  const bytes = (count: number) =>
    Readable.from(
      (function* () {
        for (let left = count; left > 0; left -= 100_000) {
          free -= Math.min(left, 100_000);
          yield Buffer.alloc(Math.min(left, 100_000), 1);
        }
      })(),
    );
  await expect(store.receive(bytes(9_000_000), limits)).rejects.toMatchObject({ code: 'storage_full', status: 507 });
  expect(free).toBeGreaterThan(2_500_000);
  expect(readdirSync(path.join(small, '.incoming'))).toEqual([]);
  free = 5_000_000;
  await expect(store.receive(bytes(1), { ...limits, expectedBytes: 1_500_000 })).rejects.toMatchObject({ code: 'storage_full' });
  free = 3_900_000;
  const unread = bytes(10);
  await expect(store.receive(unread, limits)).rejects.toMatchObject({ code: 'storage_full' });
  // a file would stay open for as long as the program runs
  expect(unread.destroyed).toBe(true);
  await expect(store.probe()).rejects.toMatchObject({ code: 'storage_full' });
  // what is there already may still be worked on
  await store.put('pictures/a', Buffer.alloc(10));
  free = 1_000_000;
  await expect(store.put('pictures/b', Buffer.alloc(10))).rejects.toMatchObject({ code: 'storage_full' });
  rmSync(small, { recursive: true });
});

test('a real disk is asked how much is free', async () => {
  await expect(createFreeSpace(tmpdir(), 1).require()).resolves.toBeUndefined();
  await expect(createFreeSpace(tmpdir(), Number.MAX_SAFE_INTEGER).require()).rejects.toMatchObject({ code: 'storage_full' });
});

test('a list that cannot be read to its end is an error, not a shorter list', async () => {
  const store = createFolderBlobStore(folder);
  await store.put('looped/one', Buffer.from('x'));
  const loop = path.join(folder, 'looped', 'loop');
  // an entry that no account can follow, the superuser of a test neither
  symlinkSync(loop, loop);
  const list = async () => {
    for await (const _ of store.list('looped'));
  };
  await expect(list()).rejects.toThrow('ELOOP');
});
