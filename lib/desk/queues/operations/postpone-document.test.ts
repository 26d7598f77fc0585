import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDeskDocument } from '../../documents/desk-document.ts';
import { ACTOR } from '../../testing/start-test-desk.ts';
import { ago, BOB, startTestQueues, type TestQueues } from '../../testing/start-test-queues.ts';
import { postponeDocument } from './postpone-document.ts';

let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
});
afterAll(() => t?.close());

const [tomorrow, later] = [ago(-24).toISOString(), ago(-72).toISOString()];
const first = { until: tomorrow, reason: 'Waiting for the buyer' };
const second = { until: later, reason: 'Waiting for the buyer' };
const postponementOf = async (id: string) => (await getDeskDocument(t.desk.database, id)).postponed;

test('a postponement is taken back where nobody changed it since, to none or to the one before', async () => {
  const id = await t.insertWaiting();
  await postponeDocument(t.desk, ACTOR, id, { postponed: first, expected: null });
  await postponeDocument(t.desk, ACTOR, id, { postponed: second, expected: { ...first, until: tomorrow.replace('Z', '+00:00') } });
  expect(await postponeDocument(t.desk, ACTOR, id, { postponed: first, expected: second })).toMatchObject({ postponed: first });
  expect(await postponeDocument(t.desk, ACTOR, id, { postponed: null, expected: first })).toMatchObject({ postponed: null });
});

test('another time, another reason, and a document brought back meanwhile are left, and the refusal says what is there now', async () => {
  const id = await t.insertWaiting();
  const undo = () => postponeDocument(t.desk, ACTOR, id, { postponed: null, expected: first });
  const other = 'Somebody changed it meanwhile: it is postponed until another time or for another reason now.';
  await postponeDocument(t.desk, BOB, id, { postponed: second });
  await expect(undo()).rejects.toMatchObject({ code: 'conflict', message: other });
  await postponeDocument(t.desk, BOB, id, { postponed: { ...first, reason: 'On holiday' } });
  await expect(undo()).rejects.toMatchObject({ code: 'conflict', message: other });
  expect(await postponementOf(id)).toEqual({ ...first, reason: 'On holiday' });
  await postponeDocument(t.desk, BOB, id, { postponed: null });
  await expect(undo()).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody changed it meanwhile: it is not postponed any more.',
  });
});

test('a document that somebody postponed meanwhile is not postponed anew by who saw it waiting', async () => {
  const id = await t.insertWaiting();
  await postponeDocument(t.desk, BOB, id, { postponed: first });
  await expect(postponeDocument(t.desk, ACTOR, id, { postponed: second, expected: null })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody changed it meanwhile: it is postponed now.',
  });
  expect(await postponementOf(id)).toEqual(first);
});
