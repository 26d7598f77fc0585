import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { type AuditDraft, appendAudit } from '../audit/append-audit.ts';
import type { Desk } from '../context/desk.ts';
import { findPresent, isThere, type Present } from '../context/find-present.ts';
import { isNotPostponed, listQueueRows, type QueueRow, queueCondition, WAITING_SINCE } from '../documents/queue-condition.ts';
import { documents } from '../documents/tables.ts';

const AT_ONCE = 200;

/**
 * Puts documents on top that are past due or waited longer than their queue allows, and gives them to the person the queue names.
 * Only queues that say one of the two do so. @returns how many
 */
export async function escalateWaiting(desk: Desk): Promise<number> {
  const present = await findPresent(desk);
  let escalated = 0;
  for (const queue of await listQueueRows(desk.database)) {
    if (queue.draft.escalate_after_hours !== null || queue.draft.escalate_to !== null) escalated += await escalateIn(desk, queue, present);
  }
  return escalated;
}

async function escalateIn(desk: Desk, { id, draft }: QueueRow, present: Present): Promise<number> {
  const { escalate_after_hours: hours, escalate_to: to } = draft;
  const isPastDue = lt(documents.dueAt, sql`clock_timestamp()`);
  const waitedLong = hours === null ? undefined : sql`${WAITING_SINCE} < clock_timestamp() - make_interval(hours => ${hours}::int)`;
  return desk.database.transaction(async (transaction) => {
    const rows = await transaction
      .select()
      .from(documents)
      .where(and(queueCondition(draft.filter), isNull(documents.escalatedAt), isNotPostponed(), or(isPastDue, waitedLong)))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    const at = now();
    const drafts: AuditDraft[] = [];
    for (const row of rows) {
      // never to who approved it first or is not there any more: they could do nothing with it
      const person = to && isThere(present, to.id) && to.id !== row.firstApproval?.id ? to : null;
      await transaction
        .update(documents)
        .set({ escalatedAt: at, ...(person ? { assignedToId: person.id, assignedToName: person.name } : {}) })
        .where(eq(documents.id, row.id));
      const reason = row.dueAt && row.dueAt < at ? 'past_due' : 'waited';
      const from = row.assignedToId ? { id: row.assignedToId, name: row.assignedToName ?? '' } : null;
      const detail = { reason, queue_id: id, queue_name: draft.name, from, to: person };
      drafts.push({ actor: null, documentId: row.id, event: 'document.escalated', detail });
    }
    await appendAudit(transaction, drafts);
    return drafts.length;
  });
}
