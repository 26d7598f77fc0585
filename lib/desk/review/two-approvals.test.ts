import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queueDraftSchema } from '#lib/contract/desk/queue.ts';
import type { SaveSchemaSettings } from '#lib/contract/desk/schemas/schema-settings.ts';
import { auditEntries } from '../audit/tables.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents, queues } from '../documents/tables.ts';
import { assignDocument } from '../queues/operations/assign-document.ts';
import { pullNext } from '../queues/operations/pull-next.ts';
import { removeQueue, saveQueue } from '../queues/operations/save-queue.ts';
import { exportDocuments } from '../reports/operations/export-documents.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { insertReviewable, ORDER_VALUES } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { drawNumber } from './draw-sample.ts';
import { checkSample } from './operations/check-sample.ts';
import { approve, reopen } from './operations/decide.ts';
import { getDocument } from './operations/get-document.ts';
import { listQualitySamples, saveQualitySample } from './operations/quality-samples.ts';
import { saveActions } from './operations/save-actions.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.desk.database.delete(queues);
  await t.desk.database.delete(schemaSettings);
});

const BOB = { id: 'bob', name: 'Bob' };
const NOTHING: SaveSchemaSettings = { second_approval: { when: 'never' }, priority: null, due_after_hours: null, sample_percent: 0 };
const sign = (id: string, actor: typeof ACTOR, revision: number) => approve(t.desk, actor, id, { revision, sign_off: true });

async function withRule(second_approval: SaveSchemaSettings['second_approval'], total: number | null = 30): Promise<string> {
  const { id, schemaId } = await insertReviewable(t.desk, { values: { ...ORDER_VALUES, total } });
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...NOTHING, second_approval });
  return id;
}

test('a second approval must come from somebody else; until then the document is not approved', async () => {
  const id = await withRule({ when: 'always' });
  const first = await sign(id, ACTOR, 0);
  expect(first).toMatchObject({ approval: null, document: { state: 'to_review', first_approval: ACTOR, revision: 1, lock: null } });
  // the same request once more, its answer lost
  expect((await sign(id, ACTOR, 0)).document.revision).toBe(1);
  await expect(sign(id, ACTOR, 1)).rejects.toMatchObject({
    code: 'same_approver',
    status: 409,
    message: 'You gave the first approval. The second one must come from someone else.',
  });
  await expect(exportDocuments(t.desk, { id }, { format: 'json', values: 'approved' })).rejects.toMatchObject({ code: 'conflict' });
  const file = await exportDocuments(t.desk, { id }, { format: 'json', values: 'both' });
  expect(JSON.parse(String(file.body))).toMatchObject({ state: 'to_review', approved: null, fields: null });
  const second = await sign(id, BOB, 1);
  expect(second).toMatchObject({
    approval: { actor: BOB },
    document: { state: 'approved', approved_automatically: false, first_approval: null, revision: 2 },
  });
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(entries.map((entry) => [entry.event, entry.actorId])).toEqual([
    ['document.approved_first', ACTOR.id],
    ['document.approved', 'bob'],
  ]);
  expect(entries[1]?.detail).toMatchObject({ first_approval: { id: ACTOR.id } });
});

test('a change of a value after the first approval undoes it; a confirmation does not', async () => {
  const id = await withRule({ when: 'always' });
  await sign(id, ACTOR, 0);
  const act = (revision: number, draft: Parameters<typeof saveActions>[3]['actions'][number]['draft']) =>
    saveActions(t.desk, BOB, id, { revision, actions: [{ id: crypto.randomUUID(), draft }] });
  const confirmed = await act(1, { kind: 'confirm', pointer: '/number' });
  expect(confirmed.document.first_approval).toMatchObject(ACTOR);
  const changed = await act(2, { kind: 'correct', pointer: '/number', value: 'B-9', evidence: [] });
  expect(changed.document.first_approval).toBeNull();
  expect((await sign(id, BOB, 3)).document).toMatchObject({ state: 'to_review', first_approval: BOB });
  expect((await sign(id, ACTOR, 4)).document.state).toBe('approved');
});

test.each([
  ['above the amount', 30.01, 'to_review'],
  ['at the amount', 30, 'approved'],
  ['without an amount', null, 'to_review'],
])('by amount, a document %s goes one way', async (_, total, state) => {
  const id = await withRule({ when: 'above', field: 'total', amount: 30 }, total);
  expect((await sign(id, ACTOR, 0)).document.state).toBe(state);
});

