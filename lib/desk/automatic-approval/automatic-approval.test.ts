import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import { saveDocumentSplit } from '../documents/document-split.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { storeAnswer } from '../following/store-answer.ts';
import { countDocument } from '../insights/count-document.ts';
import { getInsights } from '../insights/operations/get-insights.ts';
import { findDueExample } from '../learning/find-due-example.ts';
import { assignDocument } from '../queues/operations/assign-document.ts';
import { addComment } from '../review/operations/comments.ts';
import { approve, reject, reopen } from '../review/operations/decide.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { removeSchema, saveSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { getCurrentSchema } from '../schemas/schema-row.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { listEvents } from '../testing/list-events.ts';
import {
  type Arriving,
  FEWEST_APPROVED,
  NOTE_VALUES,
  SWITCH_ON,
  startTestApprovals,
  type TestApprovals,
} from '../testing/start-test-approvals.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { getAutomaticApproval, saveAutomaticApproval } from './operations/automatic-approval.ts';

let t: TestApprovals;
beforeAll(async () => {
  t = await startTestApprovals();
});
afterAll(() => t?.close());

const sampleOf = async (id: string) => (await t.desk.database.select().from(qualitySamples).where(eq(qualitySamples.documentId, id)))[0];

test('nothing approves itself before a person has switched it on, and with enough approvals everything does that is sure', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  expect(await t.stateOf(schemaId)).toBe('to_review');
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...SWITCH_ON, sample_percent: 100 });
  const { document, approval } = await t.arrive(schemaId);
  expect(document).toMatchObject({ state: 'approved', approved_automatically: true, open_flags: 0 });
  expect(approval?.actor).toEqual(AUTOMATIC_APPROVER);
  expect(await listEvents(t.desk, document.id)).toEqual([
    'extraction.requested',
    'document.extracted',
    'document.approved_automatically',
    'sample.drawn',
  ]);
  expect(await sampleOf(document.id)).toMatchObject({ percent: 100, approvedById: AUTOMATIC_APPROVER.id, lookedAt: null });
  // nobody looked at it yet: it is no lesson, and no evidence
  expect(await findDueExample(t.desk.database, document.id)).toBeNull();
  await countDocument(t.desk, document.id);
  const today = new Date().toISOString().slice(0, 10);
  const { review, values } = await getInsights(t.desk, { schema_id: schemaId, from: today, to: today }, { withPeople: true });
  expect([review.approved, review.automatic, values.values]).toEqual([FEWEST_APPROVED, 1, FEWEST_APPROVED * 3]);
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ approved: 1, reopened: 0, samples: { waiting: 1 } });
  // taken back by a person it is an ordinary document again
  const back = await reopen(t.desk, ACTOR, document.id, { revision: document.revision });
  expect(back.document).toMatchObject({ state: 'to_review', approved_automatically: false });
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ approved: 1, reopened: 1, samples: { waiting: 0, reopened: 1 } });
});

test('one approval too few, one value not sure enough, a flag, or a value that is never empty: a person looks', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED - 1);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  expect(await t.stateOf(schemaId)).toBe('to_review');
  expect((await getAutomaticApproval(t.desk, schemaId)).fields).toMatchObject([
    { field: 'number', threshold: null, missing: 1 },
    { field: 'total', threshold: null, missing: 1 },
    { field: 'discount', threshold: null, missing: 1 },
  ]);
  const id = await t.insertNote(schemaId);
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  await countDocument(t.desk, id);
  expect((await getAutomaticApproval(t.desk, schemaId)).fields).toMatchObject([
    { threshold: 0.99, documents: FEWEST_APPROVED, errors: 0, may_be_empty: false },
    { threshold: 0.99 },
    { threshold: 0.99 },
  ]);
  expect(await t.stateOf(schemaId)).toBe('approved');
  expect(await t.stateOf(schemaId, { confidence: 0.98 })).toBe('to_review');
  expect(await t.stateOf(schemaId, { values: { ...NOTE_VALUES, number: null } })).toBe('to_review');
  expect(await t.stateOf(schemaId, { values: { ...NOTE_VALUES, discount: null } })).toBe('to_review');
  expect(await t.stateOf(schemaId, { notice: 'Some pages were left out.' })).toBe('to_review');
});

