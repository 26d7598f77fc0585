import { and, inArray, not } from 'drizzle-orm';
import { DECIDED_STATES } from '#lib/contract/desk/groups-of-states.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { isAssignedTo, removeAssignments } from '../../documents/availability/assignment.ts';
import { documents } from '../../documents/tables.ts';

/** Makes undecided documents of a person who may not review any more nobody's again. @returns how many */
export async function releaseAssignments(desk: Desk, actor: Actor, personId: string): Promise<number> {
  return desk.database.transaction(async (transaction) => {
    const theirs = and(isAssignedTo(personId), not(inArray(documents.state, DECIDED_STATES)));
    const found = await transaction.select({ id: documents.id }).from(documents).where(theirs).orderBy(documents.id).for('update');
    const ids = found.map(({ id }) => id);
    const removed = await removeAssignments(transaction, ids, personId);
    const detailOf = (name: string) => ({ from: { id: personId, name }, to: null });
    await appendAudit(
      transaction,
      removed.map(({ documentId, personName }) => ({ actor, documentId, event: 'document.assigned', detail: detailOf(personName) })),
    );
    return removed.length;
  });
}
