import { eq } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { Prioritise } from '#lib/contract/desk/queue.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { changedMeanwhile, type DocumentRow, getDeskDocument, lockDocumentRow } from '../desk-document.ts';
import { documents } from '../tables.ts';

/**
 * Sets a document's priority, due date, or both. Whoever works on it is not disturbed.
 * @throws ProblemError `not_found`, `conflict` (something else is there than `expected`)
 */
export async function prioritiseDocument(desk: Desk, actor: NonNullable<Actor>, id: string, body: Prioritise): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (body.expected) requireExpected(row, body.expected);
    const priority = body.priority === undefined ? row.priority : body.priority;
    const dueAt = body.due_at === undefined ? row.dueAt : body.due_at === null ? null : new Date(body.due_at);
    if (priority === row.priority && dueAt?.getTime() === row.dueAt?.getTime()) return getDeskDocument(transaction, id, actor.id);
    await transaction.update(documents).set({ priority, dueAt }).where(eq(documents.id, id));
    const oldValue = { priority: row.priority, due_at: row.dueAt?.toISOString() ?? null };
    const newValue = { priority, due_at: dueAt?.toISOString() ?? null };
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.prioritised', oldValue, newValue }]);
    return getDeskDocument(transaction, id, actor.id);
  });
}

function requireExpected(row: DocumentRow, { priority, due_at: dueAt }: NonNullable<Prioritise['expected']>): void {
  if (priority !== undefined && priority !== row.priority) throw changedMeanwhile('it has another priority now');
  const isDue = dueAt === undefined || (dueAt && Date.parse(dueAt)) === (row.dueAt?.getTime() ?? null);
  if (!isDue) throw changedMeanwhile(row.dueAt ? 'it has another due date now' : 'it has no due date any more');
}
