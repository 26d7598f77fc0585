import { and, asc, eq, gte, ilike, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { QueueDraft, QueueFilter, QueueOrder } from '#lib/contract/desk/queue.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { likePattern } from '#lib/platform/database/like-pattern.ts';
import type { Present } from '../context/find-present.ts';
import { isAssigned, isAssignedTo } from './availability/assignment.ts';
import { documentAssignments, documents, queues, submissions } from './tables.ts';
import { valuesCondition } from './values/values-condition.ts';

export type QueueRow = typeof queues.$inferSelect;

/** Since when a document waits. */
export const WAITING_SINCE = sql`coalesce(${documents.reviewSince}, ${documents.createdAt})`;

/**
 * What a queue's filter asks for besides where the review is: neither the document's state, its flags nor whose turn it is. Values that cannot
 * be compared fit: who clears an amount, or renames its field, is not spared the second approval.
 */
export function lastingCondition(filter: QueueFilter): SQL {
  return besidesReview(filter, true);
}

function besidesReview(filter: QueueFilter, isLenient: boolean): SQL {
  const conditions: (SQL | undefined)[] = [sql`true`];
  if (filter.schema_id) conditions.push(eq(documents.schemaId, filter.schema_id));
  if (filter.folder) {
    const folder = filter.folder.replaceAll(/^\/+|\/+$/g, '');
    conditions.push(or(eq(documents.folder, folder), sql`starts_with(${documents.folder}, ${`${folder}/`})`));
  }
  for (const word of (filter.q ?? '').split(/\s+/).filter(Boolean).slice(0, 10)) {
    const pattern = likePattern(word);
    conditions.push(or(ilike(documents.name, pattern), ilike(documents.folder, pattern), ilike(documents.schemaName, pattern)));
  }
  if (filter.deployment_id) {
    conditions.push(
      sql`exists (select 1 from ${submissions} where ${submissions.documentId} = ${documents.id} and ${submissions.deploymentId} = ${filter.deployment_id})`,
    );
  }
  conditions.push(valuesCondition(filter.schema_id, filter.where, { isLenient }));
  return and(...conditions) as SQL;
}

/**
 * The documents that a queue's filter selects.
 * @param askerId whom `me` means; without it, a filter by `me` selects what is anybody's
 */
export function queueCondition(filter: QueueFilter, askerId?: string): SQL | undefined {
  const conditions: (SQL | undefined)[] = [inArray(documents.state, filter.states), besidesReview(filter, false)];
  if (filter.assigned_to === 'nobody') conditions.push(not(isAssigned()));
  else if (filter.assigned_to === 'me') conditions.push(askerId ? isAssignedTo(askerId) : isAssigned());
  else if (filter.assigned_to) conditions.push(isAssignedTo(filter.assigned_to));
  if (filter.flagged === true) conditions.push(gte(documents.openFlags, 1));
  if (filter.flagged === false) conditions.push(eq(documents.openFlags, 0));
  return and(...conditions);
}

/** The documents that wait for a review and that no queue holds. */
export async function findUnqueued(executor: Executor): Promise<SQL> {
  const rows = await listQueueRows(executor);
  const held = rows.map(({ draft }) => sql`not coalesce(${queueCondition(draft.filter)}, false)`);
  return and(eq(documents.state, 'to_review'), ...held) as SQL;
}

/** The documents that a queue holds now; none where there is no such queue any more. @param askerId whom `me` means */
export async function findHeldBy(executor: Executor, queueId: string, askerId?: string): Promise<SQL | undefined> {
  const [row] = await executor.select().from(queues).where(eq(queues.id, queueId));
  return row ? queueCondition(row.draft.filter, askerId) : sql`false`;
}

/** The documents of a queue that are this person's to work on: by its mode, and never as the second approver of what they approved first. */
export function isFor(draft: Pick<QueueDraft, 'members' | 'mode'>, personId: string, present: Present): SQL | undefined {
  const mine = isAssignedTo(personId);
  const notApprovedByMe = or(isNull(documents.firstApproval), ne(sql`${documents.firstApproval} ->> 'id'`, personId));
  if (!isMember(draft, personId)) return and(mine, notApprovedByMe);
  if (draft.mode !== 'pull') return and(mine, notApprovedByMe);
  // an array of one parameter, however many people
  const isThere = present ? sql`${documentAssignments.personId} = any(${sql.param([...present])}::text[])` : undefined;
  const isOthers = isAssigned(and(ne(documentAssignments.personId, personId), isThere));
  return and(not(isOthers), notApprovedByMe);
}

/** The documents in no queue that are this person's to work on: nobody's, their own, or of somebody who is gone. */
export function isForAnybody(personId: string, present: Present): SQL | undefined {
  return isFor({ members: [], mode: 'pull' }, personId, present);
}

/** True when the person works on the queue. */
export function isMember(draft: Pick<QueueDraft, 'members'>, personId: string): boolean {
  return draft.members.length === 0 || draft.members.some((member) => member.id === personId);
}

const OLDEST = [asc(WAITING_SINCE), asc(documents.id)];
const PRIORITY = sql`coalesce(${documents.priority}, 0) desc`;
const DUE = sql`${documents.dueAt} asc nulls last`;
/** How many seconds a person needs for a document, by its schema's id; `other`: where that was not measured. */
export type ReviewSeconds = { of: ReadonlyMap<string, number>; other: number };

/**
 * Where the most errors are to be expected for the work: probably wrong values for each second that such a document takes. Where
 * nothing says how probable they are, flags are counted.
 */
function worst({ of, other }: ReviewSeconds): SQL[] {
  const seconds = sql`coalesce((${JSON.stringify(Object.fromEntries(of))}::jsonb ->> ${documents.schemaId})::float8, ${other}::float8)`;
  const errors = sql`coalesce(${documents.expectedErrors}, ${documents.openFlags})`;
  return [sql`${errors} / ${seconds} desc nulls last`, ...OLDEST];
}

/** A queue's order; what was escalated comes first, longest ago before the others. @param seconds for the order `worst` */
export function queueOrder(order: QueueOrder, seconds: ReviewSeconds): SQL[] {
  const orders: Record<QueueOrder, SQL[]> = {
    oldest: OLDEST,
    worst: worst(seconds),
    priority: [PRIORITY, DUE, ...OLDEST],
    due: [DUE, PRIORITY, ...OLDEST],
  };
  return [sql`${documents.escalatedAt} asc nulls last`, ...orders[order]];
}

/** Every queue, oldest first. */
export function listQueueRows(executor: Executor): Promise<QueueRow[]> {
  return executor.select().from(queues).orderBy(asc(queues.createdAt), asc(queues.id));
}

/**
 * The queues that hold a document now, or by another reading of their filters, oldest queue first.
 * @param matters which queues are asked for
 */
export async function listQueuesOf(
  executor: Executor,
  documentId: string,
  conditionOf: (filter: QueueFilter) => SQL | undefined = queueCondition,
  matters: (queue: QueueRow) => boolean = () => true,
): Promise<QueueRow[]> {
  const rows = (await listQueueRows(executor)).filter(matters);
  if (rows.length === 0) return [];
  const columns = Object.fromEntries(rows.map(({ id, draft }) => [id, sql<boolean>`coalesce(${conditionOf(draft.filter)}, false)`]));
  const [holds] = await executor.select(columns).from(documents).where(eq(documents.id, documentId));
  return rows.filter(({ id }) => holds?.[id] === true);
}
