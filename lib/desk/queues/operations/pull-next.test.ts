import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Effort } from '#lib/contract/desk/insights/effort.ts';
import { removePostponement } from '../../documents/availability/postponement.ts';
import { takeLock } from '../../documents/operations/take-lock.ts';
import { reviewCounts } from '../../insights/tables.ts';
import { approve } from '../../review/operations/decide.ts';
import { ACTOR } from '../../testing/start-test-desk.ts';
import { ago, BOB, CAROL, startTestQueues, type TestQueues } from '../../testing/start-test-queues.ts';
import { assignDocument } from './assign-document.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
});
afterAll(() => t.close());
beforeEach(() => t.clear());

test('twenty people who ask at the same moment get twenty different documents, each locked for its person', async () => {
  const queueId = await t.makeQueue();
  const ids = new Set<string>();
  for (let index = 0; index < 20; index += 1) ids.add(await t.insertWaiting());
  const people = Array.from({ length: 20 }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }));
  const pulled = await Promise.all(people.map((person) => t.pull(queueId, person)));
  expect(new Set(pulled.map(({ document }) => document?.id))).toEqual(ids);
  expect(pulled.map(({ document }) => document?.lock?.holder)).toEqual(people);
  expect((await t.pull(queueId, BOB)).document).toBeNull();
});

test('thirty people and ten documents: ten get one each, the others nothing', async () => {
  const queueId = await t.makeQueue();
  for (let index = 0; index < 10; index += 1) await t.insertWaiting();
  const people = Array.from({ length: 30 }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }));
  const pulled = await Promise.all(people.map((person) => t.pull(queueId, person)));
  const got = pulled.flatMap(({ document }) => (document ? [document.id] : []));
  expect(got).toHaveLength(10);
  expect(new Set(got).size).toBe(10);
});

test('the next in line is the oldest, the worst, the most urgent or the next due, as the queue says', async () => {
  const oldest = await t.insertWaiting({ reviewSince: ago(9), openFlags: 0, lowestConfidence: 0.9 });
  const worst = await t.insertWaiting({ reviewSince: ago(1), openFlags: 4, expectedErrors: 3.2 });
  const urgent = await t.insertWaiting({ reviewSince: ago(2), openFlags: 0, lowestConfidence: 0.9, priority: 2 });
  const due = await t.insertWaiting({ reviewSince: ago(3), openFlags: 0, lowestConfidence: 0.9, priority: -1, dueAt: ago(-1) });
  for (const [order, first] of [
    ['oldest', oldest],
    ['worst', worst],
    ['priority', urgent],
    ['due', due],
  ] as const) {
    const id = await t.makeQueue({ name: order, order });
    const { document } = await t.pull(id, ACTOR, { ahead: true });
    expect(document?.id, order).toBe(first);
  }
});

test('the worst is where most errors are expected for the time that such a document takes', async () => {
  const queueId = await t.makeQueue({ order: 'worst' });
  const took = { deploymentId: 'embedded', personId: '', approved: 10, unchanged: 0, rejected: 0, timed: 10, keys: 0 };
  const hour = ago(1);
  await t.desk.database.insert(reviewCounts).values([
    { ...took, hour, schemaId: 'slow', seconds: 1000 },
    { ...took, hour, schemaId: 'fast', seconds: 100 },
    // too few to say anything
    { ...took, hour, schemaId: 'rare', timed: 4, seconds: 4 },
  ]);
  const slow = await t.insertWaiting({ schemaId: 'slow', expectedErrors: 2 });
  const fast = await t.insertWaiting({ schemaId: 'fast', expectedErrors: 0.5 });
  // as the mean of the others, 55 s
  const rare = await t.insertWaiting({ schemaId: 'rare', expectedErrors: 1.2 });
  const unknown = await t.insertWaiting({ schemaId: 'fast', expectedErrors: null, openFlags: 1 });
  const given: (string | undefined)[] = [];
  for (const person of ['a', 'b', 'c', 'd']) given.push((await t.pull(queueId, { id: person, name: person })).document?.id);
  expect(given).toEqual([unknown, fast, rare, slow]);
  await t.desk.database.delete(reviewCounts);
});

