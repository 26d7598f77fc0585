import { eq } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents, submissions } from '../documents/tables.ts';

/** The document, locked until the transaction ends; null when it was removed or a newer run was asked for: then nothing may be written. */
export async function lockRun(transaction: Transaction, of: { documentId: string; run: number }): Promise<DocumentRow | null> {
  // both are locked, the document first: who waits for a lock gets a locked row as it is then, and any other as it was before
  const [found] = await transaction
    .select({ row: documents, run: submissions.run })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(eq(documents.id, of.documentId))
    .for('update');
  return found?.run === of.run ? found.row : null;
}
