import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../audit/tables.ts';
import { documentAssignments, documents } from '../documents/tables.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { listEvents } from '../testing/list-events.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { ago, BOB, CAROL, startTestQueues, type TestQueues } from '../testing/start-test-queues.ts';
import { escalateWaiting } from './escalate.ts';
import { assignDocument } from './operations/assign-document.ts';
import { listQueues } from './operations/list-queues.ts';
import { pullNext } from './operations/pull-next.ts';
import { releaseAssignments } from './operations/release-assignments.ts';
import { removeQueue } from './operations/save-queue.ts';
import { shareOutWaiting } from './receive-in-queues.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
});
afterAll(() => t.close());
beforeEach(() => t.clear());

test('round robin shares out in turn, and each member pulls only their own', async () => {
  const queueId = await t.makeQueue({ mode: 'round_robin', members: [BOB, CAROL] });
  for (let index = 0; index < 5; index += 1) await t.insertWaiting({ reviewSince: ago(10 - index) });
  expect(await shareOutWaiting(t.desk)).toBe(5);
  const rows = await t.desk.database
    .select({ id: documents.id, personId: documentAssignments.personId })
    .from(documents)
    .leftJoin(documentAssignments, eq(documentAssignments.documentId, documents.id))
    .orderBy(documents.reviewSince);
  expect(rows.map((row) => row.personId)).toEqual(['bob', 'carol', 'bob', 'carol', 'bob']);
  expect(await listEvents(t.desk, rows[0]!.id)).toEqual(['document.assigned']);
  await t.insertWaiting();
  await shareOutWaiting(t.desk);
  expect((await t.pull(queueId, CAROL)).document?.assigned_to).toEqual(CAROL);
  expect((await t.pull(queueId, ACTOR)).document).toBeNull();
  const { items } = await listQueues(t.desk, CAROL);
  expect(items[0]).toMatchObject({ is_member: true, counts: { waiting: 6, mine: 3 } });
});

test('documents past due or waiting too long are marked, put on top and given to the person named, once', async () => {
  const queueId = await t.makeQueue({ order: 'oldest', escalate_after_hours: 4, escalate_to: CAROL });
  const old = await t.insertWaiting({ reviewSince: ago(5) });
  const due = await t.insertWaiting({ reviewSince: ago(1), dueAt: ago(0.5) });
  const older = await t.insertWaiting({ reviewSince: ago(9), postponedUntil: ago(-1) });
  const fresh = await t.insertWaiting({ reviewSince: ago(2) });
  expect(await escalateWaiting(t.desk)).toBe(2);
  expect(await escalateWaiting(t.desk)).toBe(0);
  const at = async (id: string) => (await getDocument(t.desk, id)).document;
  expect(await at(old)).toMatchObject({ escalated_at: expect.any(String), assigned_to: CAROL });
  expect(await at(due)).toMatchObject({ escalated_at: expect.any(String), assigned_to: CAROL });
  expect(await at(older)).toMatchObject({ escalated_at: null, assigned_to: null });
  const [entry] = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, due));
  expect(entry).toMatchObject({ actorId: null, event: 'document.escalated', detail: { reason: 'past_due', to: CAROL } });
  expect((await t.pull(queueId, CAROL)).document?.escalated_at).not.toBeNull();
  expect((await t.pull(queueId, BOB)).document?.id).toBe(fresh);
});

test('who is gone gets nothing shared out or escalated, and what they had others pull', async () => {
  const desk = { ...t.desk, listReviewerIds: async () => [ACTOR.id, BOB.id] };
  const robin = await t.makeQueue({
    name: 'Robin',
    mode: 'round_robin',
    members: [CAROL, BOB],
    filter: { states: ['to_review'], folder: 'r' },
  });
  const left = await t.makeQueue({ name: 'Left', mode: 'round_robin', members: [CAROL], filter: { states: ['to_review'], folder: 'l' } });
  const shared = [await t.insertWaiting({ folder: 'r' }), await t.insertWaiting({ folder: 'r' })];
  const nobodys = await t.insertWaiting({ folder: 'l' });
  expect(await shareOutWaiting(desk)).toBe(2);
  const personOf = async (id: string) => (await getDocument(t.desk, id)).document.assigned_to;
  for (const id of shared) expect(await personOf(id)).toEqual(BOB);
  expect(await personOf(nobodys)).toBeNull();
  await removeQueue(t.desk, ACTOR, robin);
  await removeQueue(t.desk, ACTOR, left);
  const queueId = await t.makeQueue({ escalate_after_hours: 4, escalate_to: CAROL, filter: { states: ['to_review'], folder: 'e' } });
  const late = await t.insertWaiting({ folder: 'e', reviewSince: ago(5) });
  expect(await escalateWaiting(desk)).toBe(1);
  expect(await personOf(late)).toBeNull();
  await assignDocument(t.desk, ACTOR, late, CAROL);
  expect((await t.pull(queueId)).document).toBeNull();
  const pulled = await pullNext(desk, ACTOR, queueId, { tab: 'x', ahead: false });
  expect(pulled).toMatchObject({ document: { id: late }, waiting: 1 });
});

test('undecided documents of who is switched off are nobody’s again, and it is recorded', async () => {
  const open = await t.insertWaiting({ assignee: CAROL });
  const decided = await t.insertWaiting({ assignee: CAROL, state: 'approved' });
  const split = await t.insertWaiting({ assignee: CAROL, state: 'split' });
  const others = await t.insertWaiting({ assignee: BOB });
  expect(await releaseAssignments(t.desk, ACTOR, CAROL.id)).toBe(1);
  const personOf = async (id: string) => (await getDocument(t.desk, id)).document.assigned_to;
  expect(await Promise.all([open, decided, split, others].map(personOf))).toEqual([null, CAROL, CAROL, BOB]);
  const [entry] = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, open));
  expect(entry).toMatchObject({ actorId: ACTOR.id, event: 'document.assigned', detail: { from: CAROL, to: null } });
});

// the last one: its worker goes on beside whatever comes after it
test('the worker escalates by itself, soon after it starts', async () => {
  await t.makeQueue({ escalate_after_hours: 1, escalate_to: CAROL });
  const id = await t.insertWaiting({ reviewSince: ago(2) });
  await t.worker.start();
  await expect.poll(async () => (await getDocument(t.desk, id)).document.assigned_to).toEqual(CAROL);
});
