import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendAudit } from '../audit/append-audit.ts';
import { getDocumentRow } from '../documents/desk-document.ts';
import { documents } from '../documents/tables.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { BOB, CAROL, HOUR, startTestQueues, type TestQueues } from '../testing/start-test-queues.ts';
import { receiveInQueues } from './receive-in-queues.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
});
afterAll(() => t.close());
beforeEach(() => t.clear());

/** As the worker does when the extracted values are stored. */
const receive = async (id: string) => {
  await t.desk.database.transaction(async (transaction) => {
    const row = await getDocumentRow(transaction, id);
    const settings = await findSchemaSettings(transaction, row.schemaId);
    await appendAudit(transaction, await receiveInQueues(transaction, row, { present: null, settings }));
  });
  return (await getDocument(t.desk, id)).document;
};

test('a document that comes in gets priority and due date of its schema, else of the first queue that says some, but keeps a person’s', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await t.makeQueue({ name: 'First', priority: 1, due_after_hours: 5 });
  await t.makeQueue({ name: 'Second', priority: -1, due_after_hours: 500 });
  const near = (iso: string | null, hours: number) => Math.abs(new Date(iso ?? 0).getTime() - Date.now() - hours * HOUR) < 60_000;
  const byQueue = await receive(id);
  expect(byQueue.priority).toBe(1);
  expect(near(byQueue.due_at, 5)).toBe(true);
  expect(byQueue.review_since).not.toBeNull();
  const settings = { second_approval: { when: 'never' as const }, priority: 2 as const, due_after_hours: 48, sample_percent: 0 };
  await saveSchemaSettings(t.desk, ACTOR, schemaId, settings);
  const { id: later } = await insertReviewable(t.desk);
  await t.desk.database.update(documents).set({ schemaId, priority: 0 }).where(eq(documents.id, later));
  const bySchema = await receive(later);
  expect(bySchema.priority).toBe(0);
  expect(near(bySchema.due_at, 48)).toBe(true);
});

test('a round robin shares out as documents come in', async () => {
  await t.makeQueue({ mode: 'round_robin', members: [BOB, CAROL] });
  const given = [];
  for (let index = 0; index < 3; index += 1) given.push((await receive(await t.insertWaiting())).assigned_to?.id);
  expect(given).toEqual(['bob', 'carol', 'bob']);
});