test('a value may be missing where approvals show that it often rightly is', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED * 2, FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  expect(await t.stateOf(schemaId, { values: { ...NOTE_VALUES, discount: null } })).toBe('approved');
  expect(await t.stateOf(schemaId, { values: { ...NOTE_VALUES, total: null } })).toBe('to_review');
});

test('what a person has in hand, and what two people must approve, does not approve itself', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  const comment = { id: crypto.randomUUID(), pointer: null, text: 'Wait for the second one.', mentions: [] };
  expect(await t.stateOf(schemaId, { before: (id) => addComment(t.desk, ACTOR, id, comment) })).toBe('to_review');
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-2', evidence: [] };
  const change = (id: string) => saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  expect(await t.stateOf(schemaId, { before: change })).toBe('to_review');
  const settings = { priority: null, due_after_hours: null, sample_percent: 0 };
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...settings, second_approval: { when: 'above', field: 'total', amount: 20 } });
  expect(await t.stateOf(schemaId)).toBe('to_review');
  expect(await t.stateOf(schemaId, { values: { ...NOTE_VALUES, total: 10 } })).toBe('approved');
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...settings, second_approval: { when: 'always' } });
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ paused: 'second_approval' });
});

test('a new engine, or a field that is another one now, has to earn it anew', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  // what the new engine read and people approved counts for it alone
  for (let at = 0; at < 2; at += 1) {
    const { document } = await t.arrive(schemaId, { engine: 'next' });
    expect(document.state).toBe('to_review');
    await approve(t.desk, ACTOR, document.id, { revision: document.revision, sign_off: false });
    await countDocument(t.desk, document.id);
  }
  expect(await t.stateOf(schemaId, { engine: 'next' })).toBe('to_review');
  expect(await t.stateOf(schemaId)).toBe('approved');
  const schema = await getCurrentSchema(t.desk.database, schemaId);
  // a new label is the same field, another description is not
  const fields = schema.fields.map((field) =>
    field.name === 'discount' ? { ...field, description: 'In per mille' } : { ...field, label: 'L' },
  );
  await saveSchema(t.desk, ACTOR, { ...schema, fields }, schemaId);
  expect(await t.stateOf(schemaId)).toBe('to_review');
  expect((await getAutomaticApproval(t.desk, schemaId)).fields.map(({ threshold }) => threshold)).toEqual([0.99, 0.99, null]);
});

test('the trial says how it would have gone with the documents approved last', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  const id = await t.insertNote(schemaId);
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-2', evidence: [] };
  const { document } = await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: false });
  const { trial } = await getAutomaticApproval(t.desk, schemaId, { errorRate: SWITCH_ON.error_rate });
  // the last one was not counted yet
  expect(trial).toEqual({
    documents: FEWEST_APPROVED + 1,
    approved: FEWEST_APPROVED + 1,
    values: (FEWEST_APPROVED + 1) * 3,
    wrong: 1,
    flagged: 0,
    held: {},
    held_documents: {},
  });
  await countDocument(t.desk, id);
  const counted = (await getAutomaticApproval(t.desk, schemaId, { errorRate: SWITCH_ON.error_rate })).trial;
  expect(counted).toMatchObject({ approved: 0, held: { number: FEWEST_APPROVED + 1 } });
  expect(counted.held_documents.number).toHaveLength(10);
  expect(counted.held_documents.number![0]).toMatchObject({ document_id: id });
  expect((await getAutomaticApproval(t.desk, schemaId, { errorRate: 0.2 })).trial).toMatchObject({ approved: FEWEST_APPROVED + 1 });
});

test('what approved itself is not written over by a second answer, and stays approved', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  const { document } = await t.arrive(schemaId);
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, document.id));
  const schema = await getCurrentSchema(t.desk.database, schemaId);
  const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, document.id));
  const result = { fields: {}, completeness: {}, engine: 'test' };
  await storeAnswer(t.desk, { documentId: document.id, run: submission!.run }, { schema, jobId: 'late', raw: {}, unfitting: {}, result });
  expect(await t.desk.database.select().from(documents).where(eq(documents.id, document.id))).toEqual([row]);
});

