import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { type QueueDraft, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { auditEntries } from '../audit/tables.ts';
import { type Person, saveAssignment } from '../documents/availability/assignment.ts';
import { removePostponement, savePostponement } from '../documents/availability/postponement.ts';
import { takeLock } from '../documents/availability/take-lock.ts';
import { getDocumentRow } from '../documents/desk-document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { prioritiseDocument } from '../documents/prioritise-document.ts';
import { documentAssignments, documents, queues } from '../documents/tables.ts';
import { approve } from '../review/decide.ts';
import { getDocument } from '../review/get-document.ts';
import { saveSchemaSettings } from '../schemas/schema-settings.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { assignDocument } from './assign-document.ts';
import { escalateWaiting } from './escalate.ts';
import { listQueues } from './list-queues.ts';
import { pullNext } from './pull-next.ts';
import { receiveInQueues, shareOutWaiting } from './receive-in-queues.ts';
import { releaseAssignments } from './release-assignments.ts';
import { removeQueue, saveQueue } from './save-queue.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.desk.database.delete(documents);
  await t.desk.database.delete(queues);
  await t.desk.database.delete(schemaSettings);
});

const BOB = { id: 'bob', name: 'Bob' };
const CAROL = { id: 'carol', name: 'Carol' };
const HOUR = 3_600_000;
const queue = (draft: Partial<QueueDraft> = {}) => saveQueue(t.desk, ACTOR, queueDraftSchema.parse({ name: 'All', ...draft }));
const set = (id: string, columns: Partial<typeof documents.$inferSelect>) =>
  t.desk.database.update(documents).set(columns).where(eq(documents.id, id));
type Work = { assignee?: Person; postponedUntil?: Date };
const waiting = async ({ assignee, postponedUntil, ...columns }: Partial<typeof documents.$inferSelect> & Work = {}) => {
  const { id } = await insertReviewable(t.desk);
  if (Object.keys(columns).length > 0) await set(id, columns);
  await t.desk.database.transaction(async (transaction) => {
    if (assignee) await saveAssignment(transaction, id, assignee);
    if (postponedUntil) await savePostponement(transaction, id, { until: postponedUntil, reason: 'later' });
  });
  return id;
};
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const pull = async (queueId: string | null, person = ACTOR, more: { tab?: string; after?: string; ahead?: boolean } = {}) =>
  pullNext(t.desk, person, queueId, { tab: `tab of ${person.id}`, ahead: false, ...more });
const events = async (id: string) =>
  (await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id)).map(
    (entry) => entry.event,
  );

test('twenty people who ask at the same moment get twenty different documents, each locked for its person', async () => {
  const queueId = await queue();
  const ids = new Set<string>();
  for (let index = 0; index < 20; index += 1) ids.add(await waiting());
  const people = Array.from({ length: 20 }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }));
  const pulled = await Promise.all(people.map((person) => pull(queueId, person)));
  expect(new Set(pulled.map(({ document }) => document?.id))).toEqual(ids);
  expect(pulled.map(({ document }) => document?.lock?.holder)).toEqual(people);
  expect((await pull(queueId, BOB)).document).toBeNull();
});

test('thirty people and ten documents: ten get one each, the others nothing', async () => {
  const queueId = await queue();
  for (let index = 0; index < 10; index += 1) await waiting();
  const people = Array.from({ length: 30 }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }));
  const pulled = await Promise.all(people.map((person) => pull(queueId, person)));
  const got = pulled.flatMap(({ document }) => (document ? [document.id] : []));
  expect(got).toHaveLength(10);
  expect(new Set(got).size).toBe(10);
});

