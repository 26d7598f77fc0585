import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTOMATIC_APPROVER, type SaveAutomaticApproval } from '#lib/contract/desk/automatic-approval.ts';
import { listInboxQuerySchema } from '#lib/contract/desk/inbox.ts';
import type { ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { documents, submissions } from '../documents/tables.ts';
import { storeAnswer } from '../following/store-answer.ts';
import { maintainInbox } from '../inbox/maintain-inbox.ts';
import { listInbox } from '../inbox/operations/list-inbox.ts';
import { countDocument } from '../insights/count-document.ts';
import { getInsights } from '../insights/operations/get-insights.ts';
import { findDueExample } from '../learning/find-due-example.ts';
import { addComment } from '../review/operations/comments.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveQualitySample } from '../review/operations/quality-samples.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { qualitySamples } from '../review/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { getCurrentSchema } from '../schemas/schema-row.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { listEvents } from '../testing/list-events.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { getAutomaticApproval, saveAutomaticApproval } from './operations/automatic-approval.ts';

const NOTE: SchemaDraft = {
  name: 'Note',
  description: '',
  fields: ORDER.fields.filter(({ name }) => ['number', 'total', 'discount'].includes(name)),
  rules: [],
};
const VALUES: Record<string, Value> = { number: 'A-1', total: 30, discount: 5 };
const ON: SaveAutomaticApproval = { on: true, error_rate: 0.05, sample_percent: 1 };
const FEWEST = 59;

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

let made = 0;
/** A schema of which people have approved so many documents; in the first ones there was no discount. */
async function approvedSchema(count: number, withoutDiscount = 0): Promise<string> {
  made += 1;
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, { ...NOTE, name: `Note ${made}` });
  for (let at = 0; at < count; at += 1) {
    const values = at < withoutDiscount ? { ...VALUES, discount: null } : VALUES;
    const { id } = await insertReviewable(t.desk, { schema: { ...NOTE, name: `Note ${made}` }, schemaId, values });
    await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
    await countDocument(t.desk, id);
  }
  return schemaId;
}

type Arriving = {
  values?: Record<string, Value>;
  confidence?: number;
  engine?: string;
  notice?: string;
  before?: (id: string) => Promise<unknown>;
};

/** A document whose answer comes in now, as if its deployment had just given it. */
async function arrive(schemaId: string, { values = VALUES, confidence = 0.99, engine = 'test', notice, before }: Arriving = {}) {
  const { schema } = await openSchema(schemaId);
  const { id } = await insertReviewable(t.desk, { schema: draftOf(schema), schemaId, values });
  await before?.(id);
  await startExtraction(t.desk, ACTOR, id, schemaId);
  const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  const result: ExtractionResult = {
    fields: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, text: String(value), confidence, evidence: [], candidates: [] }]),
    ),
    completeness: {},
    engine,
  };
  const answer = { schema, jobId: 'job', raw: {}, unfitting: {}, result, notice: notice ?? null };
  await storeAnswer(t.desk, { documentId: id, run: submission!.run }, answer);
  return getDocument(t.desk, id);
}

async function openSchema(schemaId: string): Promise<{ schema: Schema }> {
  return { schema: await getCurrentSchema(t.desk.database, schemaId) };
}

const draftOf = ({ name, description, fields, rules }: Schema): SchemaDraft => ({ name, description, fields, rules });
const stateOf = async (...of: Parameters<typeof arrive>) => (await arrive(...of)).document.state;
const sampleOf = async (id: string) => (await t.desk.database.select().from(qualitySamples).where(eq(qualitySamples.documentId, id)))[0];
const agree = (...different: string[]) => ({
  fields: Object.keys(VALUES).map((name) =>
    different.includes(name) ? { pointer: `/${name}`, agrees: false, right: 'B-2' } : { pointer: `/${name}`, agrees: true },
  ),
});

