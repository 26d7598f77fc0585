import { and, eq, notInArray } from 'drizzle-orm';
import { appendAudit } from '../audit/append-audit.ts';
import type { Actor, Desk } from '../context/desk.ts';
import { documents } from '../documents/tables.ts';

/** Makes undecided documents of a person who may not review any more nobody's again. @returns how many */
export async function releaseAssignments(desk: Desk, actor: Actor, personId: string): Promise<number> {
  return desk.database.transaction(async (transaction) => {
    const theirs = and(eq(documents.assignedToId, personId), notInArray(documents.state, ['approved', 'rejected']));
    const rows = await transaction
      .select({ id: documents.id, name: documents.assignedToName })
      .from(documents)
      .where(theirs)
      .orderBy(documents.id)
      .for('update');
    if (rows.length > 0) await transaction.update(documents).set({ assignedToId: null, assignedToName: null }).where(theirs);
    const detailOf = (name: string | null) => ({ from: { id: personId, name: name ?? '' }, to: null });
    await appendAudit(
      transaction,
      rows.map(({ id, name }) => ({ actor, documentId: id, event: 'document.assigned', detail: detailOf(name) })),
    );
    return rows.length;
  });
}
