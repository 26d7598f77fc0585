import { and, count, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { ListQueues, Queue } from '#lib/contract/desk/queue.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { findUnqueued, isMember, listQueueRows, type QueueRow, queueCondition, WAITING_SINCE } from '../../documents/queue-condition.ts';
import { documentAssignments, documentLocks, documentPostponements, documents } from '../../documents/tables.ts';
import { findPace } from './find-pace.ts';
import { getQueueRow } from './save-queue.ts';

/**
 * Every queue with what is in it now, as the person who asks sees it.
 * @param options.withUnqueued also how many documents wait in none of them, for those who can do something about it
 */
export async function listQueues(desk: Desk, actor: NonNullable<Actor>, options: { withUnqueued?: boolean } = {}): Promise<ListQueues> {
  const rows = await listQueueRows(desk.database);
  const items: Queue[] = [];
  for (const row of rows) items.push(await withCounts(desk, actor, row));
  // a desk without queues works through its list
  const unqueued = !options.withUnqueued ? null : rows.length === 0 ? 0 : await countUnqueued(desk);
  return { items, seconds_per_document: await findPace(desk.database, actor.id), unqueued };
}

async function countUnqueued({ database }: Desk): Promise<number> {
  const [row] = await database
    .select({ total: count() })
    .from(documents)
    .where(await findUnqueued(database));
  return row?.total ?? 0;
}

/** One queue. @throws ProblemError `not_found` */
export async function getQueue(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<Queue> {
  return withCounts(desk, actor, await getQueueRow(desk.database, id));
}

const countOf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

async function withCounts(desk: Desk, actor: NonNullable<Actor>, { id, draft }: QueueRow): Promise<Queue> {
  const at = sql`statement_timestamp()`;
  const waits = sql`coalesce(${documentPostponements.until} <= ${at}, true)`;
  const isOpen = and(eq(documentLocks.ahead, false), gt(documentLocks.expiresAt, at));
  const [row] = await desk.database
    .select({
      waiting: countOf(waits),
      mine: countOf(and(waits, eq(documentAssignments.personId, actor.id))),
      locked: countOf(and(waits, isOpen)),
      overdue: countOf(and(waits, lt(documents.dueAt, at))),
      escalated: countOf(and(waits, sql`${documents.escalatedAt} is not null`)),
      postponed: countOf(sql`not (${waits})`),
      oldest: sql<string | null>`min(${WAITING_SINCE}) filter (where ${waits})`,
      all: count(),
    })
    .from(documents)
    .leftJoin(documentAssignments, eq(documentAssignments.documentId, documents.id))
    .leftJoin(documentPostponements, eq(documentPostponements.documentId, documents.id))
    .leftJoin(documentLocks, eq(documentLocks.documentId, documents.id))
    .where(queueCondition(draft.filter, actor.id));
  const {
    oldest,
    all: _all,
    ...counts
  } = row ?? { oldest: null, all: 0, waiting: 0, mine: 0, locked: 0, overdue: 0, escalated: 0, postponed: 0 };
  return { id, draft, is_member: isMember(draft, actor.id), counts, oldest_at: oldest ? new Date(oldest).toISOString() : null };
}
