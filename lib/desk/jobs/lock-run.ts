import { eq } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents, submissions } from '../documents/tables.ts';

/** The document, locked until the transaction ends; null when it was removed or a newer run was asked for: then nothing may be written. */
export async function lockRun(transaction: Transaction, of: { documentId: string; run: number }): Promise<DocumentRow | null> {
  const [row] = await transaction.select().from(documents).where(eq(documents.id, of.documentId)).for('update');
  if (!row) return null;
  // apart: one statement for both would tell the run of before the wait, or lock what attachments change without their document
  const [submission] = await transaction
    .select({ run: submissions.run })
    .from(submissions)
    .where(eq(submissions.documentId, of.documentId));
  return submission?.run === of.run ? row : null;
}