test('nothing approves itself before a person has switched it on, and with enough approvals everything does that is sure', async () => {
  const schemaId = await approvedSchema(FEWEST);
  expect(await stateOf(schemaId)).toBe('to_review');
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...ON, sample_percent: 100 });
  const { document, approval } = await arrive(schemaId);
  expect(document).toMatchObject({ state: 'approved', approved_automatically: true, open_flags: 0 });
  expect(approval?.actor).toEqual(AUTOMATIC_APPROVER);
  expect(await listEvents(t.desk, document.id)).toEqual([
    'extraction.requested',
    'document.extracted',
    'document.approved_automatically',
    'sample.drawn',
  ]);
  expect(await sampleOf(document.id)).toMatchObject({ percent: 100, approvedById: AUTOMATIC_APPROVER.id, lookedAt: null });
  // nobody looked at it: it is no lesson, and no evidence
  expect(await findDueExample(t.desk.database, document.id)).toBeNull();
  await countDocument(t.desk, document.id);
  const today = new Date().toISOString().slice(0, 10);
  const { review, values } = await getInsights(t.desk, { schema_id: schemaId, from: today, to: today }, { withPeople: true });
  expect([review.approved, review.automatic, values.values]).toEqual([FEWEST, 1, FEWEST * 3]);
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ approved: 1, reopened: 0, samples: { waiting: 1 } });
  // taken back by a person it is an ordinary document again
  const back = await reopen(t.desk, ACTOR, document.id, { revision: document.revision });
  expect(back.document).toMatchObject({ state: 'to_review', approved_automatically: false });
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ approved: 1, reopened: 1, samples: { waiting: 0 } });
});

test('one approval too few, one value not sure enough, a flag, or a value that is never empty: a person looks', async () => {
  const schemaId = await approvedSchema(FEWEST - 1);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, ON);
  expect(await stateOf(schemaId)).toBe('to_review');
  expect((await getAutomaticApproval(t.desk, schemaId)).fields).toMatchObject([
    { field: 'number', threshold: null, missing: 1 },
    { field: 'total', threshold: null, missing: 1 },
    { field: 'discount', threshold: null, missing: 1 },
  ]);
  const { id } = await insertReviewable(t.desk, { schema: { ...NOTE, name: `Note ${made}` }, schemaId, values: VALUES });
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  await countDocument(t.desk, id);
  expect((await getAutomaticApproval(t.desk, schemaId)).fields).toMatchObject([
    { threshold: 0.99, values: FEWEST, errors: 0, may_be_empty: false },
    { threshold: 0.99 },
    { threshold: 0.99 },
  ]);
  expect(await stateOf(schemaId)).toBe('approved');
  expect(await stateOf(schemaId, { confidence: 0.98 })).toBe('to_review');
  expect(await stateOf(schemaId, { values: { ...VALUES, number: null } })).toBe('to_review');
  expect(await stateOf(schemaId, { values: { ...VALUES, discount: null } })).toBe('to_review');
  expect(await stateOf(schemaId, { notice: 'Some pages were left out.' })).toBe('to_review');
});

test('a value may be missing where approvals show that it often rightly is', async () => {
  const schemaId = await approvedSchema(FEWEST * 2, FEWEST);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, ON);
  expect(await stateOf(schemaId, { values: { ...VALUES, discount: null } })).toBe('approved');
  expect(await stateOf(schemaId, { values: { ...VALUES, total: null } })).toBe('to_review');
});

test('what a person has in hand, and what two people must approve, does not approve itself', async () => {
  const schemaId = await approvedSchema(FEWEST);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, ON);
  const comment = { id: crypto.randomUUID(), pointer: null, text: 'Wait for the second one.', mentions: [] };
  expect(await stateOf(schemaId, { before: (id) => addComment(t.desk, ACTOR, id, comment) })).toBe('to_review');
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-2', evidence: [] };
  const change = (id: string) => saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  expect(await stateOf(schemaId, { before: change })).toBe('to_review');
  const settings = { priority: null, due_after_hours: null, sample_percent: 0 };
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...settings, second_approval: { when: 'above', field: 'total', amount: 20 } });
  expect(await stateOf(schemaId)).toBe('to_review');
  expect(await stateOf(schemaId, { values: { ...VALUES, total: 10 } })).toBe('approved');
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...settings, second_approval: { when: 'always' } });
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ paused: 'second_approval' });
});

test('a new engine, or a field that is another one now, has to earn it anew', async () => {
  const schemaId = await approvedSchema(FEWEST);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, ON);
  expect(await stateOf(schemaId, { engine: 'next' })).toBe('to_review');
  expect(await stateOf(schemaId)).toBe('approved');
  const { schema } = await openSchema(schemaId);
  const fields = schema.fields.map((field) => (field.name === 'discount' ? { ...field, type: 'string' as const } : field));
  await saveSchema(t.desk, ACTOR, { ...draftOf(schema), fields }, schemaId);
  expect(await stateOf(schemaId, { values: { ...VALUES, discount: '5' } })).toBe('to_review');
  expect((await getAutomaticApproval(t.desk, schemaId)).fields.map(({ threshold }) => threshold)).toEqual([0.99, 0.99, null]);
});

