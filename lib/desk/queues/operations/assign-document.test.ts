import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../../audit/tables.ts';
import { getDeskDocument } from '../../documents/desk-document.ts';
import { ACTOR } from '../../testing/start-test-desk.ts';
import { BOB, CAROL, startTestQueues, type TestQueues } from '../../testing/start-test-queues.ts';
import { assignDocument } from './assign-document.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
});
afterAll(() => t?.close());

const assigneeOf = async (id: string) => (await getDeskDocument(t.desk.database, id)).assigned_to;

test('an assignment is taken back where nobody changed it since', async () => {
  const id = await t.insertWaiting({ assignee: CAROL });
  await assignDocument(t.desk, ACTOR, id, BOB, CAROL.id);
  expect(await assignDocument(t.desk, ACTOR, id, CAROL, BOB.id)).toMatchObject({ assigned_to: CAROL });
  await assignDocument(t.desk, ACTOR, id, null, CAROL.id);
  expect(await assignDocument(t.desk, ACTOR, id, BOB, null)).toMatchObject({ assigned_to: BOB });
});

test('what somebody else assigned meanwhile stays, nothing is recorded, and the refusal says whose it is now', async () => {
  const id = await t.insertWaiting();
  await assignDocument(t.desk, ACTOR, id, BOB);
  await assignDocument(t.desk, BOB, id, CAROL);
  const undo = assignDocument(t.desk, ACTOR, id, null, BOB.id);
  await expect(undo).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody changed it meanwhile: it is assigned to Carol now.',
  });
  expect(await assigneeOf(id)).toEqual(CAROL);
  expect(await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id))).toHaveLength(2);
  await assignDocument(t.desk, BOB, id, null);
  await expect(assignDocument(t.desk, ACTOR, id, null, BOB.id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody changed it meanwhile: it is not assigned to anybody now.',
  });
});

test('of several who expect the same at the same moment one gets it, and the others learn of it', async () => {
  const id = await t.insertWaiting();
  const people = Array.from({ length: 8 }, (_, at) => ({ id: `p${at}`, name: `P${at}` }));
  const answers = await Promise.allSettled(people.map((person) => assignDocument(t.desk, ACTOR, id, person, null)));
  const won = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.assigned_to] : []));
  expect(won).toHaveLength(1);
  expect(await assigneeOf(id)).toEqual(won[0]);
  for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
});

test('a document that was removed meanwhile is not found, whatever was expected of it', async () => {
  await expect(assignDocument(t.desk, ACTOR, crypto.randomUUID(), null, BOB.id)).rejects.toMatchObject({ code: 'not_found' });
});
