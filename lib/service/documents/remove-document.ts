import { and, eq, ne } from 'drizzle-orm';
import type { ServiceContext } from '../service-context.ts';
import { fileKey } from '../service-context.ts';
import { documents } from '../tables.ts';
import { lockFile } from './file-lock.ts';
import { getDocument } from './get-document.ts';
import { oneAtATime } from './one-at-a-time.ts';

/**
 * Removes a document with its jobs, and every byte made from it unless another document has the same content.
 * @throws ProblemError `not_found`
 */
export async function removeDocument(context: ServiceContext, id: string): Promise<void> {
  const { database, blobs, reader } = context;
  const { sha256 } = await getDocument(database, id);
  const remove = () =>
    database.transaction(async (tx) => {
      await lockFile(tx, sha256);
      await tx.delete(documents).where(eq(documents.id, id));
      const [other] = await tx
        .select({ id: documents.id })
        .from(documents)
        .where(and(eq(documents.sha256, sha256), ne(documents.id, id)))
        .limit(1);
      if (other || (await context.isFileKept?.(sha256))) return;
      // inside the transaction: if the bytes cannot be removed, the document stays and can be removed again
      await reader.remove(sha256);
      await blobs.remove(fileKey(sha256));
    });
  await oneAtATime(database, remove);
}