test('a file that may be several, was not read whole, is a copy, or waited before needs a person', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  const isHeld = async (columns: Arriving['columns']) =>
    expect(await t.stateOf(schemaId, { columns }), JSON.stringify(columns)).toBe('to_review');
  await isHeld({ readingWarnings: ['Page 3 could not be read.'] });
  // its own reading is not done
  await isHeld({ readingWarnings: null });
  await isHeld({ readingFailure: { code: 'damaged_file', message: 'The file is damaged.' } });
  await isHeld({ duplicateOfId: crypto.randomUUID(), duplicateOfName: 'the same.pdf' });
  await isHeld({ reviewSince: new Date() });
  for (const state of ['proposed', 'looking'] as const) {
    const before = (id: string) => t.desk.database.transaction((transaction) => saveDocumentSplit(transaction, id, { state, count: 2 }));
    expect(await t.stateOf(schemaId, { before })).toBe('to_review');
  }
  const before = (id: string) => assignDocument(t.desk, ACTOR, id, ACTOR);
  expect(await t.stateOf(schemaId, { before })).toBe('to_review');
  expect(await t.stateOf(schemaId)).toBe('approved');
});

test('a document that people reject although nothing was flagged is evidence against every field', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  const id = await t.insertNote(schemaId);
  await reject(t.desk, ACTOR, id, { revision: 0, reason: 'not ours' });
  await countDocument(t.desk, id);
  const { fields } = await getAutomaticApproval(t.desk, schemaId, { errorRate: SWITCH_ON.error_rate });
  expect(fields).toMatchObject(fields.map(() => ({ threshold: null, documents: FEWEST_APPROVED + 1, errors: 1 })));
  // with a flag it would not have passed anyhow
  const flagged = await t.insertNote(schemaId, { confidence: 0.5 });
  await reject(t.desk, ACTOR, flagged, { revision: 0, reason: 'not ours' });
  await countDocument(t.desk, flagged);
  expect((await getAutomaticApproval(t.desk, schemaId, { errorRate: SWITCH_ON.error_rate })).fields[0]).toMatchObject({ errors: 1 });
});

test('a right value that was kept of an earlier answer does not speak for the engine that gave the present one, a wrong one speaks against it', async () => {
  const schemaId = await t.approvedSchema(1);
  const id = await t.insertNote(schemaId);
  const draft = { kind: 'correct' as const, pointer: '/total', value: 31, evidence: [] };
  const confirm = { kind: 'confirm' as const, pointer: '/number' };
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [draft, confirm].map((one) => ({ id: crypto.randomUUID(), draft: one })) });
  const { document } = await t.answer(id, schemaId);
  await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true });
  await countDocument(t.desk, id);
  const { fields } = await getAutomaticApproval(t.desk, schemaId);
  expect(fields.map(({ field, documents, errors }) => [field, documents, errors])).toEqual([
    ['number', 1, 0],
    ['total', 2, 1],
    ['discount', 2, 0],
  ]);
});

test('evidence is taken back with the decision that gave it', async () => {
  const schemaId = await t.approvedSchema(1);
  const id = await t.insertNote(schemaId);
  const known = async () => (await getAutomaticApproval(t.desk, schemaId)).fields.map(({ documents }) => documents);
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  await countDocument(t.desk, id);
  expect(await known()).toEqual([2, 2, 2]);
  await reopen(t.desk, ACTOR, id, { revision: 1 });
  await countDocument(t.desk, id);
  expect(await known()).toEqual([1, 1, 1]);
});

test('with its schema the automatic approval goes too', async () => {
  const schemaId = await t.approvedSchema(1);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  await removeSchema(t.desk, ACTOR, schemaId);
  expect((await findSchemaSettings(t.desk.database, schemaId))?.automaticApproval).toMatchObject({
    on: false,
    error_rate: SWITCH_ON.error_rate,
  });
});
