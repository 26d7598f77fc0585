import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { DocumentLock, LockAnswer, releaseLockSchema, takeLockSchema } from '#lib/contract/desk/desk-document.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { documentLocked, endLockSoon, endsSoon, findLock, hasEnded, isHeldIn, keepLock, saveLock } from '../availability/document-lock.ts';
import { lockDocumentRow } from '../desk-document.ts';
import { documentLocks, documents } from '../tables.ts';

/**
 * Takes a document's lock for one tab of a person's browser, or keeps it. While another tab holds it nothing changes and the
 * answer says who does. A lock taken in advance gives way to whoever opens the document; while it ends soon, because its tab may
 * be reloading the page, not to a tab that has the document open already and waits. All times are the database's.
 * @param body.take_over the tab that is known to hold it; it is taken from there, and that is recorded
 * @throws ProblemError `not_found`; `document_locked` when by now yet another tab holds what was to be taken over
 */
export async function takeLock(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  body: z.output<typeof takeLockSchema>,
): Promise<LockAnswer> {
  const kept = isUuid(id) ? await keepLock(desk.database, id, { holder: actor, tab: body.tab, ahead: body.ahead }) : null;
  if (kept) return { mine: true, lock: kept };
  return desk.database.transaction(async (transaction) => {
    await lockDocumentRow(transaction, id);
    const lock = await findLock(transaction, id);
    if (lock && lock.holder.id === actor.id && lock.tab === body.tab) {
      // otherwise the same tab has taken it just now
      return lock.ahead && !body.ahead ? take(transaction, actor, id, body, lock) : { mine: true, lock };
    }
    const givesWay = lock?.ahead && !body.ahead && !(body.waiting && (await endsSoon(transaction, id)));
    if (!lock || givesWay) return take(transaction, actor, id, body, lock);
    if (body.take_over === undefined) return { mine: false, lock };
    if (body.take_over !== lock.tab) throw documentLocked(lock, lock.holder.id === actor.id);
    const answer = await take(transaction, actor, id, body, lock);
    await appendAudit(transaction, [{ actor, documentId: id, event: 'lock.taken_over', detail: { from: lock.holder } }]);
    return answer;
  });
}

async function take(
  transaction: Transaction,
  actor: NonNullable<Actor>,
  id: string,
  { tab, ahead }: { tab: string; ahead: boolean },
  over: DocumentLock | null,
): Promise<LockAnswer> {
  const saved = await saveLock(transaction, id, { holder: actor, tab, ahead, over });
  return saved ? { mine: true, lock: saved } : { mine: false, lock: await findLock(transaction, id) };
}

/**
 * Gives a lock back. Of no effect when another tab holds it by now.
 * @param body.leaving the tab leaves the page and may be reloading it: the lock ends in a moment instead
 * @throws ProblemError `not_found`
 */
export async function releaseLock(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  { tab, leaving }: z.output<typeof releaseLockSchema>,
): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    await lockDocumentRow(transaction, id);
    if (leaving) await endLockSoon(transaction, id, actor.id, tab);
    else await transaction.delete(documentLocks).where(and(eq(documentLocks.documentId, id), isHeldIn(actor.id, tab)));
  });
}

/** Clears locks whose holder was not heard of in time, so that everyone who looks learns of it. @returns how many */
export async function clearEndedLocks(desk: Desk): Promise<number> {
  return desk.database.transaction(async (transaction) => {
    const rows = await transaction
      .select({ id: documents.id })
      .from(documents)
      .where(inArray(documents.id, transaction.select({ id: documentLocks.documentId }).from(documentLocks).where(hasEnded())))
      .orderBy(documents.id)
      .for('update');
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    // a statement of its own, which sees who was heard of while the rows were waited for
    const cleared = await transaction
      .delete(documentLocks)
      .where(and(inArray(documentLocks.documentId, ids), hasEnded()))
      .returning({ id: documentLocks.documentId });
    return cleared.length;
  });
}
