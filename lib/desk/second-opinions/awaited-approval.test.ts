import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import { withLock } from '#lib/platform/database/with-lock.ts';
import type { QueueJob } from '#lib/platform/queue/queue.ts';
import { saveAutomaticApproval } from '../automatic-approval/operations/automatic-approval.ts';
import { OPINION_QUEUE } from '../context/desk.ts';
import { sendOpinion } from '../context/send-opinion.ts';
import { EMBEDDED_ID } from '../deployments/connect-deployments.ts';
import { deployments } from '../deployments/tables.ts';
import { saveAssignment } from '../documents/availability/assignment.ts';
import { documentAssignments } from '../documents/tables.ts';
import { forgottenApprovals } from '../learning/tables.ts';
import { assignDocument } from '../queues/operations/assign-document.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { secondOpinions } from '../review/tables.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { FEWEST_APPROVED, NOTE_VALUES, SWITCH_ON, startTestApprovals, type TestApprovals } from '../testing/start-test-approvals.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { askOpinion, giveUpAsking } from './ask-opinion.ts';
import { findAsked } from './find-asked.ts';
import { releaseApprovals } from './release-approvals.ts';
import { settleOpinion } from './settle-opinion.ts';

let t: TestApprovals;
let schemaId: string;
beforeAll(async () => {
  t = await startTestApprovals();
  schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  await t.desk.database.update(schemaSettings).set({ secondOpinionBy: 'giver' }).where(eq(schemaSettings.schemaId, schemaId));
});
afterAll(() => t?.close());

/** A document whose answer came from a deployment of others, and waits for its second opinion. */
async function arrive(): Promise<string> {
  return answer(await t.insertNote(schemaId));
}

async function answer(id: string): Promise<string> {
  await t.desk.database.update(deployments).set({ embedded: false, ours: false }).where(eq(deployments.id, EMBEDDED_ID));
  const { document, second_opinion: opinion } = await t.answer(id, schemaId);
  await t.desk.database.update(deployments).set({ embedded: true, ours: null }).where(eq(deployments.id, EMBEDDED_ID));
  expect([document.state, opinion?.state]).toEqual(['to_review', 'waiting']);
  return id;
}

async function settle(id: string, outcome: Parameters<typeof settleOpinion>[2]): Promise<string> {
  const asked = await findAsked(t.desk.database, id);
  await settleOpinion(t.desk, asked!, outcome);
  return (await getDocument(t.desk, id)).document.state;
}

/** The job that asks about the answer that a document has. */
async function jobOf(id: string) {
  const { deploymentId, answerAt } = (await findAsked(t.desk.database, id))!.opinion;
  const data = { documentId: id, deploymentId, answerAt: answerAt.toISOString() };
  return { data, signal: new AbortController().signal, waitedMs: 0 } as QueueJob<typeof data>;
}

const saying = (number: string): OpinionFields => ({
  number: { value: number, text: number, remembered: { document_ids: ['far'], seen: 1 } } as OpinionFields[string],
});

test('a document approves itself once the second opinion agrees, or none came; not where it differs', async () => {
  expect(await settle(await arrive(), { state: 'done', fields: saying(String(NOTE_VALUES.number)) })).toBe('approved');
  expect(await settle(await arrive(), { state: 'failed', message: 'Away.' })).toBe('approved');
  const doubted = await arrive();
  expect(await settle(doubted, { state: 'done', fields: saying('A-7') })).toBe('to_review');
  const { document, flags, fields } = await getDocument(t.desk, doubted);
  expect(flags).toMatchObject([{ pointer: '/number', reason: 'second_opinion', proposal: 'A-7' }]);
  expect(fields).toMatchObject({ number: { value: 'A-1', status: 'machine' } });
  expect(document.open_flags).toBe(1);
});

test('while it waits a queue may give it to somebody, and it still approves itself; not where a person did something', async () => {
  const given = await arrive();
  const by = { kind: 'queue' as const, id: null, name: 'All' };
  await t.desk.database.transaction((transaction) => saveAssignment(transaction, given, ACTOR, by));
  expect(await settle(given, { state: 'done', fields: {} })).toBe('approved');
  expect((await getDocument(t.desk, given)).document.assigned_to).toBeNull();
  const taken = await arrive();
  await assignDocument(t.desk, ACTOR, taken, ACTOR);
  expect(await settle(taken, { state: 'done', fields: {} })).toBe('to_review');
});

test('a second try that fails or comes late has nothing approved that a person has looked at since', async () => {
  const id = await arrive();
  const asked = await findAsked(t.desk.database, id);
  await t.desk.database.transaction((transaction) => saveAssignment(transaction, id, ACTOR));
  await settleOpinion(t.desk, asked!, { state: 'failed', message: 'Away.' });
  expect((await getDocument(t.desk, id)).second_opinion).toMatchObject({ state: 'failed', message: 'Away.' });
  await settleOpinion(t.desk, (await findAsked(t.desk.database, id))!, { state: 'done', fields: {} });
  expect(await getDocument(t.desk, id)).toMatchObject({ document: { state: 'to_review' }, second_opinion: { state: 'done' } });
});