test('the next in line is the oldest, the worst, the most urgent or the next due, as the queue says', async () => {
  const oldest = await waiting({ reviewSince: ago(9), openFlags: 0, lowestConfidence: 0.9 });
  const worst = await waiting({ reviewSince: ago(1), openFlags: 4, lowestConfidence: 0.2 });
  const urgent = await waiting({ reviewSince: ago(2), openFlags: 0, lowestConfidence: 0.9, priority: 2 });
  const due = await waiting({ reviewSince: ago(3), openFlags: 0, lowestConfidence: 0.9, priority: -1, dueAt: ago(-1) });
  for (const [order, first] of [
    ['oldest', oldest],
    ['worst', worst],
    ['priority', urgent],
    ['due', due],
  ] as const) {
    const id = await queue({ name: order, order });
    const { document } = await pull(id, ACTOR, { ahead: true });
    expect(document?.id, order).toBe(first);
  }
});

test('a queue holds what its filter selects and counts it', async () => {
  const schema = await insertReviewable(t.desk);
  const inFolder = await waiting({ folder: '2026/march', openFlags: 2, dueAt: ago(1) });
  await waiting({ folder: '2026x' });
  const folder = await queue({ name: 'Folder', filter: { states: ['to_review'], folder: '2026/', flagged: true } });
  const ofSchema = await queue({ name: 'Schema', filter: { states: ['to_review'], schema_id: schema.schemaId } });
  const mine = await queue({ name: 'Mine', filter: { states: ['to_review'], assigned_to: 'me' } });
  await assignDocument(t.desk, ACTOR, inFolder, ACTOR);
  await takeLock(t.desk, BOB, inFolder, { tab: 'b', ahead: false });
  const { items } = await listQueues(t.desk, ACTOR);
  const countsOf = (id: string) => items.find((item) => item.id === id)?.counts;
  expect(countsOf(folder)).toEqual({ waiting: 1, mine: 1, locked: 1, overdue: 1, escalated: 0, postponed: 0 });
  expect(countsOf(ofSchema)).toMatchObject({ waiting: 1, mine: 0 });
  expect(countsOf(mine)).toMatchObject({ waiting: 1 });
  expect((await listQueues(t.desk, BOB)).items.find((item) => item.id === mine)?.counts.waiting).toBe(0);
});

test('what somebody has open, set aside or was given is not pulled by others; what was kept in advance for oneself is', async () => {
  const queueId = await queue();
  const open = await waiting({ reviewSince: ago(9) });
  const setAside = await waiting({ reviewSince: ago(8), postponedUntil: ago(-2) });
  const bobs = await waiting({ reviewSince: ago(7), assignee: BOB });
  const free = await waiting({ reviewSince: ago(6) });
  await takeLock(t.desk, CAROL, open, { tab: 'c', ahead: false });
  const ahead = await pull(queueId, ACTOR, { ahead: true });
  expect(ahead.document).toMatchObject({ id: free, lock: { ahead: true } });
  expect((await pull(queueId, CAROL, { tab: 'c', after: open })).document).toBeNull();
  expect((await pull(queueId)).document).toMatchObject({ id: free, lock: { ahead: false } });
  expect((await pull(queueId, BOB)).document?.id).toBe(bobs);
  await t.desk.database.transaction((transaction) => removePostponement(transaction, setAside));
  expect((await pull(queueId, CAROL, { tab: 'c', after: open })).document?.id).toBe(setAside);
  // in a second tab the same person does not get what is open in the first
  expect((await pull(queueId, CAROL, { tab: 'c2' })).document).toBeNull();
});

test('without a queue named, the first that has something for the person gives it', async () => {
  await queue({ name: 'Empty', filter: { states: ['failed'] } });
  await queue({ name: 'Bob’s', members: [BOB], filter: { states: ['to_review'], folder: 'b' } });
  await queue({ name: 'Rest', filter: { states: ['to_review'], flagged: false } });
  const inB = await waiting({ folder: 'b', openFlags: 1 });
  const rest = await waiting({ openFlags: 0 });
  expect(await pull(null)).toMatchObject({ queue: { name: 'Rest' }, document: { id: rest }, waiting: 1 });
  expect(await pull(null, BOB)).toMatchObject({ queue: { name: 'Bob’s' }, document: { id: inB } });
  expect(await pull(null, CAROL)).toMatchObject({ queue: null, document: null });
});

