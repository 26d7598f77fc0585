import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/platform/database/database.ts';
import { type Desk, fileKey, REMOVE_QUEUE, type RemoveJob } from '../context/desk.ts';
import { documents } from './tables.ts';

/**
 * Holds a file's bytes still until the transaction ends: whoever stores them for a new document, or removes them because
 * no document has them any more, takes this lock, so that the one never undoes the other. The embedded service keeps its
 * bytes in the same store and takes the lock of the same name.
 */
export async function lockFile(transaction: Transaction, sha256: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`service-file:${sha256}`}, 0))`);
}

/** True when a document of the desk has this content: then its bytes must stay. */
export async function isFileOfDesk(database: Database, sha256: string): Promise<boolean> {
  const [used] = await database.select({ id: documents.id }).from(documents).where(eq(documents.sha256, sha256)).limit(1);
  return used !== undefined;
}

/**
 * Removes a file's bytes and all that was read from them, unless a document of the desk or of the embedded service still
 * has them. A program that cannot know that leaves it to the worker.
 */
export async function removeUnusedFile(desk: Desk, sha256: string): Promise<void> {
  const { isFileKept } = desk;
  if (!isFileKept) {
    const job: RemoveJob = { sha256, deploymentId: null, remoteDocumentId: null };
    await desk.queue.send(REMOVE_QUEUE, job);
    return;
  }
  await desk.database.transaction(async (transaction) => {
    await lockFile(transaction, sha256);
    const [used] = await transaction.select({ id: documents.id }).from(documents).where(eq(documents.sha256, sha256)).limit(1);
    if (used || (await isFileKept(sha256))) return;
    await desk.reader.remove(sha256);
    await desk.blobs.remove(fileKey(sha256));
  });
}
