import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InboxEntry } from '#lib/contract/desk/inbox.ts';
import { listInboxQuerySchema } from '#lib/contract/desk/inbox.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { deploymentPaces } from '../deployments/tables.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents } from '../documents/tables.ts';
import { maintainQueues } from '../queues/maintain-queues.ts';
import { assignDocument } from '../queues/operations/assign-document.ts';
import { postponeDocument } from '../queues/operations/postpone-document.ts';
import { addComment, resolveComment } from '../review/operations/comments.ts';
import { approve, reject, reopen } from '../review/operations/decide.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { ago, BOB, CAROL, startTestQueues, type TestQueues } from '../testing/start-test-queues.ts';
import { maintainInbox } from './maintain-inbox.ts';
import { listInbox, readInbox } from './operations/list-inbox.ts';
import { inboxEntries } from './tables.ts';

const ADMIN = { id: 'ada', name: 'Ada' };
let t: TestQueues;
let accounts: { id: string; name: string; email: string; role: Role; active: boolean }[];
const accountOf = (person: { id: string; name: string }, role: Role = 'reviewer') => ({
  ...person,
  email: `${person.id}@example.org`,
  role,
  active: true,
});
beforeAll(async () => {
  t = await startTestQueues();
  t.desk.listAccounts = async () => accounts;
});
afterAll(() => t?.close());
beforeEach(async () => {
  accounts = [accountOf(ACTOR), accountOf(BOB), accountOf(CAROL), accountOf(ADMIN, 'admin')];
  await t.clear();
  await t.desk.database.delete(inboxEntries);
});

const inboxOf = async (person: { id: string }, query: object = {}) =>
  listInbox(t.desk, { id: person.id, isAdmin: person.id === ADMIN.id }, listInboxQuerySchema.parse(query));
const kindsOf = async (person: { id: string }, query: object = {}) => (await inboxOf(person, query)).items.map(({ kind }) => kind);
const open = (person: { id: string }) => kindsOf(person, { state: 'open' });
const change = (id: string, columns: Partial<typeof documents.$inferSelect>) =>
  t.desk.database.update(documents).set(columns).where(eq(documents.id, id));
const revisionOf = async (id: string) => (await t.desk.database.select().from(documents).where(eq(documents.id, id)))[0]!.revision;
const comment = (person: typeof BOB, id: string, text: string, mentions: (typeof BOB)[] = [], pointer: string | null = null) =>
  addComment(t.desk, person, id, { id: crypto.randomUUID(), pointer, text, mentions });

test('who is given a document finds it at once, with who gave it; who takes one does not', async () => {
  const id = await t.insertWaiting();
  await assignDocument(t.desk, ACTOR, id, BOB);
  const { items, unread } = await inboxOf(BOB);
  expect(unread).toBe(1);
  expect(items).toMatchObject([
    { kind: 'assigned', count: 1, by: { kind: 'person', ...ACTOR }, documents: [{ id }], read: false, settled: false },
  ]);
  await assignDocument(t.desk, BOB, await t.insertWaiting(), BOB);
  await maintainInbox(t.desk);
  expect((await inboxOf(BOB)).items).toHaveLength(1);
});

