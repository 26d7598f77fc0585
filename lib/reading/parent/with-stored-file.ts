import { fileKey } from '#lib/files/file-key.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { unlockedKey } from './reading-context.ts';

/**
 * Gives `use` the path of a stored file on local disk, and releases it afterwards. Of a protected file that was opened before,
 * it is the copy that opens without its password. Throws `BlobNotFoundError`, and what `use` throws.
 * @param options.isOriginal the file itself, also where there is such a copy
 */
export async function withStoredFile<T>(
  blobs: BlobStore,
  sha256: string,
  use: (path: string) => Promise<T>,
  { isOriginal = false } = {},
): Promise<T> {
  const unlocked = unlockedKey(sha256);
  const file = await blobs.localPath(!isOriginal && (await blobs.has(unlocked)) ? unlocked : fileKey(sha256));
  try {
    return await use(file.path);
  } finally {
    await file.release();
  }
}
