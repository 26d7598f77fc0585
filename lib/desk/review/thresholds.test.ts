import { setTimeout as sleep } from 'node:timers/promises';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../audit/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { storeAnswer } from '../following/store-answer.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { saveThreshold } from '../schemas/operations/schema-settings.ts';
import { getCurrentSchema } from '../schemas/schema-row.ts';
import { schemaSettings, schemas } from '../schemas/tables.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { getDetail } from './get-detail.ts';
import { approve } from './operations/decide.ts';
import { saveActions } from './operations/save-actions.ts';
import { recountFlags } from './recount-flags.ts';
import { extractions } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const signal = new AbortController().signal;
const rowOf = async (id: string) => (await t.desk.database.select().from(documents).where(eq(documents.id, id)))[0];
const setThreshold = async (schemaId: string, field: string | null, threshold: number | null) => {
  await saveThreshold(t.desk, ACTOR, schemaId, { field, threshold });
  await recountFlags(t.desk, { data: { schemaId }, signal });
};
const reviewable = (name: string, confidence: number) => insertReviewable(t.desk, { schema: { ...ORDER, name }, confidence });

test('a higher threshold flags values that were sure enough before, in the detail and in the list', async () => {
  const { id, schemaId } = await reviewable('Strict', 0.93);
  expect((await rowOf(id))?.openFlags).toBe(0);
  await setThreshold(schemaId, null, 0.95);
  const { flags, thresholds, document } = await getDetail(t.desk.database, id);
  expect([flags.length, document.open_flags, document.revision]).toEqual([10, 10, 0]);
  expect(new Set(flags.map(({ reason }) => reason))).toEqual(new Set(['low_confidence']));
  expect(thresholds).toEqual({ all: 0.95, fields: {} });
  await expect(approve(t.desk, ACTOR, id, { revision: 0, sign_off: false })).rejects.toMatchObject({ code: 'open_flags' });
});

test('a field’s own threshold goes before that of all fields, for columns too', async () => {
  const { id, schemaId } = await reviewable('Mixed', 0.93);
  await setThreshold(schemaId, null, 0.95);
  await setThreshold(schemaId, 'number', 0.5);
  await setThreshold(schemaId, 'lines.amount', 0.9);
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
  await setThreshold(schemaId, null, 0.7);
  await setThreshold(schemaId, 'number', 0.9);
  expect((await rowOf(id))?.openFlags).toBe(1);
  const draft = { kind: 'confirm' as const, pointer: '/number' };
  const { document, flags } = await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  expect([document.open_flags, flags]).toEqual([0, []]);
  await setThreshold(schemaId, null, null);
  await setThreshold(schemaId, 'number', null);
  expect((await rowOf(id))?.openFlags).toBe(9);
});

test('an answer that arrives while thresholds are saved is flagged by the new ones', async () => {
  const { id, schemaId } = await reviewable('At once', 0.8);
  const [kept] = await t.desk.database.select().from(extractions).where(eq(extractions.documentId, id));
  await t.desk.database.update(documents).set({ state: 'extracting' }).where(eq(documents.id, id));
  const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  const schema = await getCurrentSchema(t.desk.database, schemaId);
  let stored: Promise<void> | undefined;
  await t.desk.database.transaction(async (transaction) => {
    await transaction.select().from(schemas).where(eq(schemas.id, schemaId)).for('update');
    const answer = { schema, jobId: 'late', raw: {}, unfitting: {}, result: kept!.result };
    stored = storeAnswer(t.desk, { documentId: id, run: submission!.run }, answer);
    await expect(Promise.race([stored, sleep(300, 'waits')])).resolves.toBe('waits');
    const thresholds = { all: 0.7, fields: {} };
    await transaction.insert(schemaSettings).values({ schemaId, secondApproval: { when: 'never' }, thresholds, updatedAt: new Date() });
  });
  await stored;
  expect(await rowOf(id)).toMatchObject({ state: 'to_review', openFlags: 0 });
});

test('thresholds that are saved while an answer is being stored wait for it, so that the count that follows finds it', async () => {
  const { schemaId } = await reviewable('Waits', 0.8);
  let saved: Promise<unknown> | undefined;
  await t.desk.database.transaction(async (transaction) => {
    // as storing an answer does
    await transaction.select().from(schemas).where(eq(schemas.id, schemaId)).for('key share');
    saved = saveThreshold(t.desk, ACTOR, schemaId, { field: null, threshold: 0.7 });
    await expect(Promise.race([saved, sleep(300, 'waits')])).resolves.toBe('waits');
  });
  await expect(saved).resolves.toMatchObject({ thresholds: { all: 0.7 } });
});

test('documents that were decided stay as they were', async () => {
  const { id, schemaId } = await reviewable('Decided', 0.93);
  const { document } = await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  await setThreshold(schemaId, null, 0.99);
  expect(await rowOf(id)).toMatchObject({ openFlags: 0, revision: document.revision });
});

test('a threshold for a field that the schema does not have is refused', async () => {
  const { schemaId } = await reviewable('Unknown field', 0.93);
  await expect(saveThreshold(t.desk, ACTOR, schemaId, { field: 'nothing', threshold: 0.5 })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/field' }],
  });
});

test('the audit trail has who changed the thresholds, from what to what', async () => {
  const { schemaId } = await reviewable('Audited', 0.93);
  await saveThreshold(t.desk, ACTOR, schemaId, { field: null, threshold: 0.9 });
  const [entry] = await t.desk.database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({
    event: 'schema.thresholds_saved',
    actorId: ACTOR.id,
    oldValue: { thresholds: null },
    newValue: { thresholds: { all: 0.9, fields: {} } },
  });
});

test('thresholds that two people set at the same time are both kept, and one of a field that is gone hinders nobody', async () => {
  const { schemaId } = await reviewable('Together', 0.93);
  await Promise.all([
    saveThreshold(t.desk, ACTOR, schemaId, { field: 'number', threshold: 0.6 }),
    saveThreshold(t.desk, ACTOR, schemaId, { field: 'date', threshold: 0.7 }),
  ]);
  await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Together', fields: ORDER.fields.filter(({ name }) => name !== 'number') }, schemaId);
  const { thresholds } = await saveThreshold(t.desk, ACTOR, schemaId, { field: null, threshold: 0.9 });
  expect(thresholds).toEqual({ all: 0.9, fields: { date: 0.7 } });
});