test('many given at once, also at the same moment, are one entry with a count', async () => {
  const ids: string[] = [];
  while (ids.length < 8) ids.push(await t.insertWaiting());
  await Promise.all(ids.map((id) => assignDocument(t.desk, ACTOR, id, BOB)));
  const { items, unread } = await inboxOf(BOB);
  expect(items).toMatchObject([{ kind: 'assigned', count: 8 }]);
  expect(items[0]!.documents.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(unread).toBe(1);
  // somebody else's are an entry of their own
  await assignDocument(t.desk, CAROL, await t.insertWaiting(), BOB);
  expect((await inboxOf(BOB)).unread).toBe(2);
});

test('a queue that shares out and a rule that escalates say so', async () => {
  await t.makeQueue({ name: 'Turns', mode: 'round_robin', members: [BOB] });
  await t.insertWaiting();
  await maintainQueues(t.desk);
  expect((await inboxOf(BOB)).items).toMatchObject([{ kind: 'assigned', by: { kind: 'queue', name: 'Turns' } }]);
  await t.clear();
  await t.makeQueue({ name: 'Slow', escalate_after_hours: 1, escalate_to: CAROL });
  await t.insertWaiting({ reviewSince: ago(2) });
  await maintainQueues(t.desk);
  expect((await inboxOf(CAROL)).items).toMatchObject([{ kind: 'assigned', by: { kind: 'escalation', name: 'Slow' } }]);
});

test('an assignment is over when the document goes to somebody else or is decided; the entry stays as read history', async () => {
  const id = await t.insertWaiting();
  await assignDocument(t.desk, ACTOR, id, BOB);
  await assignDocument(t.desk, ACTOR, id, CAROL);
  expect(await open(BOB)).toEqual([]);
  expect((await inboxOf(BOB)).items).toMatchObject([{ settled: true, read: true }]);
  expect(await open(CAROL)).toEqual(['assigned']);
  await approve(t.desk, ACTOR, id, { revision: await revisionOf(id), sign_off: true });
  expect(await open(CAROL)).toEqual([]);
  expect((await inboxOf(CAROL)).unread).toBe(0);
  // given again it is another occasion, and what is reopened is theirs again
  await reopen(t.desk, ACTOR, id, { revision: await revisionOf(id) });
  await maintainInbox(t.desk);
  expect(await open(CAROL)).toEqual(['assigned']);
  await assignDocument(t.desk, ACTOR, id, null);
  await assignDocument(t.desk, ACTOR, id, CAROL);
  expect((await inboxOf(CAROL)).items.map(({ settled }) => settled)).toEqual([false, true]);
});

test('who is named in a comment finds it, who wrote before finds an answer, nobody twice, the author not at all', async () => {
  const id = await t.insertWaiting();
  await comment(BOB, id, 'Is this right?');
  await comment(CAROL, id, 'About a value', [], '/number');
  await comment(ACTOR, id, `@${BOB.name} @${ACTOR.name} yes`, [BOB, ACTOR]);
  const { items } = await inboxOf(BOB);
  expect(items).toMatchObject([{ kind: 'mentioned', by: ACTOR, comment: { text: '@Bob @Tess Tester yes' }, documents: [{ id }] }]);
  // Carol wrote about another place
  expect(await kindsOf(CAROL)).toEqual([]);
  expect(await kindsOf(ACTOR)).toEqual([]);
  await comment(BOB, id, 'Thanks');
  expect(await kindsOf(ACTOR)).toEqual(['answered']);
});

test('the same comment sent again tells nobody twice, and keeps its people by id', async () => {
  const id = await t.insertWaiting();
  const body = { id: crypto.randomUUID(), pointer: null, text: '@Bob look', mentions: [BOB] };
  await addComment(t.desk, ACTOR, id, body);
  const [said] = await addComment(t.desk, ACTOR, id, body);
  expect(said?.mentions).toEqual([BOB]);
  expect(await kindsOf(BOB)).toEqual(['mentioned']);
});

test('a mention is over when its comment is resolved or the document is decided after it, and back when it is opened again', async () => {
  const id = await t.insertWaiting();
  const [said] = await comment(ACTOR, id, '@Bob look', [BOB]);
  await resolveComment(t.desk, ACTOR, id, said!.id, true);
  expect(await open(BOB)).toEqual([]);
  await resolveComment(t.desk, ACTOR, id, said!.id, false);
  expect(await open(BOB)).toEqual(['mentioned']);
  await reject(t.desk, ACTOR, id, { revision: await revisionOf(id), reason: 'No' });
  expect(await open(BOB)).toEqual([]);
  // what is said about a decided document stays until it is resolved
  await comment(ACTOR, id, '@Bob why?', [BOB]);
  await maintainInbox(t.desk);
  expect(await open(BOB)).toEqual(['mentioned']);
});

test('where two must approve, those who may be the second are told after the first, until one is', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await t.desk.database.insert(schemaSettings).values({ schemaId, secondApproval: { when: 'always' }, updatedAt: new Date() });
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await maintainInbox(t.desk);
  await maintainInbox(t.desk);
  expect((await inboxOf(BOB)).items).toMatchObject([{ kind: 'second_approval', by: ACTOR, documents: [{ id }] }]);
  expect(await open(ACTOR)).toEqual([]);
  expect(await open(CAROL)).toEqual(['second_approval']);
  // given to one, it is not the others' any more
  await assignDocument(t.desk, ACTOR, id, BOB);
  await maintainInbox(t.desk);
  expect(await open(CAROL)).toEqual([]);
  expect((await open(BOB)).sort()).toEqual(['assigned', 'second_approval']);
  await approve(t.desk, BOB, id, { revision: 1, sign_off: true });
  expect(await open(BOB)).toEqual([]);
});

