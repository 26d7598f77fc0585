import { Readable } from 'node:stream';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { BackupError } from '../backup-error.ts';
import { forEachAtOnce } from '../files/at-once.ts';
import { listKeptKeys } from '../files/kept-keys.ts';
import { startProgress, type Tell } from '../progress.ts';
import type { FileInBackup } from '../repository/manifest.ts';
import type { ObjectStore } from '../repository/object-store.ts';

const AT_ONCE = 4;

/** @throws BackupError unless the storage has no files */
export async function requireEmptyStorage(blobs: BlobStore): Promise<void> {
  if ((await listKeptKeys(blobs)).size > 0) {
    throw new BackupError('The storage holds files. Nothing is ever overwritten: restore into an empty folder or bucket.');
  }
}

/** Puts the files of a backup into a store. Those that are there, of a restore that was cut off, stay. */
export async function restoreFiles(blobs: BlobStore, objects: ObjectStore, files: FileInBackup[], tell: Tell): Promise<void> {
  const present = await listKeptKeys(blobs);
  const progress = startProgress(tell, 'files restored', files.length);
  await forEachAtOnce(files, AT_ONCE, async ({ key, sha256, size }) => {
    if (!present.has(key) || (await blobs.size(key)) !== size) await blobs.put(key, Readable.from(objects.get(sha256)));
    progress.add(1, size);
  });
  progress.end();
}
