import { eq } from 'drizzle-orm';
import type { SplitState } from '#lib/contract/desk/splitting.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { documentSplits } from './tables.ts';

/** `count`: how many documents are proposed, or were made of the file. */
export type DocumentSplit = { state: SplitState; count: number | null };

/** Whether a document's file is several documents; null while nobody asked. */
export async function findDocumentSplit(executor: Executor, documentId: string): Promise<DocumentSplit | null> {
  const [row] = await executor
    .select({ state: documentSplits.state, count: documentSplits.count })
    .from(documentSplits)
    .where(eq(documentSplits.documentId, documentId));
  return row ?? null;
}

/** Writes whether a document's file is several documents; null = as if nobody had asked. Call with its row locked. */
export async function saveDocumentSplit(transaction: Transaction, documentId: string, split: DocumentSplit | null): Promise<void> {
  if (split === null) {
    await transaction.delete(documentSplits).where(eq(documentSplits.documentId, documentId));
    return;
  }
  await transaction
    .insert(documentSplits)
    .values({ documentId, ...split })
    .onConflictDoUpdate({ target: documentSplits.documentId, set: split });
}
