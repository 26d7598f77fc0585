import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountedDocumentsQuery } from '#lib/contract/desk/insights/insights.ts';
import type { DocumentKind } from '#lib/contract/service/classification.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents } from '../documents/tables.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { countDocument } from './count-document.ts';
import { getInsights } from './operations/get-insights.ts';
import { listCountedDocuments } from './operations/list-counted-documents.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const BEN = { id: 'ben', name: 'Ben' };
const today = new Date().toISOString().slice(0, 10);
const time = { from: today, to: today };
const newSchema = async (name: string) => (await saveSchema(t.desk, ACTOR, { ...ORDER, name })).id;
const listOf = (query: Partial<CountedDocumentsQuery>, person = ACTOR) => listCountedDocuments(t.desk, person, { ...time, ...query });

/** An approved and counted document: its total has little confidence, and its lines do not add up to it when it was changed. */
async function approved(schemaId: string, { total, kind }: { total?: number; kind?: DocumentKind } = {}) {
  const { id } = await insertReviewable(t.desk, { schemaId, confidence: 0.5 });
  if (kind) await t.desk.database.update(documents).set({ kind }).where(eq(documents.id, id));
  const draft = { kind: 'correct' as const, pointer: '/total', value: total ?? 0, evidence: [] };
  const saved =
    total === undefined ? null : await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  const { document } = await approve(t.desk, ACTOR, id, { revision: saved?.document.revision ?? 0, sign_off: true });
  await countDocument(t.desk, id);
  return { id, revision: document.revision };
}

test('a reason of flags leads to the documents approved last in which it flagged values, with their fields and what was needless', async () => {
  const schemaId = await newSchema('Flagged');
  const first = await approved(schemaId);
  const second = await approved(schemaId, { total: 31 });
  const { items, looked_at } = await listOf({ schema_id: schemaId, reason: 'low_confidence' });
  expect(items.map(({ document_id }) => document_id)).toEqual([second.id, first.id]);
  expect(looked_at).toBeNull();
  expect(items[0]!.fields).toContainEqual({ pointer: '/total', label: 'total', flagged: 1, needless: 0 });
  expect(items[1]!.fields).toContainEqual({ pointer: '/total', label: 'total', flagged: 1, needless: 1 });
  expect(items[1]!.fields).toContainEqual({ pointer: '/lines', label: 'lines, amount', flagged: 2, needless: 2 });
  const insights = await getInsights(t.desk, { schema_id: schemaId, ...time }, { withPeople: false });
  const listed = items.flatMap(({ fields }) => fields).reduce((sum, { flagged }) => sum + flagged, 0);
  expect(insights.reasons.find(({ reason }) => reason === 'low_confidence')?.flagged).toBe(listed);
  expect((await listOf({ schema_id: schemaId, reason: 'bad_format' })).items).toEqual([]);
  expect((await listOf({ schema_id: schemaId, reason: 'low_confidence', deployment_id: 'elsewhere' })).items).toEqual([]);
  expect((await listOf({ schema_id: schemaId, reason: 'low_confidence', from: '2020-01-01', to: '2020-01-02' })).items).toEqual([]);
  await reopen(t.desk, ACTOR, second.id, { revision: second.revision });
  expect((await listOf({ schema_id: schemaId, reason: 'low_confidence' })).items).toHaveLength(1);
});

test('mistaken kinds lead to their documents with what they were taken for, and to none that was asked about or right', async () => {
  const [schemaId, other] = [await newSchema('Invoice'), await newSchema('Receipt')];
  const kindOf = (id: string, reason: string | null): DocumentKind => ({
    ...{ by: 'person', person: ACTOR, reason },
    choices: [{ schema_id: id, schema_name: 'Then', confidence: 0.9 }],
  });
  const mistaken = await approved(schemaId, { kind: kindOf(other, null) });
  await approved(schemaId, { kind: kindOf(other, 'Not sure.') });
  await approved(schemaId, { kind: kindOf(schemaId, null) });
  await approved(schemaId);
  const { items } = await listOf({ schema_id: schemaId, mistaken: 'yes' });
  expect(items).toMatchObject([{ document_id: mistaken.id, taken_for: 'Receipt', fields: [] }]);
});

test('a document that waits as a quality sample is told only to who approved it', async () => {
  const schemaId = await newSchema('Sampled');
  const { id } = await approved(schemaId);
  const draw = { revision: 1, percent: 10, draw: 1, seed: 's', chosenAt: new Date(), approvedByName: '' };
  await t.desk.database.insert(qualitySamples).values({ ...draw, documentId: id, schemaId, approvedById: ACTOR.id });
  const query = { schema_id: schemaId, reason: 'low_confidence' };
  expect((await listOf(query, BEN)).items).toEqual([]);
  expect((await listOf(query)).items).toHaveLength(1);
});

test('where a figure is rare, only the documents approved last are looked at, and that is said', async () => {
  const schemaId = await newSchema('Many');
  const { id } = await approved(schemaId);
  await t.desk.database.execute(sql`
    insert into desk.documents (id, name, state, size, sha256, created_at, updated_at, schema_id, approved_at)
    select gen_random_uuid(), 'a.pdf', 'approved', 1, 'a', now(), now(), ${schemaId}, now() from generate_series(1, 5000)`);
  await t.desk.database.execute(sql`
    insert into desk.counted_documents (document_id, revision, counts)
    select documents.id, 0, jsonb_set(counts, '{fields}', '{}') from desk.documents, desk.counted_documents
    where document_id = ${id} and schema_id = ${schemaId} on conflict do nothing`);
  await t.desk.database
    .update(documents)
    .set({ approvedAt: new Date(`${today}T00:00:00Z`) })
    .where(eq(documents.id, id));
  expect(await listOf({ schema_id: schemaId, reason: 'low_confidence' })).toEqual({ items: [], looked_at: 5000 });
});

test('schemas stand side by side, with what quality samples found in each, and not where one is chosen', async () => {
  const schemaId = await newSchema('Side by side');
  const { id } = await approved(schemaId, { total: 31 });
  await approved(schemaId);
  const draw = { revision: 1, percent: 10, draw: 1, seed: 's', chosenAt: new Date(), approvedById: ACTOR.id, approvedByName: '' };
  const entries = [
    { pointer: '/total', agrees: false, approved: 31, right: 30, entered: 30 },
    { pointer: '/number', agrees: true, approved: 'A-1', entered: 'A-1' },
    { pointer: '/date', agrees: true, approved: null },
  ];
  const checked = { lookedAt: new Date(), lookedById: BEN.id, lookedByName: BEN.name, fields: entries };
  await t.desk.database.insert(qualitySamples).values({ ...draw, ...checked, documentId: id, schemaId });
  const { by_schema, fields } = await getInsights(t.desk, time, { withPeople: false });
  const found = by_schema.find((one) => one.schema_id === schemaId);
  expect(found).toMatchObject({
    schema_name: 'Order',
    changed: 1,
    samples: { values: 2, wrong: 1 },
    review: { approved: 2, unchanged: 1 },
  });
  const own = fields.filter((field) => field.schema_id === schemaId).reduce((sum, { counts }) => sum + counts.values, 0);
  expect(found?.values).toBe(own);
  expect((await getInsights(t.desk, { ...time, schema_id: schemaId }, { withPeople: false })).by_schema).toEqual([]);
});
