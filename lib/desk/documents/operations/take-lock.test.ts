import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { assignDocument } from '../../queues/operations/assign-document.ts';
import { bringBackPostponed, postponeDocument } from '../../queues/operations/postpone-document.ts';
import { listDocumentAudit } from '../../reports/operations/list-audit.ts';
import { approve, reopen } from '../../review/operations/decide.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { saveActions } from '../../review/operations/save-actions.ts';
import { startExtraction } from '../../review/operations/start-extraction.ts';
import { insertReviewable } from '../../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { saveLock } from '../availability/document-lock.ts';
import { documentLocks, documentPostponements, documents } from '../tables.ts';
import { listChanges } from './list-changes.ts';
import { listDocuments } from './list-documents.ts';
import { removeDocument } from './remove-document.ts';
import { clearEndedLocks, releaseLock, takeLock } from './take-lock.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

const GRACE = { id: 'grace', name: 'Grace' };
const IVAN = { id: 'ivan', name: 'Ivan' };
const action = (draft: ActionDraft) => ({ id: crypto.randomUUID(), draft });
const correct = (value: string) => [action({ kind: 'correct', pointer: '/number', value, evidence: [] })];
const take = (who: typeof GRACE, id: string, tab: string, more: { take_over?: string; ahead?: boolean; waiting?: boolean } = {}) =>
  takeLock(t.desk, who, id, { tab, ahead: false, ...more });
const endLock = (id: string) =>
  t.desk.database
    .update(documentLocks)
    .set({ expiresAt: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(documentLocks.documentId, id));

test('the first to ask holds the lock, the next is told who does', async () => {
  const { id } = await insertReviewable(t.desk);
  expect(await take(GRACE, id, 'g')).toMatchObject({ mine: true, lock: { holder: GRACE, tab: 'g' } });
  expect(await take(IVAN, id, 'i')).toMatchObject({ mine: false, lock: { holder: GRACE } });
  expect((await getDocument(t.desk, id)).document.lock).toMatchObject({ holder: GRACE, tab: 'g' });
});

test('of ten tabs asking at the same moment one holds the lock', async () => {
  const { id } = await insertReviewable(t.desk);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => take({ id: `p${n}`, name: `P${n}` }, id, `t${n}`)));
  expect(answers.filter((answer) => answer.mine)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.lock?.holder.id)).size).toBe(1);
});

test('of two take-overs at the same moment one succeeds and the other learns of it; the trail has one', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  const both = await Promise.allSettled([take(IVAN, id, 'i', { take_over: 'g' }), take(ACTOR, id, 'a', { take_over: 'g' })]);
  const won = both.find((one) => one.status === 'fulfilled');
  const lost = both.find((one) => one.status === 'rejected');
  expect(won?.value.mine).toBe(true);
  expect(lost?.reason).toMatchObject({ code: 'document_locked', status: 409, extra: { lock: won?.value.lock } });
  const { items } = await listDocumentAudit(t.desk, id);
  expect(items.map(({ event, detail }) => [event, detail])).toEqual([['lock.taken_over', { from: GRACE }]]);
});

test('a lock ends when its holder is not heard of, is free for the next, and everyone learns of it', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  const { change } = await listChanges(t.desk, 0);
  await endLock(id);
  expect((await getDocument(t.desk, id)).document.lock).toBeNull();
  expect(await clearEndedLocks(t.desk)).toBeGreaterThan(0);
  const changed = await listChanges(t.desk, change);
  expect(changed.documents.find((document) => document.id === id)).toMatchObject({ lock: null });
  expect(await take(IVAN, id, 'i')).toMatchObject({ mine: true });
});

test('keeping a lock moves its end and is told to nobody', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  const endOf = async () =>
    (
      await t.desk.database
        .select({ end: documentLocks.expiresAt, change: documents.change, changedIn: documents.changedIn })
        .from(documents)
        .innerJoin(documentLocks, eq(documentLocks.documentId, documents.id))
        .where(eq(documents.id, id))
    )[0]!;
  const before = await endOf();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await take(GRACE, id, 'g');
  const after = await endOf();
  expect(after.end.getTime()).toBeGreaterThan(before.end.getTime());
  expect([after.change, after.changedIn]).toEqual([before.change, before.changedIn]);
});

