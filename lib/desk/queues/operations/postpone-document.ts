import { and, inArray, lte, sql } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';
import type { Postpone } from '#lib/contract/desk/queue.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { refuseLocked, removeLock } from '../../documents/availability/document-lock.ts';
import { findPostponement, removePostponement, savePostponement } from '../../documents/availability/postponement.ts';
import { changedMeanwhile, getDeskDocument, lockDocumentRow } from '../../documents/desk-document.ts';
import { documentPostponements, documents } from '../../documents/tables.ts';

const LONGEST_DAYS = 366;

/**
 * Takes a document out of the line until a moment, with a reason, or brings it back. Its lock is given back too.
 * @throws ProblemError `not_found`, `conflict` (approved, rejected or split; or another postponement is there than `expected`), `document_locked` (someone else checks it), `invalid_request` (a moment that is past or over a year away)
 */
export async function postponeDocument(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  { postponed, expected, tab }: Postpone,
): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (expected !== undefined) await requireExpected(transaction, id, expected);
    // Bringing it back changes nothing that the holder works on.
    if (postponed) await refuseLocked(transaction, row, actor, tab);
    if (postponed && isDecided(row.state)) {
      throw new ProblemError('conflict', `The document is ${row.state}. Only a waiting document can be postponed.`);
    }
    const until = postponed && requireMoment(postponed.until);
    if (postponed && until) {
      await savePostponement(transaction, id, { until, reason: postponed.reason });
      await removeLock(transaction, id);
    } else if (!(await removePostponement(transaction, id))) return getDeskDocument(transaction, id, actor.id);
    const detail = until ? { until: until.toISOString(), reason: postponed?.reason } : {};
    await appendAudit(transaction, [{ actor, documentId: id, event: until ? 'document.postponed' : 'document.brought_back', detail }]);
    return getDeskDocument(transaction, id, actor.id);
  });
}

async function requireExpected(transaction: Transaction, id: string, expected: Postpone['postponed']): Promise<void> {
  const present = await findPostponement(transaction, id);
  if (present?.until.getTime() === (expected ? Date.parse(expected.until) : undefined) && present?.reason === expected?.reason) return;
  if (!present) throw changedMeanwhile('it is not postponed any more');
  throw changedMeanwhile(expected ? 'it is postponed until another time or for another reason now' : 'it is postponed now');
}

function requireMoment(text: string): Date {
  const until = new Date(text);
  const days = (until.getTime() - Date.now()) / 86_400_000;
  if (days > 0 && days <= LONGEST_DAYS) return until;
  const fault = days > 0 ? 'Choose a time within a year.' : 'Choose a time in the future.';
  throw new ProblemError('invalid_request', fault, { errors: [{ pointer: '/postponed/until', message: fault }] });
}

/** Brings documents back whose time has come, so that everyone who looks learns of it. @returns how many */
export async function bringBackPostponed(desk: Desk): Promise<number> {
  return desk.database.transaction(async (transaction) => {
    const isDue = lte(documentPostponements.until, sql`clock_timestamp()`);
    const due = await transaction
      .select({ id: documents.id })
      .from(documents)
      .where(inArray(documents.id, transaction.select({ id: documentPostponements.documentId }).from(documentPostponements).where(isDue)))
      .orderBy(documents.id)
      .for('update');
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    // a statement of its own, which sees what was postponed anew while the rows were waited for
    const back = await transaction
      .delete(documentPostponements)
      .where(and(inArray(documentPostponements.documentId, ids), isDue))
      .returning({ id: documentPostponements.documentId });
    await appendAudit(
      transaction,
      back.map(({ id }) => ({ actor: null, documentId: id, event: 'document.brought_back' })),
    );
    return back.length;
  });
}
