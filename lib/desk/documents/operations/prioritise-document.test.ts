import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../audit/tables.ts';
import { ACTOR } from '../../testing/start-test-desk.ts';
import { ago, startTestQueues, type TestQueues } from '../../testing/start-test-queues.ts';
import { prioritiseDocument } from './prioritise-document.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
});
afterAll(() => t.close());
beforeEach(() => t.clear());

test('priority and due date are set by hand, and recorded with what they were', async () => {
  const id = await t.insertWaiting();
  const due = ago(-24).toISOString();
  expect(await prioritiseDocument(t.desk, ACTOR, id, { priority: 2, due_at: due })).toMatchObject({ priority: 2, due_at: due });
  expect(await prioritiseDocument(t.desk, ACTOR, id, { due_at: null })).toMatchObject({ priority: 2, due_at: null });
  await prioritiseDocument(t.desk, ACTOR, id, { priority: 2 });
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(await prioritiseDocument(t.desk, ACTOR, id, { priority: null })).toMatchObject({ priority: null, due_at: null });
  expect(entries).toHaveLength(2);
  expect(entries[1]).toMatchObject({ oldValue: { priority: 2, due_at: due }, newValue: { priority: 2, due_at: null } });
});
