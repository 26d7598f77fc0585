import { and, count, eq, ne, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Pulled, pullNextSchema } from '#lib/contract/desk/queue.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { findPresent, type Present } from '../../context/find-present.ts';
import { isFreeFor, isLockedNow, saveLock } from '../../documents/availability/document-lock.ts';
import { isNotPostponed } from '../../documents/availability/postponement.ts';
import { getDeskDocument } from '../../documents/desk-document.ts';
import {
  findUnqueued,
  isFor,
  isForAnybody,
  listQueueRows,
  type QueueRow,
  queueCondition,
  queueOrder,
  type ReviewSeconds,
} from '../../documents/queue-condition.ts';
import { documentLocks, documents } from '../../documents/tables.ts';
import { listReviewSeconds } from '../../insights/list-review-seconds.ts';
import { findPace } from './find-pace.ts';
import { getQueueRow } from './save-queue.ts';

type PullOptions = z.output<typeof pullNextSchema>;
/** No queue goes by it. */
const NOT_ASKED: ReviewSeconds = { of: new Map(), other: 1 };

/**
 * Finds the next document of a queue for this person and locks it for their tab, in one transaction: two people who ask at
 * the same moment never get the same one.
 * @param queueId null = the first queue that has something for them, else what waits in none; on a desk without queues nothing is found
 * @throws ProblemError `not_found` (the queue)
 */
export async function pullNext(desk: Desk, actor: NonNullable<Actor>, queueId: string | null, options: PullOptions): Promise<Pulled> {
  const queues = queueId === null ? await listQueueRows(desk.database) : [await getQueueRow(desk.database, queueId)];
  const present = await findPresent(desk);
  const pace = await findPace(desk.database, actor.id);
  const isWorstFirst = queues.some(({ draft }) => draft.order === 'worst');
  const seconds = isWorstFirst ? await listReviewSeconds(desk.database) : NOT_ASKED;
  for (const queue of queues) {
    const mine = forPerson(queue, actor.id, present);
    const order = queueOrder(queue.draft.order, seconds);
    const pulled = await desk.database.transaction((transaction) => pullFrom(transaction, actor, mine, order, options));
    if (!pulled && queueId === null) continue;
    const waiting = await countFor(desk, actor, mine);
    return {
      queue: { id: queue.id, name: queue.draft.name },
      document: pulled,
      waiting,
      seconds_per_document: pace,
    };
  }
  if (queueId !== null || queues.length === 0) return { queue: null, document: null, waiting: 0, seconds_per_document: pace };
  const mine = and(await findUnqueued(desk.database), isNotPostponed(), isForAnybody(actor.id, present));
  const pulled = await desk.database.transaction((transaction) =>
    pullFrom(transaction, actor, mine, queueOrder('priority', seconds), options),
  );
  const waiting = pulled ? await countFor(desk, actor, mine) : 0;
  return { queue: null, document: pulled, waiting, seconds_per_document: pace };
}

/** @param mine what the person may work on */
async function pullFrom(transaction: Transaction, actor: NonNullable<Actor>, mine: SQL | undefined, order: SQL[], options: PullOptions) {
  const where = and(mine, isFreeForTab(actor.id, options.tab), options.after ? ne(documents.id, options.after) : undefined);
  const passed: string[] = [];
  for (;;) {
    const id = await lockFirst(transaction, where, order, passed);
    if (id === null) return null;
    const lock = await saveLock(transaction, id, { holder: actor, tab: options.tab, ahead: options.ahead });
    if (lock) return getDeskDocument(transaction, id);
    passed.push(id);
  }
}

/**
 * Locks the row of the first document that the condition holds for.
 * @param passed ids to leave out; those that turn out to be taken are added
 * @returns its id
 */
async function lockFirst(transaction: Transaction, where: SQL | undefined, order: SQL[], passed: string[]): Promise<string | null> {
  const find = (more?: SQL) =>
    transaction
      .select({ id: documents.id })
      .from(documents)
      .where(and(where, passed.length > 0 ? notInArray(documents.id, passed) : undefined, more))
      .orderBy(...order)
      .limit(1);
  for (;;) {
    // what another transaction holds just now, or changed just now, is passed over; only when nothing else is left it is waited for
    const [free] = await find(IS_SETTLED).for('update', { skipLocked: true });
    if (free) return free.id;
    const [found] = await find().for('update');
    if (!found) return null;
    // a statement of its own, which sees who was given the document while it was waited for
    const [still] = await transaction
      .select({ id: documents.id })
      .from(documents)
      .where(and(where, eq(documents.id, found.id)));
    if (still) return found.id;
    passed.push(found.id);
  }
}

/**
 * Last written by a transaction that this statement sees all of. PostgreSQL looks at it again once the row is locked, so what the
 * statement saw of the document's lock, assignment and postponement holds: whoever writes one of them writes the row too. Only a
 * heartbeat does not; `saveLock` looks for one.
 */
const IS_SETTLED = sql`pg_visible_in_snapshot(${documents.changedIn}, (select pg_current_snapshot()))`;

/** What waits in a queue for this person, whoever has it open. */
function forPerson({ draft }: QueueRow, personId: string, present: Present): SQL | undefined {
  return and(queueCondition(draft.filter, personId), isNotPostponed(), isFor(draft, personId, present));
}

/** Nobody works on it, or it was kept in advance for this very person. */
function isFreeForTab(personId: string, tab: string): SQL {
  return not(isLockedNow(sql`not (${isFreeFor(personId, tab)})`));
}

/** How many wait for this person, without what others have open. */
async function countFor(desk: Desk, actor: NonNullable<Actor>, mine: SQL | undefined): Promise<number> {
  const isElsewhere = isLockedNow(ne(documentLocks.holderId, actor.id));
  const [row] = await desk.database
    .select({ total: count() })
    .from(documents)
    .where(and(mine, not(isElsewhere)));
  return row?.total ?? 0;
}
