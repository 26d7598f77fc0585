import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createFolderBlobStore } from './folder-blob-store.ts';
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
