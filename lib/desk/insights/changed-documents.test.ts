import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents } from '../documents/tables.ts';
import { approve } from '../review/operations/decide.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { countDocument } from './count-document.ts';
import { listChangedDocuments } from './operations/list-changed-documents.ts';
import { changedValues } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const BEN = { id: 'ben', name: 'Ben' };
const DRAWN = { revision: 1, percent: 10, draw: 1, seed: 's', chosenAt: new Date(), approvedByName: '' };

/** An approved and counted document that a person changed so. */
async function approved(...drafts: ActionDraft[]) {
  const { id, schemaId } = await insertReviewable(t.desk);
  const actions = drafts.map((draft) => ({ id: crypto.randomUUID(), draft }));
  const { document } = await saveActions(t.desk, ACTOR, id, { revision: 0, actions });
  await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true });
  await countDocument(t.desk, id);
  return { id, schemaId };
}
const said = (value: string | number) => ({ value, evidence: [] });
const listOf = async (schemaId: string, field: string, person = ACTOR) =>
  (await listChangedDocuments(t.desk, person, { schema_id: schemaId, field })).items;

test('what was extracted stands beside what was approved, also nothing', async () => {
  const { schemaId } = await approved(
    { kind: 'correct', pointer: '/total', value: 31.5, evidence: [] },
    { kind: 'clear', pointer: '/date' },
  );
  expect((await listOf(schemaId, 'total'))[0]?.changes).toEqual([
    { pointer: '/total', row: null, type: 'money', extracted: 30, approved: 31.5 },
  ]);
  expect((await listOf(schemaId, 'date'))[0]?.changes).toEqual([
    { pointer: '/date', row: null, type: 'date', extracted: '2026-03-12', approved: null },
  ]);
});

test('cells say their row, those of removed rows have none, and only the first three are told', async () => {
  const { schemaId } = await approved(
    { kind: 'remove_row', pointer: '/lines/0' },
    { kind: 'correct', pointer: '/lines/0/amount', value: 21, evidence: [] },
    ...[1, 2, 3].map(
      (row): ActionDraft => ({ kind: 'insert_row', pointer: `/lines/${row}`, values: { item: said('Bolts'), amount: said(row) } }),
    ),
  );
  const [item] = await listOf(schemaId, 'lines.amount');
  expect(item).toMatchObject({ corrected: 1, invented: 1, missed: 3 });
  expect(item?.changes).toEqual([
    { pointer: '/lines', row: null, type: 'money', extracted: 10, approved: null },
    { pointer: '/lines/0/amount', row: 1, type: 'money', extracted: 20, approved: 21 },
    { pointer: '/lines/1/amount', row: 2, type: 'money', extracted: null, approved: 1 },
  ]);
});

test('a document that waits as a quality sample is told only to who approved it, until it is checked', async () => {
  const { id, schemaId } = await approved({ kind: 'correct', pointer: '/number', value: 'A-2', evidence: [] });
  await t.desk.database.insert(qualitySamples).values({ ...DRAWN, documentId: id, schemaId, approvedById: ACTOR.id });
  expect(await listOf(schemaId, 'number', BEN)).toEqual([]);
  expect(await listOf(schemaId, 'number')).toHaveLength(1);
  await t.desk.database.update(qualitySamples).set({ lookedAt: new Date(), fields: [] }).where(eq(qualitySamples.documentId, id));
  expect(await listOf(schemaId, 'number', BEN)).toHaveLength(1);
});

test('of a document that approved itself it says what the person who checked it said', async () => {
  const { id, schemaId } = await approved();
  await t.desk.database.update(documents).set({ approvedAutomatically: true }).where(eq(documents.id, id));
  await t.desk.database
    .insert(changedValues)
    .values({ documentId: id, schemaId, field: 'number', verdict: 'corrected', count: 1, at: new Date() });
  const fields = [
    { pointer: '/number', agrees: false, approved: 'A-1', right: 'A-7' },
    { pointer: '/total', agrees: true, approved: 30 },
  ];
  const checked = { lookedAt: new Date(), lookedById: BEN.id, lookedByName: BEN.name, fields };
  await t.desk.database
    .insert(qualitySamples)
    .values({ ...DRAWN, ...checked, documentId: id, schemaId, approvedById: AUTOMATIC_APPROVER.id });
  expect((await listOf(schemaId, 'number'))[0]?.changes).toEqual([
    { pointer: '/number', row: null, type: 'string', extracted: 'A-1', approved: 'A-7' },
  ]);
});
