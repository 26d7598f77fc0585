import { eq } from 'drizzle-orm';
import { type QueueDraft, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { type Person, saveAssignment } from '../documents/availability/assignment.ts';
import { savePostponement } from '../documents/availability/postponement.ts';
import { documents, queues } from '../documents/tables.ts';
import { pullNext } from '../queues/operations/pull-next.ts';
import { saveQueue } from '../queues/operations/save-queue.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { insertReviewable } from './insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from './start-test-desk.ts';

export const BOB = { id: 'bob', name: 'Bob' };
export const CAROL = { id: 'carol', name: 'Carol' };
export const HOUR = 3_600_000;
export const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

type Waiting = Partial<typeof documents.$inferSelect> & { assignee?: Person; postponedUntil?: Date };

export type TestQueues = TestDesk & {
  /** Makes a queue of all documents that wait for review, unless the draft says otherwise. @returns its id */
  makeQueue: (draft?: Partial<QueueDraft>) => Promise<string>;
  /** A document that waits for review. @returns its id */
  insertWaiting: (columns?: Waiting) => Promise<string>;
  pull: (queueId: string | null, person?: Person, more?: { tab?: string; after?: string; ahead?: boolean }) => ReturnType<typeof pullNext>;
  /** Removes documents, queues and settings of schemas. */
  clear: () => Promise<void>;
};

/** A desk with what tests of queues need. */
export async function startTestQueues(): Promise<TestQueues> {
  const t = await startTestDesk();
  const { database } = t.desk;
  return {
    ...t,
    makeQueue: (draft = {}) => saveQueue(t.desk, ACTOR, queueDraftSchema.parse({ name: 'All', ...draft })),
    async insertWaiting({ assignee, postponedUntil, ...columns } = {}) {
      const { id } = await insertReviewable(t.desk);
      if (Object.keys(columns).length > 0) await database.update(documents).set(columns).where(eq(documents.id, id));
      await database.transaction(async (transaction) => {
        if (assignee) await saveAssignment(transaction, id, assignee);
        if (postponedUntil) await savePostponement(transaction, id, { until: postponedUntil, reason: 'later' });
      });
      return id;
    },
    pull: (queueId, person = ACTOR, more = {}) => pullNext(t.desk, person, queueId, { tab: `tab of ${person.id}`, ahead: false, ...more }),
    async clear() {
      for (const table of [documents, queues, schemaSettings]) await database.delete(table);
    },
  };
}