test('what one try has found out is not taken back by another one of the same answer that fails', async () => {
  const id = await arrive();
  const [first, second] = [await findAsked(t.desk.database, id), await findAsked(t.desk.database, id)];
  await settleOpinion(t.desk, first!, { state: 'done', fields: saying('A-7') });
  await settleOpinion(t.desk, second!, { state: 'failed', message: 'Away.' });
  expect(await getDocument(t.desk, id)).toMatchObject({
    document: { state: 'to_review', open_flags: 1 },
    second_opinion: { state: 'done' },
  });
  // nor has one approved that no longer waits
  const given = await arrive();
  const [one, other] = [await findAsked(t.desk.database, given), await findAsked(t.desk.database, given)];
  await t.desk.database.transaction((transaction) => saveAssignment(transaction, given, ACTOR));
  await settleOpinion(t.desk, one!, { state: 'failed', message: 'Away.' });
  await t.desk.database.delete(documentAssignments).where(eq(documentAssignments.documentId, given));
  await settleOpinion(t.desk, other!, { state: 'failed', message: 'Away.' });
  expect((await getDocument(t.desk, given)).document.state).toBe('to_review');
});

test('a document is asked about by one job at a time', async () => {
  const id = await arrive();
  const job = await jobOf(id);
  expect(await withLock(t.desk.database, 'opinions', id, () => askOpinion(t.desk, job))).toEqual({
    result: { againInMs: expect.any(Number) },
  });
  expect((await getDocument(t.desk, id)).second_opinion?.state).toBe('waiting');
  expect(await askOpinion(t.desk, job)).toBeUndefined();
  expect((await getDocument(t.desk, id)).second_opinion?.state).toBe('failed');
});

test('a document whose opinion takes too long approves itself without it, unless a person has it in hand', async () => {
  const [late, taken, recent] = [await arrive(), await arrive(), await arrive()];
  await t.desk.database.transaction((transaction) => saveAssignment(transaction, taken, ACTOR));
  const at = new Date(Date.now() - 11 * 60_000);
  await t.desk.database
    .update(secondOpinions)
    .set({ at })
    .where(inArray(secondOpinions.documentId, [late, taken]));
  await releaseApprovals(t.desk);
  const states = await Promise.all([late, taken, recent].map(async (id) => (await getDocument(t.desk, id)).document.state));
  expect(states).toEqual(['approved', 'to_review', 'to_review']);
  // it is waited for all the same, and may still flag what nobody has approved
  expect((await getDocument(t.desk, taken)).second_opinion?.state).toBe('waiting');
  expect(await settle(taken, { state: 'done', fields: saying('A-7') })).toBe('to_review');
  expect((await getDocument(t.desk, taken)).document.open_flags).toBe(1);
});

test('of decided documents only those are still sent that are learned from', async () => {
  const itself = await arrive();
  expect(await settle(itself, { state: 'failed', message: 'Away.' })).toBe('approved');
  expect(await findAsked(t.desk.database, itself)).toBeNull();
  const byPerson = await arrive();
  const { document } = await getDocument(t.desk, byPerson);
  await approve(t.desk, ACTOR, byPerson, { revision: document.revision, sign_off: true });
  expect(await findAsked(t.desk.database, byPerson)).not.toBeNull();
  await t.desk.database.insert(forgottenApprovals).values({ documentId: byPerson, at: new Date() });
  expect(await findAsked(t.desk.database, byPerson)).toBeNull();
  // under review again, either is asked about
  for (const id of [itself, byPerson]) {
    const { revision } = (await getDocument(t.desk, id)).document;
    await reopen(t.desk, ACTOR, id, { revision });
    expect(await findAsked(t.desk.database, id)).not.toBeNull();
  }
});

test('a new answer is asked about at once, although a job about the one before waits to try again, and that one does no harm', async () => {
  const id = await arrive();
  const before = await jobOf(id);
  const waiting = async () => (await t.queue.count(OPINION_QUEUE)).waiting;
  const count = await waiting();
  await t.desk.database.transaction((transaction) => saveAssignment(transaction, id, ACTOR));
  await answer(id);
  expect(await waiting()).toBe(count + 1);
  expect(await askOpinion(t.desk, before)).toBeUndefined();
  await giveUpAsking(t.desk, before.data);
  expect((await getDocument(t.desk, id)).second_opinion?.state).toBe('waiting');
  // the same once more is one job
  const { data } = await jobOf(id);
  await sendOpinion(t.desk, data);
  expect(await waiting()).toBe(count + 1);
});