test('the trial says how it would have gone with the documents approved last', async () => {
  const schemaId = await approvedSchema(FEWEST);
  const { id } = await insertReviewable(t.desk, { schema: { ...NOTE, name: `Note ${made}` }, schemaId, values: VALUES });
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-2', evidence: [] };
  const { document } = await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: false });
  const { trial } = await getAutomaticApproval(t.desk, schemaId, { errorRate: 0.05 });
  // the last one was not counted yet
  expect(trial).toEqual({ documents: FEWEST + 1, approved: FEWEST + 1, values: (FEWEST + 1) * 3, wrong: 1, flagged: 0, held: {} });
  await countDocument(t.desk, id);
  expect((await getAutomaticApproval(t.desk, schemaId, { errorRate: 0.05 })).trial).toMatchObject({
    approved: 0,
    held: { number: FEWEST + 1 },
  });
  expect((await getAutomaticApproval(t.desk, schemaId, { errorRate: 0.1 })).trial).toMatchObject({ approved: FEWEST + 1 });
});

test('samples that a person checked count as evidence, and too many errors in them switch it off and are told', async () => {
  const schemaId = await approvedSchema(FEWEST);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...ON, sample_percent: 100 });
  const right = await arrive(schemaId);
  await saveQualitySample(t.desk, ACTOR, right.document.id, agree());
  await countDocument(t.desk, right.document.id);
  const fieldOf = async (name: string) => (await getAutomaticApproval(t.desk, schemaId)).fields.find(({ field }) => field === name);
  expect(await fieldOf('total')).toMatchObject({ values: FEWEST + 1, errors: 0 });
  const first = await arrive(schemaId);
  const second = await arrive(schemaId);
  await saveQualitySample(t.desk, ACTOR, first.document.id, agree('number'));
  // one of six may be chance
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ settings: { on: true }, stopped: null });
  await saveQualitySample(t.desk, ACTOR, second.document.id, agree('number', 'total'));
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({
    settings: { on: false, error_rate: 0.05 },
    stopped: { values: 9, errors: 3 },
  });
  await countDocument(t.desk, second.document.id);
  expect(await fieldOf('number')).toMatchObject({ threshold: null, errors: 1, missing: 0 });
  expect(await stateOf(schemaId)).toBe('to_review');
  const owner = { id: 'olga', name: 'Olga', email: 'olga@example.org', role: 'schema_owner' as const, active: true };
  t.desk.listAccounts = async () => [owner, { ...owner, id: 'rita', name: 'Rita', role: 'reviewer' }];
  const inboxOf = async (id: string) =>
    (await listInbox(t.desk, { id, isAdmin: false }, listInboxQuerySchema.parse({}))).items.map(({ kind, schema, settled }) => ({
      kind,
      schema: schema?.id,
      settled,
    }));
  await maintainInbox(t.desk);
  await maintainInbox(t.desk);
  expect(await inboxOf('olga')).toEqual([{ kind: 'stopped', schema: schemaId, settled: false }]);
  expect(await inboxOf('rita')).toEqual([]);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, ON);
  await maintainInbox(t.desk);
  expect(await inboxOf('olga')).toEqual([{ kind: 'stopped', schema: schemaId, settled: true }]);
  // what was found before it was switched on anew does not stop it again
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ settings: { on: true }, stopped: null, samples: { values: 0 } });
});

test('samples that nobody checks for two weeks pause it', async () => {
  const schemaId = await approvedSchema(FEWEST);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...ON, sample_percent: 100 });
  const { document } = await arrive(schemaId);
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const { desk } = t;
  await desk.database
    .update(qualitySamples)
    .set({ chosenAt: ago(15) })
    .where(eq(qualitySamples.documentId, document.id));
  // it was switched on before
  const [row] = await desk.database.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId));
  const automaticApproval = { ...row!.automaticApproval!, since: ago(20).toISOString() };
  await desk.database.update(schemaSettings).set({ automaticApproval }).where(eq(schemaSettings.schemaId, schemaId));
  expect(await getAutomaticApproval(desk, schemaId)).toMatchObject({ paused: 'samples_wait' });
  expect(await stateOf(schemaId)).toBe('to_review');
  await saveQualitySample(desk, ACTOR, document.id, agree());
  expect(await stateOf(schemaId)).toBe('approved');
});

test('what approved itself is not written over by a second answer, and stays approved', async () => {
  const schemaId = await approvedSchema(FEWEST);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, ON);
  const { document } = await arrive(schemaId);
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, document.id));
  const { schema } = await openSchema(schemaId);
  const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, document.id));
  const result = { fields: {}, completeness: {}, engine: 'test' };
  await storeAnswer(t.desk, { documentId: document.id, run: submission!.run }, { schema, jobId: 'late', raw: {}, unfitting: {}, result });
  expect(await t.desk.database.select().from(documents).where(eq(documents.id, document.id))).toEqual([row]);
});
