import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { AuditDraft } from '../audit/append-audit.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Desk } from '../context/desk.ts';
import { findPresent, isThere, type Present } from '../context/find-present.ts';
import { findAssignment, saveAssignment } from '../documents/availability/assignment.ts';
import { lockFree } from '../documents/availability/lock-free.ts';
import { isNotPostponed } from '../documents/availability/postponement.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { listQueueRows, listQueuesOf, type QueueRow, queueCondition } from '../documents/queue-condition.ts';
import { documents, queues } from '../documents/tables.ts';
import { tellAssigned } from '../inbox/tell-assigned.ts';
import type { SchemaSettingsRow } from '../schemas/schema-settings-row.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 200;

/**
 * What happens when a document begins to wait for a review: the defaults of its schema, then of the first queue that has any, for
 * priority and due date unless a person set them; and the next member of a round robin gets it.
 * @param row just written, in the caller's transaction
 * @param known.present asked for before it
 * @param known.settings of its schema
 * @returns what to append to the audit trail
 */
export async function receiveInQueues(
  transaction: Transaction,
  row: DocumentRow,
  { present, settings }: { present: Present; settings: SchemaSettingsRow | null },
): Promise<AuditDraft[]> {
  const holding = await listQueuesOf(transaction, row.id);
  const at = now();
  const priority = row.priority ?? settings?.priority ?? holding.find(({ draft }) => draft.priority !== null)?.draft.priority ?? null;
  const hours = settings?.dueAfterHours ?? holding.find(({ draft }) => draft.due_after_hours !== null)?.draft.due_after_hours ?? null;
  const dueAt = row.dueAt ?? (hours === null ? null : new Date(at.getTime() + hours * HOUR_MS));
  await transaction.update(documents).set({ priority, dueAt, reviewSince: at }).where(eq(documents.id, row.id));
  const robin = holding.find(({ draft }) => draft.mode === 'round_robin');
  if (!robin || (await findAssignment(transaction, row.id))) return [];
  return shareOut(transaction, robin, [row], present);
}

/** Shares out what waits in round robin queues and has nobody: documents that came in by a change of the queue, or were given back. */
export async function shareOutWaiting(desk: Desk): Promise<number> {
  const present = await findPresent(desk);
  let shared = 0;
  for (const queue of await listQueueRows(desk.database)) {
    if (queue.draft.mode !== 'round_robin') continue;
    shared += await desk.database.transaction(async (transaction) => {
      const isToShare = and(
        queueCondition({ ...queue.draft.filter, assigned_to: 'nobody' }),
        isNotPostponed(),
        isOpenToSomeone(queue, present),
      );
      const rows = await lockFree(transaction, isToShare, { order: [asc(documents.reviewSince), asc(documents.id)], limit: AT_ONCE });
      const drafts = await shareOut(transaction, queue, rows, present);
      await appendAudit(transaction, drafts);
      return drafts.length;
    });
  }
  return shared;
}

/** Not when the only member who is there approved it first, or none is there. */
function isOpenToSomeone({ draft }: QueueRow, present: Present) {
  const members = draft.members.filter((member) => isThere(present, member.id));
  const [only] = members;
  if (!only) return sql`false`;
  if (members.length > 1) return undefined;
  return or(isNull(documents.firstApproval), ne(sql`${documents.firstApproval} ->> 'id'`, only.id));
}

/** Gives each document to the member who is there after the one who got the last, in one order for all who do so at a time. */
async function shareOut(transaction: Transaction, queue: QueueRow, rows: readonly DocumentRow[], present: Present): Promise<AuditDraft[]> {
  if (rows.length === 0) return [];
  const [locked] = await transaction.select().from(queues).where(eq(queues.id, queue.id)).for('update');
  const members = locked?.draft.members ?? [];
  let last = members.findIndex((member) => member.id === locked?.lastMemberId);
  const drafts: AuditDraft[] = [];
  for (const row of rows) {
    const turn = members.findIndex((_, index) => {
      const member = members[(last + 1 + index) % members.length]!;
      return member.id !== row.firstApproval?.id && isThere(present, member.id);
    });
    if (turn < 0) continue;
    last = (last + 1 + turn) % members.length;
    const to = members[last]!;
    await saveAssignment(transaction, row.id, to, { kind: 'queue', id: queue.id, name: queue.draft.name });
    const detail = { from: null, to, queue_id: queue.id, queue_name: queue.draft.name };
    drafts.push({ actor: null, documentId: row.id, event: 'document.assigned', detail });
  }
  const given = drafts.flatMap(({ documentId }) => documentId ?? []);
  await tellAssigned(transaction, given);
  if (drafts.length > 0) await transaction.update(queues).set({ lastMemberId: members[last]!.id }).where(eq(queues.id, queue.id));
  return drafts;
}
