import { like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { auditEntries } from '../../audit/tables.ts';
import { listDocuments } from '../../documents/operations/list-documents.ts';
import { takeLock } from '../../documents/operations/take-lock.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { insertReviewable } from '../../testing/insert-reviewable.ts';
import { ACTOR } from '../../testing/start-test-desk.ts';
import { ago, BOB, startTestQueues, type TestQueues } from '../../testing/start-test-queues.ts';
import { assignDocument } from './assign-document.ts';
import { listQueues } from './list-queues.ts';
import { removeQueue, saveQueue } from './save-queue.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
});
afterAll(() => t.close());
beforeEach(() => t.clear());

test('a queue holds what its filter selects and counts it', async () => {
  const schema = await insertReviewable(t.desk);
  const inFolder = await t.insertWaiting({ folder: '2026/march', openFlags: 2, dueAt: ago(1) });
  await t.insertWaiting({ folder: '2026x' });
  const folder = await t.makeQueue({ name: 'Folder', filter: { states: ['to_review'], folder: '2026/', flagged: true } });
  const ofSchema = await t.makeQueue({ name: 'Schema', filter: { states: ['to_review'], schema_id: schema.schemaId } });
  const mine = await t.makeQueue({ name: 'Mine', filter: { states: ['to_review'], assigned_to: 'me' } });
  await assignDocument(t.desk, ACTOR, inFolder, ACTOR);
  await takeLock(t.desk, BOB, inFolder, { tab: 'b', ahead: false });
  const { items } = await listQueues(t.desk, ACTOR);
  const countsOf = (id: string) => items.find((item) => item.id === id)?.counts;
  expect(countsOf(folder)).toEqual({ waiting: 1, mine: 1, locked: 1, overdue: 1, escalated: 0, postponed: 0 });
  expect(countsOf(ofSchema)).toMatchObject({ waiting: 1, mine: 0 });
  expect(countsOf(mine)).toMatchObject({ waiting: 1 });
  expect((await listQueues(t.desk, BOB)).items.find((item) => item.id === mine)?.counts.waiting).toBe(0);
});

test('how many documents wait in no queue is told to whoever may change queues, and the list shows these', async () => {
  await t.makeQueue({ filter: { states: ['to_review'], flagged: true } });
  await t.insertWaiting({ openFlags: 3 });
  const loose = await t.insertWaiting({ openFlags: 0 });
  const unknown = await t.insertWaiting({ openFlags: null });
  await t.insertWaiting({ openFlags: 0, state: 'approved' });
  expect((await listQueues(t.desk, ACTOR)).unqueued).toBeNull();
  expect((await listQueues(t.desk, ACTOR, { withUnqueued: true })).unqueued).toBe(2);
  const listed = await listDocuments(t.desk, listDocumentsQuerySchema.parse({ queue: 'none' }));
  expect(new Set(listed.items.map(({ id }) => id))).toEqual(new Set([loose, unknown]));
  expect(listed.total).toBe(2);
});

test('a desk without queues has none that a document could be missing from', async () => {
  await t.insertWaiting();
  expect((await t.pull(null)).document).toBeNull();
  expect((await listQueues(t.desk, ACTOR, { withUnqueued: true })).unqueued).toBe(0);
});

test('names of queues are unique, changes are recorded, and a removed queue leaves its documents', async () => {
  const id = await t.makeQueue({ name: 'Invoices' });
  await expect(t.makeQueue({ name: 'invoices' })).rejects.toMatchObject({ code: 'conflict' });
  await saveQueue(t.desk, BOB, queueDraftSchema.parse({ name: 'Bills' }), id);
  const document = await t.insertWaiting();
  await removeQueue(t.desk, BOB, id);
  await expect(t.pull(id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await getDocument(t.desk, document)).document.state).toBe('to_review');
  const [removed, renamed] = await t.desk.database
    .select()
    .from(auditEntries)
    .where(like(auditEntries.event, 'queue.%'))
    .orderBy(sql`id desc`)
    .limit(2);
  expect(removed).toMatchObject({ event: 'queue.removed', actorId: 'bob', detail: { queue_name: 'Bills' } });
  expect(renamed).toMatchObject({ event: 'queue.saved', oldValue: { name: 'Invoices' }, newValue: { name: 'Bills' } });
});

test('a round robin without members, and a queue without a name, are refused', () => {
  expect(queueDraftSchema.safeParse({ name: 'R', mode: 'round_robin' }).success).toBe(false);
  expect(queueDraftSchema.safeParse({ name: '  ' }).success).toBe(false);
});
