import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#lib/platform/database/database.ts';
import { REMOVE_QUEUE } from '../context/desk.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { recordSubmitted } from './record-submitted.ts';
import { documents, submissions } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  // nothing listens where the files would go
  t = await startTestDesk();
});
afterAll(() => t?.close());

const readSubmission = async (id: string) => (await t.desk.database.select().from(submissions).where(eq(submissions.documentId, id)))[0];

/** Records an answer for a document while somebody else changes the document, from before that is committed. */
async function recordBeside(change: (transaction: Transaction, id: string) => Promise<unknown>): Promise<string> {
  const { id } = await t.drop('Some text');
  const { deploymentId, sending } = (await readSubmission(id))!;
  const of = { documentId: id, sending, deploymentId, sha256: '0'.repeat(64) };
  let recording: Promise<unknown> = Promise.resolve();
  await t.desk.database.transaction(async (transaction) => {
    await transaction.select({ id: documents.id }).from(documents).where(eq(documents.id, id)).for('update');
    recording = t.desk.database.transaction((other) => recordSubmitted(t.desk, other, of, { id: `remote-${id}`, status: 'pending' }));
    await untilWaiting(t.desk.database, recording);
    await change(transaction, id);
  });
  await recording;
  return id;
}

const countRemovals = async () => (await t.queue.count(REMOVE_QUEUE)).waiting;

test('an answer that waited for a change of the document is recorded', async () => {
  const before = await countRemovals();
  const id = await recordBeside((transaction, of) => transaction.update(documents).set({ name: 'new.txt' }).where(eq(documents.id, of)));
  expect(await readSubmission(id)).toMatchObject({ remoteDocumentId: `remote-${id}` });
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, id));
  expect(row).toMatchObject({ name: 'new.txt', state: 'indexing', serviceStatus: 'pending' });
  expect(await countRemovals()).toBe(before);
});

test('what a deployment took of a file that is sent anew meanwhile is removed there', async () => {
  const before = await countRemovals();
  const id = await recordBeside((transaction, of) =>
    transaction
      .update(submissions)
      .set({ sending: sql`${submissions.sending} + 1` })
      .where(eq(submissions.documentId, of)),
  );
  expect(await readSubmission(id)).toMatchObject({ remoteDocumentId: null });
  expect(await countRemovals()).toBe(before + 1);
});

test('what a deployment took of a document that is removed meanwhile is removed there', async () => {
  const before = await countRemovals();
  const id = await recordBeside((transaction, of) => transaction.delete(documents).where(eq(documents.id, of)));
  expect(await readSubmission(id)).toBeUndefined();
  expect(await countRemovals()).toBe(before + 1);
});
