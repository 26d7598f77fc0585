import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import type { Person } from '../documents/availability/assignment.ts';
import { listDocuments } from '../documents/operations/list-documents.ts';
import { listQueues } from '../queues/operations/list-queues.ts';
import { exportDocuments } from '../reports/operations/export-documents.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { ago, BOB, CAROL, startTestQueues, type TestQueues } from '../testing/start-test-queues.ts';
import { countDocument } from './count-document.ts';
import { getOverview } from './operations/get-overview.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
  await fillDesk();
});
afterAll(() => t.close());

const later = new Date(Date.now() + 86_400_000);
const trouble = { code: 'unavailable', message: 'No answer.', attempts: 3, next_at: later.toISOString() };

/** Documents of every sort that a figure counts, or must not count. */
async function fillDesk() {
  const approvedBy = (person: Person) => ({ ...person, at: ago(3).toISOString() });
  await t.insertWaiting({ openFlags: 0 });
  await t.insertWaiting({ openFlags: 2, dueAt: ago(1) });
  await t.insertWaiting({ openFlags: 0, dueAt: later });
  await t.insertWaiting({ openFlags: 1, folder: 'loud', firstApproval: approvedBy(BOB) });
  await t.insertWaiting({ openFlags: 0, folder: 'loud', dueAt: ago(2), firstApproval: approvedBy(ACTOR) });
  await t.insertWaiting({ state: 'approved', openFlags: 3, dueAt: ago(5) });
  await t.insertWaiting({ state: 'rejected', openFlags: 0, dueAt: ago(5) });
  await t.insertWaiting({ state: 'failed', dueAt: ago(5) });
  await t.insertWaiting({ state: 'indexed', openFlags: 1, folder: 'loud' });
  await t.insertWaiting({ state: 'extracting' });
  await t.insertWaiting({ state: 'indexing', trouble });
  for (const assignee of [ACTOR, ACTOR, BOB, BOB, BOB, CAROL]) {
    await t.insertWaiting({ openFlags: 1, folder: 'loud', dueAt: ago(1), assignee });
  }
  await t.insertWaiting({ openFlags: 0, assignee: ACTOR });
  await t.insertWaiting({ openFlags: 0, assignee: BOB });
  await t.insertWaiting({ openFlags: 0, folder: 'loud', dueAt: ago(1), postponedUntil: later });
  await t.insertWaiting({ openFlags: 0, assignee: BOB, postponedUntil: later });
}

const countFor = async (person: Person, query: object) =>
  (await listDocuments(t.desk, { ...listDocumentsQuerySchema.parse(query), askerId: person.id })).total;

test.each([ACTOR, BOB])('each figure of the overview is the count of the list that it leads to, for $name', async (person) => {
  const { waiting, trouble: stuck, in_flight } = await getOverview(t.desk, person, { timeZone: 'UTC', withHealth: false });
  const count = (query: object) => countFor(person, { state: 'to_review', postponed: 'no', ...query });
  const lists = {
    all: await count({}),
    mine: await count({ assigned_to: 'me' }),
    free: await count({ assigned_to: 'nobody' }),
    overdue: await count({ due: 'overdue' }),
    overdue_for_me: await count({ due: 'overdue', assigned_to: 'me_or_nobody' }),
    clean: await count({ flags: 'none', assigned_to: 'me_or_nobody' }),
    postponed: await count({ postponed: 'yes' }),
    second: await count({ second_approval: 'yes' }),
  };
  expect(waiting).toMatchObject(lists);
  expect(Object.values(lists).every((total) => total > 0)).toBe(true);
  expect(await count({ assigned_to: 'me_or_nobody' })).toBe(waiting.mine + waiting.free);
  expect(await count({ assigned_to: 'others' })).toBe(waiting.all - waiting.mine - waiting.free);
  expect(await countFor(person, { held_up: 'yes' })).toBe(stuck.held_up);
  expect(stuck.held_up).toBe(1);
  expect(in_flight).toBe(2);
});

test('the figures of a queue are the counts of its list, whoever “me” is', async () => {
  const loud = await t.makeQueue({ name: 'Loud', filter: { states: ['to_review', 'indexed'], folder: 'loud', flagged: true } });
  const mine = await t.makeQueue({ name: 'Mine', filter: { states: ['to_review'], assigned_to: 'me' } });
  const stuck = await t.makeQueue({ name: 'Stuck', filter: { states: ['failed', 'indexed'] } });
  for (const person of [ACTOR, BOB]) {
    const { items } = await listQueues(t.desk, person);
    for (const { id, counts } of items) {
      expect(await countFor(person, { queue: id, postponed: 'no' })).toBe(counts.waiting);
      expect(await countFor(person, { queue: id, postponed: 'no', due: 'overdue' })).toBe(counts.overdue);
    }
    expect(items.map(({ id }) => id)).toEqual([loud, mine, stuck]);
    expect(items.map(({ counts }) => counts.waiting)).toEqual(person === ACTOR ? [8, 3, 2] : [8, 4, 2]);
  }
});

test('a queue that is deleted holds nothing', async () => {
  expect(await countFor(ACTOR, { queue: '00000000-0000-7000-8000-000000000009' })).toBe(0);
});

test('the filters narrow down an export as they do the list', async () => {
  const filter = { ...listDocumentsQuerySchema.parse({ due: 'overdue', assigned_to: 'others' }), askerId: ACTOR.id };
  const { body } = await exportDocuments(t.desk, { filter }, { format: 'json', values: 'extracted' });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const { documents } = JSON.parse(Buffer.concat(chunks).toString()) as { documents: unknown[] };
  expect(documents).toHaveLength(await countFor(ACTOR, { due: 'overdue', assigned_to: 'others' }));
  expect(documents).toHaveLength(4);
});

test('what was approved today, by anybody and by the person, is the count of the list that it leads to, and a deployment has its own', async () => {
  const since = new Date();
  since.setUTCHours(0, 0, 0, 0);
  const decide = async (person: Person) => {
    const { id } = await insertReviewable(t.desk);
    const { document } = await approve(t.desk, person, id, { revision: 0, sign_off: true });
    await countDocument(t.desk, id);
    return { id, revision: document.revision };
  };
  await decide(ACTOR);
  const reopened = await decide(ACTOR);
  await decide(BOB);
  // another one approved it in the end
  const { document } = await reopen(t.desk, BOB, reopened.id, { revision: reopened.revision });
  await approve(t.desk, BOB, reopened.id, { revision: document.revision, sign_off: true });
  await countDocument(t.desk, reopened.id);
  for (const person of [ACTOR, BOB]) {
    const { days } = await getOverview(t.desk, person, { timeZone: 'UTC', withHealth: false });
    const { all, mine } = days.at(-1)!;
    expect([all.approved, mine?.approved]).toEqual([3, person === ACTOR ? 1 : 2]);
    expect(await countFor(person, { approved: since.toISOString() })).toBe(all.approved);
    expect(await countFor(person, { approved: `me:${since.toISOString()}` })).toBe(mine?.approved);
    expect(await countFor(person, { approved: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
  }
  const { id: deploymentId } = await t.desk.present();
  expect(await countFor(ACTOR, { deployment: deploymentId, approved: since.toISOString() })).toBe(3);
  expect(await countFor(ACTOR, { deployment: 'elsewhere' })).toBe(0);
});
