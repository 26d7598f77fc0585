import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../documents/tables.ts';
import { assignDocument } from '../queues/operations/assign-document.ts';
import { approve } from '../review/operations/decide.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { countDocument } from './count-document.ts';
import { getOverview } from './operations/get-overview.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const overview = (withHealth = false) => getOverview(t.desk, ACTOR, { timeZone: 'Europe/Berlin', withHealth });
const setDocument = (id: string, change: Partial<typeof documents.$inferInsert>) =>
  t.desk.database.update(documents).set(change).where(eq(documents.id, id));

test('an empty desk has nothing waiting, and fourteen days without work', async () => {
  const { waiting, documents: all, days, health } = await overview();
  expect([waiting.all, all, waiting.oldest_at, days.length, health]).toEqual([0, 0, null, 14, null]);
});

test('what waits is told by whose it is, how urgent and how sure it is', async () => {
  const mine = await insertReviewable(t.desk, { name: 'mine.txt' });
  const late = await insertReviewable(t.desk, { name: 'late.txt', confidence: 0.5 });
  const failed = await insertReviewable(t.desk, { name: 'failed.txt' });
  await assignDocument(t.desk, ACTOR, mine.id, ACTOR);
  await setDocument(late.id, { dueAt: new Date('2020-01-01'), reviewSince: new Date('2020-01-01') });
  await setDocument(failed.id, { state: 'failed' });
  const bare = await insertReviewable(t.desk, { name: 'bare.txt' });
  await setDocument(bare.id, { state: 'indexed' });
  const { waiting, trouble, documents: all } = await overview();
  expect(waiting).toMatchObject({ all: 2, mine: 1, free: 1, overdue: 1, clean: 1, second: 0, oldest_at: '2020-01-01T00:00:00.000Z' });
  expect([trouble.failed, trouble.indexed, trouble.held_up, all]).toEqual([1, 1, 0, 4]);
});

test('an approval is in the figures of today, of everyone and of the person', async () => {
  const { id } = await insertReviewable(t.desk, { name: 'approved.txt' });
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false, effort: { seconds: 12, keys: 1, fields: {} } });
  await countDocument(t.desk, id);
  const today = (await overview()).days.at(-1);
  expect(today).toMatchObject({ all: { approved: 1, unchanged: 1, seconds: 12 }, mine: { approved: 1, unchanged: 1 } });
  const other = await getOverview(t.desk, { id: 'other', name: 'Other' }, { timeZone: 'UTC', withHealth: false });
  expect(other.days.at(-1)?.mine?.approved).toBe(0);
});

test('an admin sees how late the desk’s work is, and how much room there is for files', async () => {
  const { health } = await overview(true);
  expect(health).toMatchObject({ store: 'folder', free_bytes: expect.any(Number), backup: { state: 'never', last_at: null } });
});