test('of a document in a queue with members only they are asked for the second approval', async () => {
  await t.makeQueue({ members: [BOB], second_approval: true });
  const id = await t.insertWaiting();
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await maintainInbox(t.desk);
  expect(await open(BOB)).toEqual(['second_approval']);
  expect(await open(CAROL)).toEqual([]);
});

test('a document past its due date is told to whom it is assigned, once for each date, not while it is postponed', async () => {
  const id = await t.insertWaiting({ assignee: BOB, dueAt: ago(1) });
  await maintainInbox(t.desk);
  await maintainInbox(t.desk);
  expect((await kindsOf(BOB)).filter((kind) => kind === 'overdue')).toHaveLength(1);
  const postponed = { until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Later' };
  await postponeDocument(t.desk, ACTOR, id, { postponed });
  await maintainInbox(t.desk);
  expect((await open(BOB)).filter((kind) => kind === 'overdue')).toEqual([]);
});

test('trouble is told to who uploaded the document and to whom it is assigned, until it is over; the next one anew', async () => {
  const id = await t.insertWaiting({ createdById: CAROL.id, createdByName: CAROL.name, assignee: BOB });
  await change(id, { state: 'failed', failure: { code: 'damaged_file', message: 'The file is damaged.' } });
  await maintainInbox(t.desk);
  await maintainInbox(t.desk);
  const [entry] = (await inboxOf(CAROL)).items;
  expect(entry).toMatchObject({ kind: 'trouble', reason: 'The file is damaged.', documents: [{ id, state: 'failed' }] });
  expect(await open(BOB)).toContain('trouble');
  await change(id, { state: 'extracting', failure: null });
  await maintainInbox(t.desk);
  expect(await open(CAROL)).toEqual([]);
  await t.desk.database.execute(sql`update desk.submissions set run = run + 1 where document_id = ${id}`);
  await change(id, { state: 'failed' });
  await maintainInbox(t.desk);
  expect((await inboxOf(CAROL)).items.map(({ settled }) => settled)).toEqual([false, true]);
});

test('a document without a schema is told to who dropped it after an hour, until it has one', async () => {
  const id = await t.insertWaiting({ createdById: CAROL.id, createdByName: CAROL.name });
  await change(id, { state: 'indexed' });
  await maintainInbox(t.desk);
  expect(await open(CAROL)).not.toContain('trouble');
  await t.desk.database.execute(sql`update desk.submissions set indexed_at = now() - interval '61 minutes' where document_id = ${id}`);
  await maintainInbox(t.desk);
  expect(await open(CAROL)).toContain('trouble');
  await change(id, { state: 'extracting' });
  await maintainInbox(t.desk);
  expect(await open(CAROL)).not.toContain('trouble');
});

test('a deployment that does not answer is told to admins alone, once until it works again', async () => {
  const { id } = await t.desk.present();
  const failing = {
    failures: 5,
    failingSince: ago(1),
    lastProblem: { code: 'unreachable', message: 'No answer.', status: null, at: ago(1).toISOString() },
  };
  await t.desk.database
    .insert(deploymentPaces)
    .values({ deploymentId: id, ...failing })
    .onConflictDoUpdate({ target: deploymentPaces.deploymentId, set: failing });
  await maintainInbox(t.desk);
  await maintainInbox(t.desk);
  expect((await inboxOf(ADMIN)).items).toMatchObject([{ kind: 'deployment', deployment: { id }, count: 1 }]);
  expect(await kindsOf(BOB)).toEqual([]);
  // who is no admin any more sees it no more
  expect((await listInbox(t.desk, { id: ADMIN.id, isAdmin: false }, listInboxQuerySchema.parse({}))).items).toEqual([]);
  await t.desk.database.update(deploymentPaces).set({ failures: 0, failingSince: null, lastSuccessAt: new Date() });
  await maintainInbox(t.desk);
  expect(await open(ADMIN)).toEqual([]);
});

test('entries go with their document, and with people who are gone; who may only look has none that are open', async () => {
  const id = await t.insertWaiting();
  await assignDocument(t.desk, ACTOR, id, BOB);
  await comment(ACTOR, id, '@Carol look', [CAROL]);
  accounts = accounts.map((account) => (account.id === BOB.id ? { ...account, role: 'viewer' } : account));
  await maintainInbox(t.desk);
  expect(await open(BOB)).toEqual([]);
  accounts = accounts.filter((account) => account.id !== BOB.id);
  await maintainInbox(t.desk);
  expect(await kindsOf(BOB)).toEqual([]);
  await removeDocument(t.desk, ACTOR, id);
  expect(await t.desk.database.select().from(inboxEntries)).toEqual([]);
});

test('history is kept for 90 days', async () => {
  await assignDocument(t.desk, ACTOR, await t.insertWaiting(), BOB);
  await assignDocument(t.desk, CAROL, await t.insertWaiting(), BOB);
  const [old, young] = (await inboxOf(BOB)).items as [InboxEntry, InboxEntry];
  await change(old.documents[0]!.id, { state: 'approved' });
  await change(young.documents[0]!.id, { state: 'approved' });
  await maintainInbox(t.desk);
  const settle = (id: string, days: number) =>
    t.desk.database
      .update(inboxEntries)
      .set({ settledAt: ago(24 * days) })
      .where(eq(inboxEntries.groupId, id));
  await settle(old.id, 91);
  await settle(young.id, 89);
  await maintainInbox(t.desk);
  expect((await inboxOf(BOB)).items.map(({ id }) => id)).toEqual([young.id]);
});

test('entries are read, unread and all read, each in one’s own inbox alone, and filtered page by page', async () => {
  const reader = { id: BOB.id, isAdmin: false };
  for (const person of [ACTOR, CAROL, ADMIN]) await assignDocument(t.desk, person, await t.insertWaiting(), BOB);
  const first = await inboxOf(BOB, { limit: 2 });
  expect(first.items.map(({ by }) => by?.name)).toEqual(['Ada', 'Carol']);
  const rest = await inboxOf(BOB, { limit: 2, before: first.next });
  expect(rest).toMatchObject({ items: [{ by: ACTOR }], next: null });
  const [entry] = first.items;
  const ids = [entry!.id];
  expect(await readInbox(t.desk, { id: CAROL.id, isAdmin: false }, { ids, read: true })).toEqual({ unread: 0 });
  expect(await readInbox(t.desk, reader, { ids, read: true })).toEqual({ unread: 2 });
  expect((await inboxOf(BOB, { state: 'unread' })).items.map(({ id }) => id)).not.toContain(entry!.id);
  expect(await readInbox(t.desk, reader, { ids, read: false })).toEqual({ unread: 3 });
  expect(await readInbox(t.desk, reader, { all: true })).toEqual({ unread: 0 });
  expect(await kindsOf(BOB, { kind: 'mentioned' })).toEqual([]);
  await expect(inboxOf(BOB, { before: 'nowhere' })).rejects.toMatchObject({ code: 'invalid_request' });
});