test('a tab that takes its ended lock again marks the document as changed, which whoever pulls at that moment notices', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  const { document } = await getDocument(t.desk, id);
  await endLock(id);
  await take(GRACE, id, 'g');
  expect((await getDocument(t.desk, id)).document.change).toBeGreaterThan(document.change);
});

test('whoever lost the lock cannot write: not save, approve, reopen, extract again or remove', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  await take(IVAN, id, 'i', { take_over: 'g' });
  const refused = { code: 'document_locked', extra: { lock: { holder: IVAN } } };
  await expect(saveActions(t.desk, GRACE, id, { revision: 0, tab: 'g', actions: correct('x') })).rejects.toMatchObject(refused);
  await expect(approve(t.desk, GRACE, id, { revision: 0, tab: 'g', sign_off: true })).rejects.toMatchObject(refused);
  await expect(startExtraction(t.desk, GRACE, id, schemaId, { tab: 'g' })).rejects.toMatchObject(refused);
  await expect(removeDocument(t.desk, GRACE, id)).rejects.toMatchObject(refused);
  const approved = await approve(t.desk, IVAN, id, { revision: 0, tab: 'i', sign_off: true });
  expect(approved.document.lock).toBeNull();
  await take(IVAN, id, 'i');
  await expect(reopen(t.desk, GRACE, id, { revision: 1, tab: 'g' })).rejects.toMatchObject(refused);
  expect(await reopen(t.desk, IVAN, id, { revision: 1, tab: 'i' })).toMatchObject({ document: { state: 'to_review' } });
});

test('a second tab of the same person is hindered too, a list of theirs is not', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  expect(await take(GRACE, id, 'h')).toMatchObject({ mine: false, lock: { holder: GRACE, tab: 'g' } });
  await expect(saveActions(t.desk, GRACE, id, { revision: 0, tab: 'h', actions: correct('x') })).rejects.toThrow(/another tab/);
  expect((await saveActions(t.desk, GRACE, id, { revision: 0, actions: correct('x') })).document.revision).toBe(1);
});

test('an action that was saved before is answered though the lock was lost meanwhile', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  const body = { revision: 0, tab: 'g', actions: correct('x') };
  await saveActions(t.desk, GRACE, id, body);
  await take(IVAN, id, 'i', { take_over: 'g' });
  expect((await saveActions(t.desk, GRACE, id, body)).document.revision).toBe(1);
});

test('a lock taken in advance gives way to whoever opens the document', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g', { ahead: true });
  expect(await take(IVAN, id, 'i', { ahead: true })).toMatchObject({ mine: false, lock: { ahead: true } });
  expect(await take(IVAN, id, 'i')).toMatchObject({ mine: true });
  expect(await take(GRACE, id, 'g')).toMatchObject({ mine: false });
  const { id: own } = await insertReviewable(t.desk);
  await take(GRACE, own, 'g', { ahead: true });
  expect(await take(GRACE, own, 'g')).toMatchObject({ mine: true, lock: { ahead: false } });
});

test('a lock is given back by its tab only', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  await releaseLock(t.desk, GRACE, id, { tab: 'other', leaving: false });
  await releaseLock(t.desk, IVAN, id, { tab: 'g', leaving: false });
  expect((await getDocument(t.desk, id)).document.lock).toMatchObject({ tab: 'g' });
  await releaseLock(t.desk, GRACE, id, { tab: 'g', leaving: false });
  expect((await getDocument(t.desk, id)).document.lock).toBeNull();
});

test('a reload keeps the lock from tabs that wait for it, but not from whoever opens the document', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  await releaseLock(t.desk, GRACE, id, { tab: 'g', leaving: true });
  expect(await take(GRACE, id, 'h', { waiting: true })).toMatchObject({ mine: false, lock: { tab: 'g' } });
  expect(await take(GRACE, id, 'g')).toMatchObject({ mine: true, lock: { tab: 'g', ahead: false } });
  await releaseLock(t.desk, GRACE, id, { tab: 'g', leaving: true });
  expect(await take(IVAN, id, 'i')).toMatchObject({ mine: true });
  await releaseLock(t.desk, IVAN, id, { tab: 'i', leaving: true });
  await endLock(id);
  expect(await take(GRACE, id, 'h', { waiting: true })).toMatchObject({ mine: true, lock: { tab: 'h' } });
});

