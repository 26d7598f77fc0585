import { eq } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Desk } from '../context/desk.ts';
import { sendTeach } from '../context/send-teach.ts';
import { removeKeptCopies } from '../documents/copies/send-copy-removal.ts';
import { secondOpinions } from '../review/tables.ts';

/**
 * Takes back what a document's second opinion is, with the copy that was sent for it and what that taught. Call with the document's row
 * locked; its flags are counted by the caller.
 * @param options.inTurn it is one of many
 */
export async function stopOpinion(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  documentId: string,
  options: { inTurn?: boolean } = {},
): Promise<void> {
  await transaction.delete(secondOpinions).where(eq(secondOpinions.documentId, documentId));
  await stopKeeping(desk, transaction, documentId, options);
}

/** Takes back the copy alone, with what it taught. Call with the document's row locked. */
export async function stopKeeping(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  documentId: string,
  options: { inTurn?: boolean } = {},
): Promise<void> {
  const removed = await removeKeptCopies(desk, transaction, [documentId], options);
  if (removed.length > 0) await sendTeach(desk, { documentId }, { tx: transaction });
}
