import { BlobNotFoundError, type BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { DamageError } from '../backup-error.ts';
import { type Progress, startProgress, type Tell } from '../progress.ts';
import type { FileInBackup } from '../repository/manifest.ts';
import type { ObjectStore } from '../repository/object-store.ts';
import { forEachAtOnce } from './at-once.ts';
import { hashInKey } from './kept-keys.ts';

const AT_ONCE = 4;

/** Files of one backup as they are copied. */
export type FileCopies = {
  /** Those that are in the repository now, by key. */
  copied: Map<string, FileInBackup>;
  /** Those that could not be copied when last tried: gone meanwhile, or not what their name says. */
  failed: Map<string, 'gone' | 'damaged'>;
  /** How many bytes the repository did not have before. */
  added: { files: number; bytes: number };
  /** Copies what is not copied yet. Failures are noted and end nothing. */
  copy: (keys: Iterable<string>) => Promise<void>;
  /** Takes what could not be copied from the repository, if an earlier backup left it there whole. @returns the keys of these */
  keepFromRepository: (keys: Iterable<string>) => Promise<string[]>;
};

/** @param objects where they go; a file whose key says its hash is neither read nor written when it is there already */
export function createFileCopies(blobs: BlobStore, objects: ObjectStore, tell: Tell): FileCopies {
  const copied: FileCopies['copied'] = new Map();
  const failed: FileCopies['failed'] = new Map();
  const added = { files: 0, bytes: 0 };

  async function copyOne(key: string, progress: Progress): Promise<void> {
    const sha256 = hashInKey(key);
    try {
      if (sha256 !== null && (await objects.has(sha256))) {
        const size = await blobs.size(key);
        copied.set(key, { key, sha256, size });
        progress.add(1, size);
        return;
      }
      const stored = await objects.put(await blobs.get(key), 'The storage');
      if (stored.isNew) {
        added.files += 1;
        added.bytes += stored.size;
      }
      if (sha256 !== null && stored.sha256 !== sha256) failed.set(key, 'damaged');
      else copied.set(key, { key, sha256: stored.sha256, size: stored.size });
      progress.add(1, stored.size);
    } catch (error) {
      if (!(error instanceof BlobNotFoundError)) throw error;
      failed.set(key, 'gone');
    }
  }

  return {
    copied,
    failed,
    added,
    async copy(keys) {
      const open = [...keys].filter((key) => !copied.has(key));
      if (open.length === 0) return;
      for (const key of open) failed.delete(key);
      const progress = startProgress(tell, 'files copied', open.length);
      await forEachAtOnce(open, AT_ONCE, (key) => copyOne(key, progress));
      progress.end();
    },
    async keepFromRepository(keys) {
      const kept: string[] = [];
      for (const key of keys) {
        const sha256 = hashInKey(key);
        const size = sha256 === null ? null : await sizeOfWhole(objects, sha256);
        if (sha256 === null || size === null) continue;
        copied.set(key, { key, sha256, size });
        kept.push(key);
      }
      return kept;
    },
  };
}

/** The length of an object, which is read to its end: nobody else may have these bytes. Null when it is not there or damaged. */
async function sizeOfWhole(objects: ObjectStore, sha256: string): Promise<number | null> {
  if (!(await objects.has(sha256))) return null;
  let size = 0;
  try {
    for await (const chunk of objects.get(sha256)) size += chunk.length;
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
  return size;
}
