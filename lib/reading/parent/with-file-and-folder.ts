import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { type Work, withTemporaryFolder } from '../files/temporary-folder.ts';
import { withStoredFile } from './with-stored-file.ts';

/**
 * Gives `use` the path of a stored file on local disk (see `withStoredFile`), and a temporary folder for what is made of it, which is
 * removed afterwards. Throws `BlobNotFoundError`, and what `use` throws.
 */
export function withFileAndFolder<T>(
  blobs: BlobStore,
  sha256: string,
  work: Work,
  use: (file: string, folder: string) => Promise<T>,
  options: { isOriginal?: boolean } = {},
): Promise<T> {
  return withStoredFile(blobs, sha256, (file) => withTemporaryFolder(work, (folder) => use(file, folder)), options);
}