test('the rule can only stand on a number of the schema', async () => {
  const { schemaId } = await insertReviewable(t.desk);
  const save = (field: string) =>
    saveSchemaSettings(t.desk, ACTOR, schemaId, { ...NOTHING, second_approval: { when: 'above', field, amount: 1 } });
  await expect(save('number')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(save('nothing')).rejects.toMatchObject({ code: 'invalid_request' });
  expect((await save('total')).second_approval).toEqual({ when: 'above', field: 'total', amount: 1 });
});

test('a queue can ask for two approvals too, and gives the document to anyone but the first approver', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  const filter = { states: ['to_review' as const], schema_id: schemaId };
  const queueId = await saveQueue(t.desk, ACTOR, queueDraftSchema.parse({ name: 'Large', filter, second_approval: true }));
  expect((await sign(id, ACTOR, 0)).document.state).toBe('to_review');
  const pull = (actor: typeof ACTOR) => pullNext(t.desk, actor, queueId, { tab: 'x', ahead: false });
  expect((await pull(ACTOR)).document).toBeNull();
  expect((await pull(BOB)).document?.id).toBe(id);
});

test.each([
  ['to the first approver', { assigned_to: ACTOR.id }],
  ['by flags', { flagged: true }],
])('the first approver is refused as the second also in a queue that selects %s', async (_, more) => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await t.desk.database.update(documents).set({ openFlags: 1 }).where(eq(documents.id, id));
  await assignDocument(t.desk, BOB, id, ACTOR);
  const filter = { states: ['to_review' as const], schema_id: schemaId, ...more };
  const queueId = await saveQueue(t.desk, ACTOR, queueDraftSchema.parse({ name: 'Mine', filter, second_approval: true }));
  await t.desk.database.update(documents).set({ openFlags: 0 }).where(eq(documents.id, id));
  await assignDocument(t.desk, BOB, id, { id: 'carol', name: 'Carol' });
  // what reviewing changed meanwhile does not free it from the rule
  expect((await sign(id, ACTOR, 0)).document).toMatchObject({ state: 'to_review', first_approval: ACTOR });
  await removeQueue(t.desk, ACTOR, queueId);
  await expect(approve(t.desk, ACTOR, id, { revision: 1, sign_off: false })).rejects.toMatchObject({ code: 'same_approver' });
  expect((await sign(id, BOB, 1)).document.state).toBe('approved');
});

test('of two first approvals at the same moment one counts, the other hears that the document changed', async () => {
  const id = await withRule({ when: 'always' });
  const outcomes = await Promise.allSettled([sign(id, ACTOR, 0), sign(id, BOB, 0)]);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: 'stale_revision' });
  expect((await getDocument(t.desk, id)).document.state).toBe('to_review');
});

test('the draw of samples is the same for anyone who knows the seed, even over many, and takes the share it was told', async () => {
  const drawn = Array.from({ length: 4000 }, (_, index) => drawNumber('seed', `00000000-0000-4000-8000-${index}`, 1));
  expect(drawn.filter((number) => number < 10).length / 4000).toBeCloseTo(0.1, 1);
  expect(Math.max(...drawn)).toBeLessThan(100);
  expect(drawNumber('seed', 'a', 1)).toBe(drawNumber('seed', 'a', 1));
  expect(drawNumber('seed', 'a', 1)).not.toBe(drawNumber('seed', 'a', 2));
  expect(drawNumber('other', 'a', 1)).not.toBe(drawNumber('seed', 'a', 1));
});

test('an approved document of a sampled schema becomes a quality sample, with the number and seed it was drawn by; reopening takes it back', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...NOTHING, sample_percent: 100 });
  await sign(id, ACTOR, 0);
  const find = async () => (await t.desk.database.select().from(qualitySamples).where(eq(qualitySamples.documentId, id)))[0];
  const look = await find();
  expect(look).toMatchObject({ revision: 1, percent: 100, approvedById: ACTOR.id, lookedAt: null });
  expect(look?.draw).toBe(drawNumber(look!.seed, id, 1));
  await reopen(t.desk, ACTOR, id, { revision: 1 });
  expect(await find()).toBeUndefined();
});

