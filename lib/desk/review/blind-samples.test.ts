import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { toDeskDocument } from '../documents/desk-document.ts';
import { listAttached } from '../documents/list-families.ts';
import { listChanges } from '../documents/operations/list-changes.ts';
import { listDocuments } from '../documents/operations/list-documents.ts';
import { prioritiseDocument } from '../documents/operations/prioritise-document.ts';
import { qualitySamples, sampleEntries } from '../documents/quality-samples/tables.ts';
import { documents } from '../documents/tables.ts';
import { documentValues } from '../documents/values/tables.ts';
import { compareDraft } from '../previews/operations/compare-draft.ts';
import { assignDocument } from '../queues/operations/assign-document.ts';
import { postponeDocument } from '../queues/operations/postpone-document.ts';
import { exportDocuments } from '../reports/operations/export-documents.ts';
import { listDocumentAudit, listWholeAudit } from '../reports/operations/list-audit.ts';
import { listFieldValues } from '../reports/operations/list-field-values.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { indexDocument } from '../search/indexing/index-document.ts';
import { getSplitting } from '../splitting/operations/get-splitting.ts';
import { findSummary } from '../summaries/operations/summaries.ts';
import { summaries } from '../summaries/tables.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { checkSample } from './operations/check-sample.ts';
import { addComment, listComments } from './operations/comments.ts';
import { approve, reopen } from './operations/decide.ts';
import { getDocument } from './operations/get-document.ts';
import { getRawAnswer, getWholeAnswer } from './operations/get-raw-answer.ts';
import { getSchemaChange } from './operations/get-schema-change.ts';
import { saveQualitySample } from './operations/quality-samples.ts';
import { saveActions } from './operations/save-actions.ts';
import { extractions } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

const BOB = { id: 'bob', name: 'Bob' };
const CAROL = { id: 'carol', name: 'Carol' };
/** Stands nowhere but in the value. */
const SECRET = 'Zebra-4711';
const PLAIN = { second_approval: { when: 'never' as const }, priority: null, due_after_hours: null, sample_percent: 100 };

/** An approved document that was drawn, with the secret in its value, history, answer, comment and summary. */
async function drawn() {
  const { id, schemaId } = await insertReviewable(t.desk);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, PLAIN);
  const draft = { kind: 'correct' as const, pointer: '/number', value: SECRET, evidence: [] };
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: newId(), draft }] });
  await addComment(t.desk, ACTOR, id, { id: newId(), pointer: '/number', text: `It is ${SECRET}` });
  await t.desk.database
    .update(extractions)
    .set({ raw: { number: SECRET } })
    .where(eq(extractions.documentId, id));
  await t.desk.database.insert(summaries).values({
    documentId: id,
    endpoint: 'job',
    state: 'completed',
    text: `An order ${SECRET}.`,
    sentences: [],
    facts: [],
    requestedAt: now(),
    settledAt: now(),
  });
  await approve(t.desk, ACTOR, id, { revision: 1, sign_off: true });
  await indexDocument(t.desk, id, 0);
  return { id, schemaId };
}

