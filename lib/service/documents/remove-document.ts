import { eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { deleteExamples } from '../context/delete-examples.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents, examples } from '../context/tables.ts';
import { getDocument } from './get-document.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { removeUnusedFile } from './remove-unused-file.ts';

/**
 * Removes a document and those of its attachments with their jobs, what was learned from them, and every byte made from them
 * unless another document has the same content.
 * @throws ProblemError `not_found`
 */
export async function removeDocument(context: ServiceContext, id: string): Promise<void> {
  const { database } = context;
  await getDocument(database, id);
  const remove = () =>
    database.transaction(async (tx) => {
      const { ids, hashes } = await lockTree(tx, id);
      await deleteExamples(tx, inArray(examples.documentId, ids));
      await tx.delete(documents).where(eq(documents.id, id));
      // inside the transaction: if the bytes cannot be removed, the documents stay and can be removed again
      for (const sha256 of hashes) await removeUnusedFile(context, tx, sha256);
    });
  await oneAtATime(database, remove);
}

/**
 * Locks a document and all below it, level by level: who completes one of them meanwhile has added its attachments before
 * its children are looked for, or finds it gone.
 * @returns their ids, and the hashes of their files, each once, in the order in which files are locked
 */
async function lockTree(tx: Transaction, id: string): Promise<{ ids: string[]; hashes: string[] }> {
  const ids: string[] = [];
  const hashes = new Set<string>();
  let where = eq(documents.id, id);
  for (;;) {
    const rows = await tx
      .select({ id: documents.id, sha256: documents.sha256 })
      .from(documents)
      .where(where)
      .orderBy(documents.id)
      .for('update');
    if (rows.length === 0) return { ids, hashes: [...hashes].toSorted() };
    for (const row of rows) {
      ids.push(row.id);
      hashes.add(row.sha256);
    }
    where = inArray(
      documents.parentId,
      rows.map((row) => row.id),
    );
  }
}