test('round robin shares out in turn, and each member pulls only their own', async () => {
  const queueId = await queue({ mode: 'round_robin', members: [BOB, CAROL] });
  for (let index = 0; index < 5; index += 1) await waiting({ reviewSince: ago(10 - index) });
  expect(await shareOutWaiting(t.desk)).toBe(5);
  const rows = await t.desk.database
    .select({ id: documents.id, personId: documentAssignments.personId })
    .from(documents)
    .leftJoin(documentAssignments, eq(documentAssignments.documentId, documents.id))
    .orderBy(documents.reviewSince);
  expect(rows.map((row) => row.personId)).toEqual(['bob', 'carol', 'bob', 'carol', 'bob']);
  expect(await events(rows[0]!.id)).toEqual(['document.assigned']);
  await waiting();
  await shareOutWaiting(t.desk);
  expect((await pull(queueId, CAROL)).document?.assigned_to).toEqual(CAROL);
  expect((await pull(queueId, ACTOR)).document).toBeNull();
  const { items } = await listQueues(t.desk, CAROL);
  expect(items[0]).toMatchObject({ is_member: true, counts: { waiting: 6, mine: 3 } });
});

test('a queue worked by hand gives only what was assigned', async () => {
  const queueId = await queue({ mode: 'by_hand' });
  const id = await waiting();
  expect((await pull(queueId)).document).toBeNull();
  await assignDocument(t.desk, BOB, id, ACTOR);
  expect((await pull(queueId)).document?.id).toBe(id);
});

test('documents past due or waiting too long are marked, put on top and given to the person named, once', async () => {
  const queueId = await queue({ order: 'oldest', escalate_after_hours: 4, escalate_to: CAROL });
  const old = await waiting({ reviewSince: ago(5) });
  const due = await waiting({ reviewSince: ago(1), dueAt: ago(0.5) });
  const older = await waiting({ reviewSince: ago(9), postponedUntil: ago(-1) });
  const fresh = await waiting({ reviewSince: ago(2) });
  expect(await escalateWaiting(t.desk)).toBe(2);
  expect(await escalateWaiting(t.desk)).toBe(0);
  const at = async (id: string) => (await getDocument(t.desk, id)).document;
  expect(await at(old)).toMatchObject({ escalated_at: expect.any(String), assigned_to: CAROL });
  expect(await at(due)).toMatchObject({ escalated_at: expect.any(String), assigned_to: CAROL });
  expect(await at(older)).toMatchObject({ escalated_at: null, assigned_to: null });
  const [entry] = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, due));
  expect(entry).toMatchObject({ actorId: null, event: 'document.escalated', detail: { reason: 'past_due', to: CAROL } });
  expect((await pull(queueId, CAROL)).document?.escalated_at).not.toBeNull();
  expect((await pull(queueId, BOB)).document?.id).toBe(fresh);
});

