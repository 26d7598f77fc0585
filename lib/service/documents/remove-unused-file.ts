import { eq } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { fileKey, type ServiceContext } from '../context/service-context.ts';
import { documents } from '../context/tables.ts';
import { lockFile } from './file-lock.ts';

/** Removes a file's bytes and all that was read from them, unless a document of the service or someone else still has them. */
export async function removeUnusedFile(context: ServiceContext, tx: Transaction, sha256: string): Promise<void> {
  await lockFile(tx, sha256);
  const [user] = await tx.select({ id: documents.id }).from(documents).where(eq(documents.sha256, sha256)).limit(1);
  if (user || (await context.isFileKept?.(sha256))) return;
  await context.reader.remove(sha256);
  await context.blobs.remove(fileKey(sha256));
}