test('what somebody has open, set aside or was given is not pulled by others; what was kept in advance for oneself is', async () => {
  const queueId = await t.makeQueue();
  const open = await t.insertWaiting({ reviewSince: ago(9) });
  const setAside = await t.insertWaiting({ reviewSince: ago(8), postponedUntil: ago(-2) });
  const bobs = await t.insertWaiting({ reviewSince: ago(7), assignee: BOB });
  const free = await t.insertWaiting({ reviewSince: ago(6) });
  await takeLock(t.desk, CAROL, open, { tab: 'c', ahead: false });
  const ahead = await t.pull(queueId, ACTOR, { ahead: true });
  expect(ahead.document).toMatchObject({ id: free, lock: { ahead: true } });
  expect((await t.pull(queueId, CAROL, { tab: 'c', after: open })).document).toBeNull();
  expect((await t.pull(queueId)).document).toMatchObject({ id: free, lock: { ahead: false } });
  expect((await t.pull(queueId, BOB)).document?.id).toBe(bobs);
  await t.desk.database.transaction((transaction) => removePostponement(transaction, setAside));
  expect((await t.pull(queueId, CAROL, { tab: 'c', after: open })).document?.id).toBe(setAside);
  // in a second tab the same person does not get what is open in the first
  expect((await t.pull(queueId, CAROL, { tab: 'c2' })).document).toBeNull();
});

test('without a queue named, the first that has something for the person gives it', async () => {
  await t.makeQueue({ name: 'Empty', filter: { states: ['failed'] } });
  await t.makeQueue({ name: 'Bob’s', members: [BOB], filter: { states: ['to_review'], folder: 'b' } });
  await t.makeQueue({ name: 'Rest', filter: { states: ['to_review'], flagged: false } });
  const inB = await t.insertWaiting({ folder: 'b', openFlags: 1 });
  const rest = await t.insertWaiting({ openFlags: 0 });
  expect(await t.pull(null)).toMatchObject({ queue: { name: 'Rest' }, document: { id: rest }, waiting: 1 });
  expect(await t.pull(null, BOB)).toMatchObject({ queue: { name: 'Bob’s' }, document: { id: inB } });
  expect(await t.pull(null, CAROL)).toMatchObject({ queue: null, document: null });
});

test('a queue worked by hand gives only what was assigned', async () => {
  const queueId = await t.makeQueue({ mode: 'by_hand' });
  const id = await t.insertWaiting();
  expect((await t.pull(queueId)).document).toBeNull();
  await assignDocument(t.desk, BOB, id, ACTOR);
  expect((await t.pull(queueId)).document?.id).toBe(id);
});

test('a person’s pace is the median of their last decisions in the review, without pauses and without decisions on many at once', async () => {
  const queueId = await t.makeQueue();
  const approveAt = async (second: number, effort?: Effort) => {
    const id = await t.insertWaiting();
    await approve(t.desk, BOB, id, { revision: 0, sign_off: true, effort });
    const at = sql`timestamp '2026-01-01' + make_interval(secs => ${second})`;
    await t.desk.database.execute(sql`update desk.decisions set at = ${at} where document_id = ${id}`);
  };
  for (const second of [0, 20, 50, 60, 100, 5000, 5030]) await approveAt(second, { seconds: 5, keys: 1, fields: {} });
  // in bulk, from the list
  for (let second = 5031; second < 5040; second += 1) await approveAt(second);
  // gaps of 20, 30, 10, 40 and 30 seconds; that of 4,900 was a pause
  expect((await t.pull(queueId, BOB)).seconds_per_document).toBe(30);
  expect((await t.pull(queueId, CAROL)).seconds_per_document).toBeNull();
});

test('what waits in no queue is given when the queues have nothing more, to whoever may review it, and once', async () => {
  await t.makeQueue({ name: 'Folder', filter: { states: ['to_review'], folder: 'in' }, members: [BOB] });
  const held = await t.insertWaiting({ folder: 'in', reviewSince: ago(9) });
  const loose = await t.insertWaiting({ folder: 'out', reviewSince: ago(8) });
  const urgent = await t.insertWaiting({ folder: 'out', reviewSince: ago(1), priority: 2 });
  await t.insertWaiting({ folder: 'out', postponedUntil: ago(-5) });
  await t.insertWaiting({ folder: 'out', assignee: CAROL });
  await t.insertWaiting({ folder: 'out', firstApproval: { id: BOB.id, name: BOB.name, at: ago(1).toISOString() } as never });
  const first = await t.pull(null, BOB);
  expect([first.queue?.name, first.document?.id]).toEqual(['Folder', held]);
  const second = await t.pull(null, BOB, { tab: 'other', after: held });
  expect([second.queue, second.document?.id]).toEqual([null, urgent]);
  const third = await t.pull(null, ACTOR, { after: held });
  expect(third.document?.id).toBe(loose);
});