test('who is gone gets nothing shared out or escalated, and what they had others pull', async () => {
  const desk = { ...t.desk, listReviewerIds: async () => [ACTOR.id, BOB.id] };
  const robin = await queue({ name: 'Robin', mode: 'round_robin', members: [CAROL, BOB], filter: { states: ['to_review'], folder: 'r' } });
  const left = await queue({ name: 'Left', mode: 'round_robin', members: [CAROL], filter: { states: ['to_review'], folder: 'l' } });
  const shared = [await waiting({ folder: 'r' }), await waiting({ folder: 'r' })];
  const nobodys = await waiting({ folder: 'l' });
  expect(await shareOutWaiting(desk)).toBe(2);
  const personOf = async (id: string) => (await getDocument(t.desk, id)).document.assigned_to;
  for (const id of shared) expect(await personOf(id)).toEqual(BOB);
  expect(await personOf(nobodys)).toBeNull();
  await removeQueue(t.desk, ACTOR, robin);
  await removeQueue(t.desk, ACTOR, left);
  const queueId = await queue({ escalate_after_hours: 4, escalate_to: CAROL, filter: { states: ['to_review'], folder: 'e' } });
  const late = await waiting({ folder: 'e', reviewSince: ago(5) });
  expect(await escalateWaiting(desk)).toBe(1);
  expect(await personOf(late)).toBeNull();
  await assignDocument(t.desk, ACTOR, late, CAROL);
  expect((await pull(queueId)).document).toBeNull();
  const pulled = await pullNext(desk, ACTOR, queueId, { tab: 'x', ahead: false });
  expect(pulled).toMatchObject({ document: { id: late }, waiting: 1 });
});

test('undecided documents of who is switched off are nobody’s again, and it is noted', async () => {
  const open = await waiting({ assignee: CAROL });
  const decided = await waiting({ assignee: CAROL, state: 'approved' });
  const others = await waiting({ assignee: BOB });
  expect(await releaseAssignments(t.desk, ACTOR, CAROL.id)).toBe(1);
  const personOf = async (id: string) => (await getDocument(t.desk, id)).document.assigned_to;
  expect([await personOf(open), await personOf(decided), await personOf(others)]).toEqual([null, CAROL, BOB]);
  const [entry] = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, open));
  expect(entry).toMatchObject({ actorId: ACTOR.id, event: 'document.assigned', detail: { from: CAROL, to: null } });
});

test('priority and due date are set by hand, and noted with what they were', async () => {
  const id = await waiting();
  const due = ago(-24).toISOString();
  expect(await prioritiseDocument(t.desk, ACTOR, id, { priority: 2, due_at: due })).toMatchObject({ priority: 2, due_at: due });
  expect(await prioritiseDocument(t.desk, ACTOR, id, { due_at: null })).toMatchObject({ priority: 2, due_at: null });
  await prioritiseDocument(t.desk, ACTOR, id, { priority: 2 });
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(entries).toHaveLength(2);
  expect(entries[1]).toMatchObject({ oldValue: { priority: 2, due_at: due }, newValue: { priority: 2, due_at: null } });
});

test('a person’s pace is the median of their last decisions, without pauses', async () => {
  const queueId = await queue();
  const seconds = [0, 20, 50, 60, 100, 5000, 5030];
  for (const second of seconds) {
    const id = await waiting();
    await approve(t.desk, BOB, id, { revision: 0, sign_off: true });
    const at = sql`timestamp '2026-01-01' + make_interval(secs => ${second})`;
    await t.desk.database.execute(sql`update desk.decisions set at = ${at} where document_id = ${id}`);
  }
  // gaps of 20, 30, 10, 40 and 30 seconds; that of 4,900 was a pause
  expect((await pull(queueId, BOB)).seconds_per_document).toBe(30);
  expect((await pull(queueId, CAROL)).seconds_per_document).toBeNull();
});

