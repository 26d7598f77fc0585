import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#lib/platform/database/database.ts';
import { documents, submissions } from '../documents/tables.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { lockRun } from './lock-run.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

async function insert(): Promise<{ documentId: string; run: number }> {
  const { id: documentId } = await insertReviewable(t.desk);
  const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, documentId));
  return { documentId, run: submission!.run };
}

/** Locks the document while somebody else changes it, from before that is committed. */
async function lockBeside(of: { documentId: string; run: number }, change: (transaction: Transaction) => Promise<unknown>) {
  let locking: Promise<Awaited<ReturnType<typeof lockRun>>> = Promise.resolve(null);
  await t.desk.database.transaction(async (transaction) => {
    await transaction.select({ id: documents.id }).from(documents).where(eq(documents.id, of.documentId)).for('update');
    await change(transaction);
    locking = t.desk.database.transaction((other) => lockRun(other, of));
    await untilWaiting(t.desk.database, locking);
  });
  return locking;
}

const askAnew = (transaction: Transaction, documentId: string) =>
  transaction
    .update(submissions)
    .set({ run: sql`${submissions.run} + 1` })
    .where(eq(submissions.documentId, documentId));

test('who waits for the lock while a newer run is asked for may write nothing', async () => {
  const of = await insert();
  expect(await lockBeside(of, (transaction) => askAnew(transaction, of.documentId))).toBeNull();
});

test('who waits for the lock while a newer run is asked for and the document changes may write nothing', async () => {
  const of = await insert();
  const change = async (transaction: Transaction) => {
    await askAnew(transaction, of.documentId);
    await transaction.update(documents).set({ name: 'new.txt' }).where(eq(documents.id, of.documentId));
  };
  expect(await lockBeside(of, change)).toBeNull();
});

test('who waits for the lock while the document changes gets it as it is then', async () => {
  const of = await insert();
  const rename = (transaction: Transaction) =>
    transaction.update(documents).set({ name: 'new.txt' }).where(eq(documents.id, of.documentId));
  expect(await lockBeside(of, rename)).toMatchObject({ id: of.documentId, name: 'new.txt' });
});

test('a document that is removed meanwhile, or of another run, is not given', async () => {
  const of = await insert();
  expect(await lockBeside(of, (transaction) => transaction.delete(documents).where(eq(documents.id, of.documentId)))).toBeNull();
  const other = await insert();
  expect(await t.desk.database.transaction((transaction) => lockRun(transaction, { ...other, run: other.run + 1 }))).toBeNull();
  expect(await t.desk.database.transaction((transaction) => lockRun(transaction, other))).toMatchObject({ id: other.documentId });
});
