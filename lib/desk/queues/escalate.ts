import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { type AuditDraft, appendAudit } from '../audit/append-audit.ts';
import type { Desk } from '../context/desk.ts';
import { findPresent, isThere, type Present } from '../context/find-present.ts';
import { findAssignment, saveAssignment } from '../documents/availability/assignment.ts';
import { lockFree } from '../documents/availability/lock-free.ts';
import { isNotPostponed } from '../documents/availability/postponement.ts';
import { listQueueRows, type QueueRow, queueCondition, WAITING_SINCE } from '../documents/queue-condition.ts';
import { documents } from '../documents/tables.ts';
import { tellAssigned } from '../inbox/tell-assigned.ts';

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
    const isToEscalate = and(queueCondition(draft.filter), isNull(documents.escalatedAt), isNotPostponed(), or(isPastDue, waitedLong));
    const rows = await lockFree(transaction, isToEscalate, { limit: AT_ONCE });
    const at = now();
    const drafts: AuditDraft[] = [];
    for (const row of rows) {
      // never to who approved it first or is not there any more: they could do nothing with it
      const person = to && isThere(present, to.id) && to.id !== row.firstApproval?.id ? to : null;
      const from = await findAssignment(transaction, row.id);
      await transaction.update(documents).set({ escalatedAt: at }).where(eq(documents.id, row.id));
      if (person) await saveAssignment(transaction, row.id, person, { kind: 'escalation', id: null, name: draft.name });
      const reason = row.dueAt && row.dueAt < at ? 'past_due' : 'waited';
      const detail = { reason, queue_id: id, queue_name: draft.name, from, to: person };
      drafts.push({ actor: null, documentId: row.id, event: 'document.escalated', detail });
    }
    await tellAssigned(
      transaction,
      rows.map((row) => row.id),
    );
    await appendAudit(transaction, drafts);
    return drafts.length;
  });
}
