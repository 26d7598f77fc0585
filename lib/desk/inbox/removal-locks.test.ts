import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { now } from '#lib/platform/clock.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents } from '../documents/tables.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { readInbox } from './operations/list-inbox.ts';
import { inboxEntries } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

/** The id at this place of the order. */
const idAt = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;

test('a family that is removed and a person who marks all as read do not wait for each other', async () => {
  const { database } = t.desk;
  const { id: parentId } = await insertReviewable(t.desk);
  const { id: childId } = await insertReviewable(t.desk);
  const { id: otherId } = await insertReviewable(t.desk);
  await database.update(documents).set({ parentId }).where(eq(documents.id, childId));
  const insert = (place: number, documentId: string) =>
    database.insert(inboxEntries).values({
      id: idAt(place),
      personId: ACTOR.id,
      kind: 'assigned',
      cause: String(place),
      groupId: idAt(place),
      documentId,
      at: now(),
    });
  // of each document the last in order is found first
  for (const place of [5, 1]) await insert(place, parentId);
  for (const place of [4, 2]) await insert(place, childId);
  await insert(3, otherId);
  let reading: Promise<unknown> = Promise.resolve();
  let removal: Promise<unknown> = Promise.resolve();
  await database.transaction(async (transaction) => {
    await transaction.select().from(inboxEntries).where(eq(inboxEntries.documentId, otherId)).for('update');
    reading = readInbox(t.desk, { id: ACTOR.id, isAdmin: false }, { all: true });
    // here they fail, if they do: they are awaited below
    reading.catch(() => undefined);
    await untilWaiting(database, reading);
    removal = removeDocument(t.desk, ACTOR, parentId);
    removal.catch(() => undefined);
    // it may come to its end beside the one who reads
    await Promise.race([removal, untilWaiting(database, removal, 2)]).catch(() => undefined);
  });
  await Promise.all([reading, removal]);
  const left = await database.select().from(inboxEntries);
  expect(left).toEqual([expect.objectContaining({ documentId: otherId, readAt: expect.any(Date) })]);
});
