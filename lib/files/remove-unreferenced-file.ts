import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { fileKey } from './file-key.ts';
import { lockFile } from './lock-file.ts';

/** Says whether a document refers to the file with this content. Each room with documents has one. */
export type FileReferences = (executor: Executor, sha256: string) => Promise<boolean>;

/**
 * Removes a file's bytes and all that was read from them, unless a document refers to them. When the transaction fails later, the
 * bytes are gone all the same: call it last.
 * @param options.references of every room whose files are in this store
 * @param options.reader removes what was read from the file
 */
export async function removeUnreferencedFile(
  options: { blobs: BlobStore; reader: { remove: (sha256: string) => Promise<void> }; references: readonly FileReferences[] },
  transaction: Transaction,
  sha256: string,
): Promise<void> {
  await lockFile(transaction, sha256);
  for (const isReferenced of options.references) if (await isReferenced(transaction, sha256)) return;
  await options.reader.remove(sha256);
  await options.blobs.remove(fileKey(sha256));
}
