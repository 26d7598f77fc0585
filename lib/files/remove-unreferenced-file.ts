import { sql } from 'drizzle-orm';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Database, Executor, Transaction } from '#lib/platform/database/database.ts';
import { announceRemoval } from './announce-removal.ts';
import { fileKey } from './file-key.ts';
import { lockFileForRemoval } from './lock-file.ts';

/** Says whether a document refers to the file with this content. Each room with documents has one. */
export type FileReferences = (executor: Executor, sha256: string) => Promise<boolean>;

/**
 * Removes a file's bytes and all that was read from them, unless a document refers to them. When the transaction fails later, the
 * bytes are gone all the same: call it last.
 *
 * The transaction's lock keeps uploads of the same bytes away as long as its session lives. It may be lost at any moment, and the request
 * to the store goes on. So the removal is announced to uploads before, in a transaction of its own, and can reach the store for a shorter
 * time than they heed that.
 * @param options.references of every room whose files are in this store
 * @param options.reader removes what was read from the file, by a moment in milliseconds since 1970
 * @throws OutageError when the store cannot be reached; uploads of the same bytes are refused for five minutes then
 */
export async function removeUnreferencedFile(
  options: {
    database: Database;
    blobs: Pick<BlobStore, 'remove'>;
    reader: { remove: (sha256: string, by: number) => Promise<void> };
    references: readonly FileReferences[];
  },
  transaction: Transaction,
  sha256: string,
): Promise<void> {
  await lockFileForRemoval(transaction, sha256);
  for (const isReferenced of options.references) if (await isReferenced(transaction, sha256)) return;
  const { by, withdraw } = await announceRemoval(options.database, sha256);
  try {
    // the lock is still ours, so whoever gets it from now on sees the announcement
    await transaction.execute(sql`select`);
  } catch (error) {
    await withdraw().catch(() => undefined);
    throw error;
  }
  await options.reader.remove(sha256, by);
  await options.blobs.remove(fileKey(sha256), by);
  // it passes by itself where the database is away
  await withdraw().catch(() => undefined);
}
