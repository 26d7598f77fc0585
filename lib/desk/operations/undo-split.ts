import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { UndoneSplit } from '#lib/contract/splitting.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database.ts';
import { appendAudit } from '../append-audit.ts';
import type { Actor, Desk } from '../desk.ts';
import { type DocumentRow, lockDocumentRow, toDeskDocument } from '../desk-document.ts';
import { sendFollow } from '../send-follow.ts';
import { documents, splits, submissions } from '../tables.ts';
import { findTouched } from './get-splitting.ts';
import { removeTrees } from './remove-document.ts';

type Split = typeof splits.$inferSelect;

/**
 * Takes a split back: the documents made of it go, the original is what it was. Documents a person has worked on stay,
 * unless the caller says to remove them too. Repeating it is harmless.
 * @throws ProblemError `not_found`, `conflict` (it is not split, or one of its documents is approved), `document_locked` (someone works on one)
 */
export async function undoSplit(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  { remove_touched: removeTouched }: { remove_touched: boolean },
): Promise<UndoneSplit> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    const [split] = await transaction
      .select()
      .from(splits)
      .where(and(eq(splits.documentId, id), isNull(splits.undoneAt)));
    if (row.state !== 'split' || !split) throw new ProblemError('conflict', 'The document is not split.');
    const made = await transaction.select().from(documents).where(eq(documents.splitId, split.id)).orderBy(asc(documents.id)).for('update');
    const approved = made.find(({ state, firstApproval }) => state === 'approved' || firstApproval !== null);
    if (approved)
      throw new ProblemError('conflict', `“${approved.name}” is approved already. Reopen it first, or leave the split as it is.`);
    const touched = await findTouched(transaction, made);
    // a document of it that was split again holds the work of a person too
    const kept = made.filter((child) => !removeTouched && (touched.has(child.id) || child.state === 'split'));
    const removed = made.filter((child) => !kept.includes(child));
    await transaction.update(splits).set({ undoneAt: now() }).where(eq(splits.id, split.id));
    const updated = await restore(desk, transaction, row, split);
    await removeTrees(desk, transaction, removed, { actor, detail: { split_undone: id } });
    const names = kept.map(({ id: child, name }) => ({ id: child, name }));
    const detail = { removed: removed.length, ...(names.length > 0 ? { kept: names } : {}) };
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.split_undone', detail }]);
    return { document: toDeskDocument(updated), removed: removed.length, kept: names };
  });
}

/** The original as it was; what was under way is taken up again. */
async function restore(desk: Desk, transaction: Transaction, row: DocumentRow, { prior }: Split): Promise<DocumentRow> {
  const at = now();
  const isLooking = prior.splitState === 'looking';
  const [updated] = await transaction
    .update(documents)
    .set({
      state: prior.state,
      failure: prior.failure,
      splitState: isLooking ? null : prior.splitState,
      splitCount: prior.splitCount,
      revision: row.revision + 1,
      updatedAt: at,
    })
    .where(eq(documents.id, row.id))
    .returning();
  if (prior.state === 'extracting' || prior.state === 'classifying') {
    const [submission] = await transaction
      .update(submissions)
      .set({ run: sql`${submissions.run} + 1`, remoteJobId: null, looks: 0, stepAt: at })
      .where(eq(submissions.documentId, row.id))
      .returning({ run: submissions.run });
    await sendFollow(desk, { documentId: row.id, run: submission!.run }, { tx: transaction });
  }
  return updated!;
}