test('names of queues are unique, changes are noted, and a removed queue leaves its documents', async () => {
  const id = await queue({ name: 'Invoices' });
  await expect(queue({ name: 'invoices' })).rejects.toMatchObject({ code: 'conflict' });
  await saveQueue(t.desk, BOB, queueDraftSchema.parse({ name: 'Bills' }), id);
  const document = await waiting();
  await removeQueue(t.desk, BOB, id);
  await expect(pull(id)).rejects.toMatchObject({ code: 'not_found' });
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

/** As the worker does when the extracted values are stored. */
const receive = async (id: string) => {
  await t.desk.database.transaction(async (transaction) => {
    await appendAudit(transaction, await receiveInQueues(transaction, await getDocumentRow(transaction, id), null));
  });
  return (await getDocument(t.desk, id)).document;
};

test('a document that comes in gets priority and due date of its schema, else of the first queue that says some, but keeps a person’s', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await queue({ name: 'First', priority: 1, due_after_hours: 5 });
  await queue({ name: 'Second', priority: -1, due_after_hours: 500 });
  const near = (iso: string | null, hours: number) => Math.abs(new Date(iso ?? 0).getTime() - Date.now() - hours * HOUR) < 60_000;
  const byQueue = await receive(id);
  expect(byQueue.priority).toBe(1);
  expect(near(byQueue.due_at, 5)).toBe(true);
  expect(byQueue.review_since).not.toBeNull();
  const settings = { second_approval: { when: 'never' as const }, priority: 2 as const, due_after_hours: 48, sample_percent: 0 };
  await saveSchemaSettings(t.desk, ACTOR, schemaId, settings);
  const { id: later } = await insertReviewable(t.desk);
  await set(later, { schemaId, priority: 0 });
  const bySchema = await receive(later);
  expect(bySchema.priority).toBe(0);
  expect(near(bySchema.due_at, 48)).toBe(true);
});

test('a round robin shares out as documents come in', async () => {
  await queue({ mode: 'round_robin', members: [BOB, CAROL] });
  const given = [];
  for (let index = 0; index < 3; index += 1) given.push((await receive(await waiting())).assigned_to?.id);
  expect(given).toEqual(['bob', 'carol', 'bob']);
});

test('the worker escalates by itself, soon after it starts', async () => {
  await queue({ escalate_after_hours: 1, escalate_to: CAROL });
  const id = await waiting({ reviewSince: ago(2) });
  await t.worker.start();
  await expect.poll(async () => (await getDocument(t.desk, id)).document.assigned_to).toEqual(CAROL);
});

test('what waits in no queue is given when the queues have nothing more, to whoever may review it, and once', async () => {
  await queue({ name: 'Folder', filter: { states: ['to_review'], folder: 'in' }, members: [BOB] });
  const held = await waiting({ folder: 'in', reviewSince: ago(9) });
  const loose = await waiting({ folder: 'out', reviewSince: ago(8) });
  const urgent = await waiting({ folder: 'out', reviewSince: ago(1), priority: 2 });
  await waiting({ folder: 'out', postponedUntil: ago(-5) });
  await waiting({ folder: 'out', assignee: CAROL });
  await waiting({ folder: 'out', firstApproval: { id: BOB.id, name: BOB.name, at: ago(1).toISOString() } as never });
  const first = await pull(null, BOB);
  expect([first.queue?.name, first.document?.id]).toEqual(['Folder', held]);
  const second = await pull(null, BOB, { tab: 'other', after: held });
  expect([second.queue, second.document?.id]).toEqual([null, urgent]);
  const third = await pull(null, ACTOR, { after: held });
  expect(third.document?.id).toBe(loose);
});

test('a desk without queues has none that a document could be missing from', async () => {
  await waiting();
  expect((await pull(null)).document).toBeNull();
  expect((await listQueues(t.desk, ACTOR, { withUnqueued: true })).unqueued).toBe(0);
});

test('how many documents wait in no queue is told to whoever may change queues, and the list shows these', async () => {
  await queue({ filter: { states: ['to_review'], flagged: true } });
  await waiting({ openFlags: 3 });
  const loose = await waiting({ openFlags: 0 });
  const unknown = await waiting({ openFlags: null });
  await waiting({ openFlags: 0, state: 'approved' });
  expect((await listQueues(t.desk, ACTOR)).unqueued).toBeNull();
  expect((await listQueues(t.desk, ACTOR, { withUnqueued: true })).unqueued).toBe(2);
  const listed = await listDocuments(t.desk, listDocumentsQuerySchema.parse({ queue: 'none' }));
  expect(new Set(listed.items.map(({ id }) => id))).toEqual(new Set([loose, unknown]));
  expect(listed.total).toBe(2);
});
