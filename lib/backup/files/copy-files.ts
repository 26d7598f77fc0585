import { BlobNotFoundError, type BlobStore } from '#lib/platform/blobs/blob-store.ts';
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
};

/** @param objects where they go; what is there already is neither read nor written again */
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
  };
}
