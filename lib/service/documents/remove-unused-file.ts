import { removeUnreferencedFile } from '#lib/files/remove-unreferenced-file.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** Removes a file's bytes and all that was read from them, unless a document refers to them. */
export function removeUnusedFile(context: ServiceContext, transaction: Transaction, sha256: string): Promise<void> {
  const { database, blobs, reader, fileReferences: references } = context;
  return removeUnreferencedFile({ database, blobs, reader, references }, transaction, sha256);
}