/** Everything that tells values of the document to a person, as it would go over the wire; or the code of the refusal. */
async function tellAll({ id, schemaId }: { id: string; schemaId: string }, reader: string) {
  const list = (q?: string) =>
    listDocuments(t.desk, { ...listDocumentsQuerySchema.parse({ schema_id: schemaId, columns: 'number', q }), askerId: reader });
  const file = async (which: { id: string } | { ids: string[] }) => {
    const { body } = await exportDocuments(t.desk, which, { format: 'json', values: 'approved' }, reader);
    const parts: Uint8Array[] = [];
    if (body instanceof Uint8Array) parts.push(body);
    else for await (const part of body) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  const told: Record<string, () => Promise<unknown>> = {
    detail: () => getDocument(t.desk, id, reader),
    stale: () => reopen(t.desk, { id: reader, name: reader }, id, { revision: 0 }).catch((error) => error.extra),
    answer: () => getRawAnswer(t.desk, id, reader),
    answerFile: async () => (await getWholeAnswer(t.desk, id, reader)).name,
    summary: () => findSummary(t.desk, id, reader),
    comments: () => listComments(t.desk, id, reader),
    audit: () => listDocumentAudit(t.desk, id, reader),
    wholeAudit: () => listWholeAudit(t.desk, { page: 1, document_id: id }, reader),
    schemaChange: () => getSchemaChange(t.desk, id, schemaId, reader),
    draft: () => compareDraft(t.desk, { id: reader, name: reader }, { schemaId, documentId: id, draft: ORDER }, AbortSignal.timeout(9e4)),
    export: () => file({ id }),
    exportOfMany: () => file({ ids: [id] }),
    field: () => listFieldValues(t.desk, { schema_id: schemaId, field: 'number', state: 'all', show: 'all' }, reader),
    columns: async () => (await list()).values,
    found: async () => (await list(SECRET)).found,
  };
  const answers: Record<string, string> = {};
  for (const [name, ask] of Object.entries(told)) {
    answers[name] = await ask().then(
      (answer) => JSON.stringify(answer) ?? 'null',
      (error) => error.code,
    );
  }
  return answers;
}

const withSecret = (answers: Record<string, string>) => Object.keys(answers).filter((name) => answers[name]?.includes(SECRET));
const TELLING = [
  'detail',
  'stale',
  'answer',
  'summary',
  'comments',
  'audit',
  'wholeAudit',
  'schemaChange',
  'export',
  'exportOfMany',
  'field',
  'columns',
  'found',
];

test('from the moment a person begins to check a sample nothing tells them its values until they have entered them, and others see all', async () => {
  const of = await drawn();
  expect(withSecret(await tellAll(of, BOB.id))).toEqual(TELLING);
  const begun = await checkSample(t.desk, BOB, of.id, {});
  expect(begun).toMatchObject({ entered: null, differs: [], detail: { approval: null, flags: [], unfitting: {} } });
  expect(begun.detail.withheld).toEqual(['/number', '/date', '/total', '/discount', '/urgent', '/tags']);
  const { number, lines } = begun.detail.fields!;
  expect(number).toEqual({
    pointer: '/number',
    value: null,
    text: null,
    confidence: null,
    evidence: [],
    candidates: [],
    machine_flags: [],
    status: 'machine',
    original: null,
  });
  expect(JSON.stringify(lines)).toContain('Nails');

  const told = await tellAll(of, BOB.id);
  expect(withSecret(told)).toEqual([]);
  const refused = ['answer', 'answerFile', 'summary', 'comments', 'audit', 'schemaChange', 'draft', 'export', 'exportOfMany'];
  expect(Object.keys(told).filter((name) => told[name] === 'conflict')).toEqual(refused);
  await expect(addComment(t.desk, BOB, of.id, { id: newId(), pointer: null, text: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  expect(withSecret(await tellAll(of, CAROL.id))).toEqual(TELLING);
  expect(withSecret(await tellAll(of, ACTOR.id))).toEqual(TELLING);

  const compared = await checkSample(t.desk, BOB, of.id, {
    entered: [
      { pointer: '/number', value: 'Zebra- 4711' },
      { pointer: '/total', value: 31 },
    ],
  });
  expect(compared.differs).toEqual(['/total']);
  expect(withSecret(await tellAll(of, BOB.id))).toEqual(TELLING);
});

test('what was entered is compared with the stored values, whatever the browser says of it, and does not change any more', async () => {
  const { id } = await drawn();
  await checkSample(t.desk, BOB, id, {});
  await expect(saveQualitySample(t.desk, BOB, id, { fields: [{ pointer: '/number', agrees: true }] })).rejects.toMatchObject({
    code: 'conflict',
  });
  const entered = [
    { pointer: '/number', value: SECRET },
    { pointer: '/total', value: 31 },
  ];
  await checkSample(t.desk, BOB, id, { entered });
  const again = await checkSample(t.desk, BOB, id, { entered: [{ pointer: '/total', value: 30 }], shown: ['/date'] });
  expect(again).toMatchObject({ entered, differs: ['/total'] });
  // nothing is said of what differs
  await expect(saveQualitySample(t.desk, BOB, id, { fields: [] })).rejects.toMatchObject({ code: 'invalid_request' });
  await saveQualitySample(t.desk, BOB, id, {
    fields: [
      { pointer: '/number', agrees: false, right: 'something else' },
      { pointer: '/total', agrees: false, right: 31 },
      { pointer: '/date', agrees: true },
    ],
  });
  const [kept] = await t.desk.database.select().from(qualitySamples).where(eq(qualitySamples.documentId, id));
  expect(kept?.fields).toEqual([
    { pointer: '/number', agrees: true, approved: SECRET, entered: SECRET },
    { pointer: '/total', agrees: false, approved: 30, right: 31, entered: 31 },
    { pointer: '/date', agrees: true, approved: '2026-03-12' },
  ]);
});

test('a value that a person had shown is told and cannot be entered; who has all shown enters none', async () => {
  const { id } = await drawn();
  const { detail } = await checkSample(t.desk, BOB, id, { shown: ['/number', '/nothing'] });
  expect(detail.fields?.number).toMatchObject({ value: SECRET });
  expect(detail.withheld).not.toContain('/number');
  expect(detail.fields?.total).toMatchObject({ value: null });
  await expect(checkSample(t.desk, BOB, id, { entered: [{ pointer: '/number', value: SECRET }] })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/entered/0/pointer' }],
  });
  expect((await checkSample(t.desk, BOB, id, { entered: [] })).detail.withheld).toBeUndefined();
  await saveQualitySample(t.desk, BOB, id, { fields: [{ pointer: '/number', agrees: true }] });
  const [kept] = await t.desk.database.select().from(qualitySamples).where(eq(qualitySamples.documentId, id));
  expect(kept?.fields).toEqual([{ pointer: '/number', agrees: true, approved: SECRET }]);
});

test('once somebody has checked the sample, or the document is reopened, the values are withheld from nobody', async () => {
  const one = await drawn();
  await checkSample(t.desk, BOB, one.id, {});
  await saveQualitySample(t.desk, CAROL, one.id, { fields: [{ pointer: '/number', agrees: true }] });
  expect(withSecret(await tellAll(one, BOB.id))).toEqual(TELLING);
  await expect(checkSample(t.desk, BOB, one.id, { entered: [] })).rejects.toMatchObject({ code: 'conflict' });

  const other = await drawn();
  await checkSample(t.desk, BOB, other.id, {});
  await reopen(t.desk, ACTOR, other.id, { revision: 2 });
  expect((await getDocument(t.desk, other.id, BOB.id)).fields?.number).toMatchObject({ value: SECRET });
  expect(await t.desk.database.select().from(sampleEntries).where(eq(sampleEntries.documentId, other.id))).toEqual([]);
});

test('whoever approved the document cannot begin, and nothing is withheld from them', async () => {
  const of = await drawn();
  await expect(checkSample(t.desk, ACTOR, of.id, {})).rejects.toMatchObject({ code: 'same_approver' });
  expect(withSecret(await tellAll(of, ACTOR.id))).toEqual(TELLING);
  expect(await t.desk.database.select().from(documentValues).where(eq(documentValues.documentId, of.id))).not.toEqual([]);
});

test('flags and lowest confidence of a withheld document are told wherever the document itself is, to everybody but that person', async () => {
  const { id } = await drawn();
  await t.desk.database.update(documents).set({ openFlags: 7, lowestConfidence: 0.125 }).where(eq(documents.id, id));
  const { change: before } = await listChanges(t.desk, 0);
  const tellThoughts = async (reader: { id: string; name: string }) => {
    const list = (more: object) =>
      listDocuments(t.desk, { ...listDocumentsQuerySchema.parse({ page_size: 200, ...more }), askerId: reader.id });
    const told = {
      detail: [(await getDocument(t.desk, id, reader.id)).document],
      list: (await list({})).items,
      found: (await list({ q: SECRET })).items,
      attached: (await listAttached(t.desk.database, [parent], undefined, reader.id)).map(toDeskDocument),
      changes: (await listChanges(t.desk, before - 1, reader.id)).documents,
      splitting: [(await getSplitting(t.desk, id, reader.id)).document],
      prioritised: [await prioritiseDocument(t.desk, reader, id, { priority: 1 })],
      assigned: [await assignDocument(t.desk, reader, id, null)],
      postponed: [await postponeDocument(t.desk, reader, id, { postponed: null })],
    };
    return Object.entries(told).map(([name, rows]) => {
      const row = rows.find((one) => one.id === id);
      return [name, row?.open_flags, row?.lowest_confidence];
    });
  };
  const { id: parent } = await insertReviewable(t.desk);
  await t.desk.database.update(documents).set({ parentId: parent }).where(eq(documents.id, id));
  const shown = await tellThoughts(BOB);
  expect(shown.map(([, ...thoughts]) => thoughts)).toEqual(shown.map(() => [7, 0.125]));
  await checkSample(t.desk, BOB, id, {});
  const withheld = await tellThoughts(BOB);
  expect(withheld.map(([, ...thoughts]) => thoughts)).toEqual(withheld.map(() => [null, null]));
  expect(await tellThoughts(CAROL)).toEqual(shown);
  await checkSample(t.desk, BOB, id, { entered: [] });
  expect(await tellThoughts(BOB)).toEqual(shown);
});