test('each approval draws with a seed of its own, which its audit entry tells, drawn or not', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...NOTHING, sample_percent: 1e-9 });
  await sign(id, ACTOR, 0);
  await reopen(t.desk, ACTOR, id, { revision: 1 });
  await sign(id, ACTOR, 2);
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  const samples = entries.flatMap((entry) => (entry.event === 'document.approved' ? [entry.detail.sample as Record<string, unknown>] : []));
  const [one, other] = samples.map((sample) => String(sample.seed));
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(other).not.toBe(one);
  expect(samples[0]).toMatchObject({ percent: 1e-9, draw: drawNumber(one!, id, 1) });
});

test('neither of two approvers checks the quality sample', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...NOTHING, second_approval: { when: 'always' }, sample_percent: 100 });
  await sign(id, ACTOR, 0);
  await sign(id, BOB, 1);
  const body = { fields: [{ pointer: '/number', agrees: true }] };
  for (const person of [ACTOR, BOB])
    await expect(saveQualitySample(t.desk, person, id, body)).rejects.toMatchObject({ code: 'same_approver' });
  await saveQualitySample(t.desk, { id: 'carol', name: 'Carol' }, id, body);
});

test('a quality sample is checked by somebody else, kept as agreement and difference by field, and checked once', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...NOTHING, sample_percent: 100 });
  await sign(id, ACTOR, 0);
  const body = {
    fields: [
      { pointer: '/number', agrees: true },
      { pointer: '/total', agrees: false, right: 31 },
      { pointer: '/lines/0/item', agrees: true },
      { pointer: '/lines/1/item', agrees: false },
    ],
  };
  await expect(saveQualitySample(t.desk, ACTOR, id, body)).rejects.toMatchObject({ code: 'same_approver' });
  await expect(saveQualitySample(t.desk, BOB, id, { fields: [{ pointer: '/nothing', agrees: true }] })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect((await listQualitySamples(t.desk)).waiting.map((look) => look.document.id)).toContain(id);
  await saveQualitySample(t.desk, BOB, id, body);
  await expect(saveQualitySample(t.desk, BOB, id, body)).rejects.toMatchObject({ code: 'conflict' });
  const { done, agreement } = await listQualitySamples(t.desk);
  expect(done.find((look) => look.document.id === id)).toMatchObject({ looked_by: BOB, differences: 2 });
  const of = agreement.filter((row) => row.schema_id === schemaId).map(({ field, looked, agreed }) => [field, looked, agreed]);
  expect(of).toEqual([
    ['total', 1, 0],
    ['lines', 2, 1],
    ['number', 1, 1],
  ]);
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(entries.find((entry) => entry.event === 'sample.differs')).toMatchObject({ pointer: '/total', oldValue: 30, newValue: 31 });
});

test('what was entered before the approved value was shown is counted apart, and the audit trail tells it', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...NOTHING, sample_percent: 100 });
  await sign(id, ACTOR, 0);
  await checkSample(t.desk, BOB, id, {
    entered: [
      { pointer: '/number', value: 'misread' },
      { pointer: '/total', value: 31 },
    ],
  });
  await saveQualitySample(t.desk, BOB, id, {
    fields: [
      { pointer: '/number', agrees: true },
      { pointer: '/total', agrees: false, right: 31 },
      { pointer: '/lines/0/item', agrees: true },
    ],
  });
  const { agreement } = await listQualitySamples(t.desk);
  const blind = agreement.filter((row) => row.schema_id === schemaId).map((row) => [row.field, row.looked, row.blind]);
  expect(blind).toEqual([
    ['total', 1, { looked: 1, agreed: 0 }],
    ['lines', 1, { looked: 0, agreed: 0 }],
    ['number', 1, { looked: 1, agreed: 1 }],
  ]);
  const [kept] = await t.desk.database.select().from(qualitySamples).where(eq(qualitySamples.documentId, id));
  expect(kept?.fields?.map(({ entered }) => entered)).toEqual(['misread', 31, undefined]);
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(entries.find((entry) => entry.event === 'sample.looked')?.detail).toEqual({ looked: 3, differences: 1, blind: 2 });
  expect(entries.find((entry) => entry.event === 'sample.differs')?.detail).toEqual({ blind: true });
});