test('a lock taken in advance gives way to a tab that waits, also while it is renewed', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g', { ahead: true });
  await take(GRACE, id, 'g', { ahead: true });
  expect(await take(IVAN, id, 'i', { waiting: true })).toMatchObject({ mine: true, lock: { holder: IVAN, ahead: false } });
});

test('leaving a page does not bring back a lock that has ended', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  await endLock(id);
  await releaseLock(t.desk, GRACE, id, { tab: 'g', leaving: true });
  expect((await getDocument(t.desk, id)).document.lock).toBeNull();
});

test('a lock that is renewed just before it ends is not taken by whoever saw it end', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  await endLock(id);
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let asked: ReturnType<typeof take> | undefined;
  await t.desk.database.transaction(async (transaction) => {
    const expiresAt = sql`clock_timestamp() + interval '45 seconds'`;
    await transaction.update(documentLocks).set({ expiresAt }).where(eq(documentLocks.documentId, id));
    asked = take(IVAN, id, 'i');
    await expect.poll(async () => (await transaction.execute(waits)).rows.length).toBe(1);
  });
  expect(await asked).toMatchObject({ mine: false, lock: { holder: GRACE, tab: 'g' } });
});

test('a lock written by other operations is one that taking understands', async () => {
  const { id } = await insertReviewable(t.desk);
  await t.desk.database.transaction((transaction) => saveLock(transaction, id, { holder: GRACE, tab: 'g', ahead: false }));
  expect(await take(IVAN, id, 'i')).toMatchObject({ mine: false, lock: { holder: GRACE, tab: 'g' } });
});

test('a document is assigned, found by it, and taken back, with the trail of it', async () => {
  const { id } = await insertReviewable(t.desk);
  expect(await assignDocument(t.desk, ACTOR, id, GRACE)).toMatchObject({ assigned_to: GRACE });
  const query = { sort: 'created_at', order: 'desc', page: 1, page_size: 50 } as const;
  expect((await listDocuments(t.desk, { ...query, assigned_to: GRACE.id })).items.map((document) => document.id)).toEqual([id]);
  expect((await listDocuments(t.desk, { ...query, assigned_to: 'nobody' })).items.map((document) => document.id)).not.toContain(id);
  expect(await assignDocument(t.desk, ACTOR, id, null)).toMatchObject({ assigned_to: null });
  const { items } = await listDocumentAudit(t.desk, id);
  expect(items.map(({ detail }) => detail)).toEqual([
    { from: GRACE, to: null },
    { from: null, to: GRACE },
  ]);
});

test('a postponed document leaves the line and comes back when its time has come', async () => {
  const { id } = await insertReviewable(t.desk);
  await take(GRACE, id, 'g');
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const postponed = { until, reason: 'Waiting for the buyer' };
  await expect(postponeDocument(t.desk, IVAN, id, { postponed, tab: 'i' })).rejects.toMatchObject({ code: 'document_locked' });
  expect(await postponeDocument(t.desk, GRACE, id, { postponed, tab: 'g' })).toMatchObject({ postponed, lock: null });
  await take(IVAN, id, 'i');
  expect(await postponeDocument(t.desk, GRACE, id, { postponed: null })).toMatchObject({ postponed: null });
  await postponeDocument(t.desk, IVAN, id, { postponed, tab: 'i' });
  const query = { sort: 'created_at', order: 'desc', page: 1, page_size: 200 } as const;
  const has = async (which: 'yes' | 'no') =>
    (await listDocuments(t.desk, { ...query, postponed: which })).items.some((document) => document.id === id);
  expect([await has('yes'), await has('no')]).toEqual([true, false]);
  await t.desk.database
    .update(documentPostponements)
    .set({ until: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(documentPostponements.documentId, id));
  expect([await has('yes'), await has('no')]).toEqual([false, true]);
  expect(await bringBackPostponed(t.desk)).toBe(1);
  expect((await getDocument(t.desk, id)).document.postponed).toBeNull();
  const past = { until: new Date(Date.now() - 1000).toISOString(), reason: 'x' };
  await expect(postponeDocument(t.desk, GRACE, id, { postponed: past })).rejects.toMatchObject({ code: 'invalid_request' });
});
