import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../audit/tables.ts';
import { ACTOR } from '../../testing/start-test-desk.ts';
import { ago, BOB, startTestQueues, type TestQueues } from '../../testing/start-test-queues.ts';
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

test('a priority is set back only where the one that is expected is still there; what is left out of it may be anything', async () => {
  const id = await t.insertWaiting({ priority: 1 });
  const due = ago(-24).toISOString();
  await prioritiseDocument(t.desk, ACTOR, id, { due_at: due });
  await expect(prioritiseDocument(t.desk, ACTOR, id, { priority: null, expected: { priority: 2 } })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody changed it meanwhile: it has another priority now.',
  });
  const sameMoment = due.replace('Z', '+00:00');
  const taken = { priority: null, due_at: null, expected: { priority: 1 as const, due_at: sameMoment } };
  expect(await prioritiseDocument(t.desk, ACTOR, id, taken)).toMatchObject({ priority: null, due_at: null });
});

test('a due date that somebody moved or took away meanwhile stays as it is', async () => {
  const id = await t.insertWaiting();
  const [due, moved] = [ago(-24).toISOString(), ago(-48).toISOString()];
  const undo = () => prioritiseDocument(t.desk, ACTOR, id, { due_at: null, expected: { due_at: due } });
  await prioritiseDocument(t.desk, BOB, id, { due_at: moved });
  await expect(undo()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('it has another due date now') });
  expect(await prioritiseDocument(t.desk, ACTOR, id, {})).toMatchObject({ due_at: moved });
  await prioritiseDocument(t.desk, BOB, id, { due_at: null });
  await expect(undo()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('it has no due date any more') });
});
