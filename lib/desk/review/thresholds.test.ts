import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Thresholds } from '#lib/contract/desk/insights/thresholds.ts';
import { auditEntries } from '../audit/tables.ts';
import { documents } from '../documents/tables.ts';
import { saveThresholds } from '../schemas/operations/schema-settings.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { getDetail } from './get-detail.ts';
import { approve } from './operations/decide.ts';
import { saveActions } from './operations/save-actions.ts';
import { recountFlags } from './recount-flags.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const signal = new AbortController().signal;
const rowOf = async (id: string) => (await t.desk.database.select().from(documents).where(eq(documents.id, id)))[0];
const setThresholds = async (schemaId: string, thresholds: Thresholds | null) => {
  await saveThresholds(t.desk, ACTOR, schemaId, { thresholds });
  await recountFlags(t.desk, { data: { schemaId }, signal });
};
const reviewable = (name: string, confidence: number) => insertReviewable(t.desk, { schema: { ...ORDER, name }, confidence });

test('a higher threshold flags values that were sure enough before, in the detail and in the list', async () => {
  const { id, schemaId } = await reviewable('Strict', 0.93);
  expect((await rowOf(id))?.openFlags).toBe(0);
  await setThresholds(schemaId, { all: 0.95, fields: {} });
  const { flags, thresholds, document } = await getDetail(t.desk.database, id);
  expect([flags.length, document.open_flags, document.revision]).toEqual([10, 10, 0]);
  expect(new Set(flags.map(({ reason }) => reason))).toEqual(new Set(['low_confidence']));
  expect(thresholds).toEqual({ all: 0.95, fields: {} });
  await expect(approve(t.desk, ACTOR, id, { revision: 0, sign_off: false })).rejects.toMatchObject({ code: 'open_flags' });
});

test('a field’s own threshold goes before that of all fields, for columns too', async () => {
  const { id, schemaId } = await reviewable('Mixed', 0.93);
  await setThresholds(schemaId, { all: 0.95, fields: { number: 0.5, 'lines.amount': 0.9 } });
  const { flags } = await getDetail(t.desk.database, id);
  expect(flags.map(({ pointer }) => pointer)).toEqual([
    '/date',
    '/total',
    '/discount',
    '/urgent',
    '/tags',
    '/lines/0/item',
    '/lines/1/item',
  ]);
});

test('flags are counted by the thresholds also after a person did something, and are back at the default without them', async () => {
  const { id, schemaId } = await reviewable('Worked on', 0.8);
  expect((await rowOf(id))?.openFlags).toBe(10);
  await setThresholds(schemaId, { all: 0.7, fields: { number: 0.9 } });
  expect((await rowOf(id))?.openFlags).toBe(1);
  const draft = { kind: 'confirm' as const, pointer: '/number' };
  const { document, flags } = await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  expect([document.open_flags, flags]).toEqual([0, []]);
  await setThresholds(schemaId, null);
  expect((await rowOf(id))?.openFlags).toBe(9);
});

test('documents that were decided stay as they were', async () => {
  const { id, schemaId } = await reviewable('Decided', 0.93);
  const { document } = await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  await setThresholds(schemaId, { all: 0.99, fields: {} });
  expect(await rowOf(id)).toMatchObject({ openFlags: 0, revision: document.revision });
});

test('a threshold for a field that the schema does not have is refused', async () => {
  const { schemaId } = await reviewable('Unknown field', 0.93);
  await expect(saveThresholds(t.desk, ACTOR, schemaId, { thresholds: { all: null, fields: { nothing: 0.5 } } })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/thresholds/fields/nothing' }],
  });
});

test('the audit trail has who changed the thresholds, from what to what', async () => {
  const { schemaId } = await reviewable('Audited', 0.93);
  await saveThresholds(t.desk, ACTOR, schemaId, { thresholds: { all: 0.9, fields: {} } });
  const [entry] = await t.desk.database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({
    event: 'schema.thresholds_saved',
    actorId: ACTOR.id,
    oldValue: { thresholds: null },
    newValue: { thresholds: { all: 0.9, fields: {} } },
  });
});
