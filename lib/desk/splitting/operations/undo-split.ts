import { and, eq, isNull } from 'drizzle-orm';
import type { UndoneSplit } from '#lib/contract/desk/splitting.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { type DocumentRow, getDeskDocument, lockDocumentRow } from '../../documents/desk-document.ts';
import { saveDocumentSplit } from '../../documents/document-split.ts';
import { followAnew } from '../../documents/follow-anew.ts';
import { removeTrees } from '../../documents/operations/remove-document.ts';
import { countExpiredParts, lockParts, partsUnder } from '../../documents/split-parts.ts';
import { stateAfter } from '../../documents/states/document-states.ts';
import { documents, splits } from '../../documents/tables.ts';
import { goOnAfterLook } from '../splitting.ts';
import { splittings } from '../tables.ts';
import { findTouched } from './get-splitting.ts';

type Split = typeof splits.$inferSelect;

/**
 * Takes a split back: the documents made of it go, the original is what it was. Documents a person has worked on stay,
 * unless the caller says to remove them too. Repeating it is harmless.
 * Documents that were split again stay or go with what was made of them.
 * @throws ProblemError `not_found`, `conflict` (it is not split, or one of its documents is approved, or was removed after its days), `document_locked` (someone works on one)
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
    const parts = await lockParts(transaction, id);
    const approved = parts.find(({ state, firstApproval }) => state === 'approved' || firstApproval !== null);
    if (approved)
      throw new ProblemError('conflict', `“${approved.name}” is approved already. Reopen it first, or leave the split as it is.`);
    const originals = [id, ...parts.filter(({ state }) => state === 'split').map((part) => part.id)];
    if ((await countExpiredParts(transaction, originals)) > 0)
      throw new ProblemError(
        'conflict',
        'Documents created from it were approved and deleted by the retention rules. Undoing the split would bring their pages back, so it cannot be undone.',
      );
    const made = parts.filter(({ splitId }) => splitId === split.id);
    const touched = await findTouched(transaction, made);
    // a document of it that was split again holds the work of a person too; what was made of that stays or goes with it
    const stays = made.filter((child) => !removeTouched && (touched.has(child.id) || child.state === 'split'));
    const kept = partsUnder(
      parts,
      stays.map((child) => child.id),
    );
    const removed = parts.filter((part) => !kept.includes(part));
    await transaction.update(splits).set({ undoneAt: now() }).where(eq(splits.id, split.id));
    await restore(desk, transaction, row, split);
    await removeTrees(desk, transaction, removed, { actor, detail: { split_undone: id } });
    const names = kept.map(({ id: child, name }) => ({ id: child, name }));
    const detail = { removed: removed.length, ...(names.length > 0 ? { kept: names } : {}) };
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.split_undone', detail }]);
    return { document: await getDeskDocument(transaction, id), removed: removed.length, kept: names };
  });
}

/** The original as it was; what was under way is taken up again. */
async function restore(desk: Desk, transaction: Transaction, row: DocumentRow, { prior }: Split): Promise<void> {
  const { state, failure, splitState, splitCount } = prior;
  const [back] = await transaction
    .update(documents)
    .set({ ...stateAfter('split_undone', row.state, state), failure, revision: row.revision + 1, updatedAt: now() })
    .where(eq(documents.id, row.id))
    .returning();
  await saveDocumentSplit(transaction, row.id, splitState && { state: splitState, count: splitCount });
  if (splitState === 'looking') await takeUpLook(desk, transaction, back!);
  if (state === 'extracting' || state === 'classifying') await followAnew(desk, transaction, row.id);
}

/** A look still under way goes on by itself; what it found meanwhile counts now. */
async function takeUpLook(desk: Desk, transaction: Transaction, row: DocumentRow): Promise<void> {
  const [look] = await transaction.select().from(splittings).where(eq(splittings.documentId, row.id));
  if (look?.state === 'requested' || look?.state === 'running') return;
  await goOnAfterLook(desk, transaction, row, look?.state === 'completed' ? look.segments : null);
}
