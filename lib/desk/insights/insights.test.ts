import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import type { InsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import { deployments } from '../deployments/tables.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { failDocument } from '../following/fail-document.ts';
import { approve, reject, reopen } from '../review/operations/decide.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { decisions } from '../review/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { countDocument } from './count-document.ts';
import { countRest } from './count-rest.ts';
import { getInsights } from './operations/get-insights.ts';
import { getOverview } from './operations/get-overview.ts';
import { findInsightSettings, saveInsightSettings } from './operations/insight-settings.ts';
import { listChangedDocuments } from './operations/list-changed-documents.ts';
import { countedDocuments, reviewCounts, seenEngines } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const today = () => new Date().toISOString().slice(0, 10);
const insightsOf = (schemaId: string, more: Partial<InsightsQuery> = {}) =>
  getInsights(t.desk, { schema_id: schemaId, from: today(), to: today(), ...more }, { withPeople: true });
const fieldOf = async (schemaId: string, field: string) => (await insightsOf(schemaId)).fields.find((one) => one.field === field);

async function newSchema(name: string): Promise<string> {
  return (await saveSchema(t.desk, ACTOR, { ...ORDER, name })).id;
}

/** A document that a person corrected the number of, ready for its approval. */
async function corrected(schemaId: string) {
  const { id } = await insertReviewable(t.desk, { schemaId });
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-2', evidence: [] };
  const { document } = await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] });
  return { id, revision: document.revision };
}

test('an approval counts once, however often it is asked for, and a reopened one not at all', async () => {
  const schemaId = await newSchema('Order counted');
  const { id, revision } = await corrected(schemaId);
  const { document } = await approve(t.desk, ACTOR, id, { revision, sign_off: false });
  await Promise.all([countDocument(t.desk, id), countDocument(t.desk, id)]);
  await countDocument(t.desk, id);
  const { review, values } = await insightsOf(schemaId);
  expect(review).toMatchObject({ approved: 1, unchanged: 0, rejected: 0, timed: 0 });
  expect(values).toMatchObject({ corrected: 1, right: 9, missed: 0, invented: 0, absent: 0, flagged: 0, unflagged: 1 });
  expect((await fieldOf(schemaId, 'number'))?.confidence).toEqual([{ from: 0.99, to: 0.995, values: 1, right: 0 }]);
  expect((await listChangedDocuments(t.desk, ACTOR, { schema_id: schemaId, field: 'number' })).items).toMatchObject([
    {
      ...{ document_id: id, corrected: 1, missed: 0, invented: 0 },
      changes: [{ pointer: '/number', row: null, type: 'string', extracted: 'A-1', approved: 'A-2' }],
    },
  ]);
  await reopen(t.desk, ACTOR, id, { revision: document.revision });
  await countDocument(t.desk, id);
  const after = await insightsOf(schemaId);
  expect([after.review.approved, after.values.values, after.fields.map(({ counts }) => counts.values)]).toEqual([
    0,
    0,
    after.fields.map(() => 0),
  ]);
  expect((await listChangedDocuments(t.desk, ACTOR, { schema_id: schemaId, field: 'number' })).items).toEqual([]);
});

test('columns of rows are counted as fields of their own', async () => {
  const schemaId = await newSchema('Order with rows');
  const { id } = await insertReviewable(t.desk, { schemaId });
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await countDocument(t.desk, id);
  expect(await fieldOf(schemaId, 'lines.amount')).toMatchObject({ label: 'lines, amount', counts: { right: 2, values: 2 } });
});

test('flags are counted by their reason, and as needless where nothing was changed', async () => {
  const schemaId = await newSchema('Order flagged');
  const { id } = await insertReviewable(t.desk, { schemaId, confidence: 0.5 });
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await countDocument(t.desk, id);
  const { values, reasons } = await insightsOf(schemaId);
  expect(values).toMatchObject({ flagged: 10, needless: 10, unflagged: 0 });
  expect(reasons).toEqual([{ reason: 'low_confidence', flagged: 10, needless: 10 }]);
});

test('what the review took is summed for the document, the person and the field', async () => {
  const schemaId = await newSchema('Order timed');
  for (const seconds of [4, 8]) {
    const { id } = await insertReviewable(t.desk, { schemaId });
    const effort = { seconds: seconds * 2, keys: 3, fields: { number: { seconds, keys: 2 }, unknown: { seconds: 9, keys: 9 } } };
    await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false, effort });
    await countDocument(t.desk, id);
  }
  const { review, people, fields } = await insightsOf(schemaId);
  expect(review).toMatchObject({ approved: 2, unchanged: 2, timed: 2, seconds: 24, keys: 6 });
  expect(people).toMatchObject([{ person_id: ACTOR.id, review: { approved: 2, seconds: 24 } }]);
  expect(fields.find(({ field }) => field === 'number')).toMatchObject({ seconds: 6, keys: 2, timed: 2 });
  expect(fields.some(({ field }) => field === 'unknown')).toBe(false);
});

test('sums stay when a document is removed, and what could be looked at goes with it', async () => {
  const schemaId = await newSchema('Order removed');
  const { id, revision } = await corrected(schemaId);
  await approve(t.desk, ACTOR, id, { revision, sign_off: false });
  await countDocument(t.desk, id);
  await removeDocument(t.desk, ACTOR, id);
  await countDocument(t.desk, id);
  expect((await insightsOf(schemaId)).review.approved).toBe(1);
  expect((await listChangedDocuments(t.desk, ACTOR, { schema_id: schemaId, field: 'number' })).items).toEqual([]);
  expect(await t.desk.database.select().from(countedDocuments).where(eq(countedDocuments.documentId, id))).toEqual([]);
});

test('decisions that no job was sent for are found and counted, rejections too', async () => {
  const schemaId = await newSchema('Order of before');
  const ids = [];
  for (let index = 0; index < 3; index += 1) ids.push((await insertReviewable(t.desk, { schemaId })).id);
  await approve(t.desk, ACTOR, ids[0]!, { revision: 0, sign_off: false });
  await approve(t.desk, ACTOR, ids[1]!, { revision: 0, sign_off: false });
  await reject(t.desk, ACTOR, ids[2]!, { revision: 0, reason: 'Not ours' });
  expect((await insightsOf(schemaId)).review.approved).toBe(0);
  expect(await countRest(t.desk, { signal: new AbortController().signal })).toBeUndefined();
  expect((await insightsOf(schemaId)).review).toMatchObject({ approved: 2, rejected: 1 });
});

test('each deployment has its documents, changed values, confidences, seconds and failures', async () => {
  const schemaId = await newSchema('Order of two services');
  const other = 'attic';
  const baseUrl = 'http://127.0.0.1:9';
  const [{ encryptedKey } = { encryptedKey: null }] = await t.desk.database.select().from(deployments);
  await t.desk.database.insert(deployments).values({ id: other, name: 'Attic', baseUrl, encryptedKey });
  const approveAt = async (deploymentId: string | null, isCorrected: boolean) => {
    const { id, revision } = isCorrected ? await corrected(schemaId) : { ...(await insertReviewable(t.desk, { schemaId })), revision: 0 };
    if (deploymentId) await t.desk.database.update(submissions).set({ deploymentId }).where(eq(submissions.documentId, id));
    const effort = { seconds: 12, keys: 4, fields: {} };
    await approve(t.desk, ACTOR, id, { revision, sign_off: false, effort });
    await countDocument(t.desk, id);
  };
  const present = (await t.desk.present()).id;
  await approveAt(null, true);
  await approveAt(null, false);
  await approveAt(other, false);
  const failing = await insertReviewable(t.desk, { schemaId });
  await t.desk.database.update(submissions).set({ deploymentId: other }).where(eq(submissions.documentId, failing.id));
  const fail = () => failDocument(t.desk, { documentId: failing.id, run: 1 }, { code: 'extraction_failed', message: 'It failed.' });
  for (let time = 0; time < 2; time += 1) {
    await t.desk.database.update(documents).set({ state: 'extracting' }).where(eq(documents.id, failing.id));
    await fail();
  }
  await fail();
  const { by_deployment } = await insightsOf(schemaId);
  expect(by_deployment.map(({ deployment_id, values, changed, failures }) => [deployment_id, values, changed, failures])).toEqual([
    [present, 20, 1, 0],
    [other, 10, 0, 2],
  ]);
  expect(by_deployment.map(({ review }) => review)).toMatchObject([
    { approved: 2, unchanged: 1, timed: 2, seconds: 24 },
    { approved: 1, unchanged: 1, timed: 1, seconds: 12 },
  ]);
  expect(by_deployment.map(({ confidence }) => confidence)).toMatchObject([[{ values: 20, right: 19 }], [{ values: 10, right: 10 }]]);
  expect((await insightsOf(schemaId, { deployment_id: other })).by_deployment.map(({ name }) => name)).toEqual(['Attic']);
  expect((await insightsOf(schemaId, { from: '2020-01-01', to: '2020-12-31' })).by_deployment).toEqual([]);
});

test('days, deployments and other schemas are told apart', async () => {
  const schemaId = await newSchema('Order of today');
  const { id, revision } = await corrected(schemaId);
  await approve(t.desk, ACTOR, id, { revision, sign_off: false });
  await countDocument(t.desk, id);
  const { days, by_deployment } = await insightsOf(schemaId);
  expect(days).toMatchObject([{ day: today(), values: 10, changed: 1, review: { approved: 1 } }]);
  expect(by_deployment).toMatchObject([{ deployment_id: (await t.desk.present()).id, values: 10, changed: 1 }]);
  expect((await insightsOf(schemaId, { deployment_id: 'another' })).review.approved).toBe(0);
  expect((await insightsOf(schemaId, { from: '2020-01-01', to: '2020-12-31' })).days).toEqual([]);
});

test('a new version of a schema is marked, and an engine only when another one was there before', async () => {
  const schemaId = await newSchema('Order changed');
  await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Order changed', description: 'Anew' }, schemaId);
  // an engine counts anew at each deployment
  const { marks } = await insightsOf(schemaId, { deployment_id: (await t.desk.present()).id });
  expect(marks).toMatchObject(expect.arrayContaining([expect.objectContaining({ kind: 'schema', name: 'Order changed, version 2' })]));
  expect(marks.filter(({ kind }) => kind === 'engine')).toEqual([]);
});

test('without figures of people nobody is named, not even in what was counted before', async () => {
  const schemaId = await newSchema('Order of nobody');
  const count = async () => {
    const { id } = await insertReviewable(t.desk, { schemaId });
    const { document } = await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
    await countDocument(t.desk, id);
    return document;
  };
  const before = await count();
  await saveInsightSettings(t.desk, ACTOR, { count_people: false });
  await count();
  const { review, people } = await insightsOf(schemaId);
  expect([review.approved, people]).toEqual([2, null]);
  const named = (await t.desk.database.select().from(reviewCounts)).filter(({ personId }) => personId !== '');
  expect(named).toEqual([]);
  expect((await getOverview(t.desk, ACTOR, { timeZone: 'UTC', withHealth: false })).days.at(-1)?.mine).toBeNull();
  await reopen(t.desk, ACTOR, before.id, { revision: before.revision });
  await countDocument(t.desk, before.id);
  expect((await insightsOf(schemaId)).review.approved).toBe(1);
  await saveInsightSettings(t.desk, ACTOR, { count_people: true });
  expect(await findInsightSettings(t.desk.database)).toEqual({ count_people: true });
});

test('people are told only who may see them', async () => {
  expect((await getInsights(t.desk, { from: today(), to: today() }, { withPeople: false })).people).toBeNull();
});

test('without figures of people what a review took is not kept beside who decided', async () => {
  const schemaId = await newSchema('Order not timed');
  const effortsOf = async () =>
    (await t.desk.database.select({ effort: decisions.effort }).from(decisions)).filter(({ effort }) => effort !== null);
  const approveTimed = async () => {
    const { id } = await insertReviewable(t.desk, { schemaId });
    await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false, effort: { seconds: 5, keys: 2, fields: {} } });
    await countDocument(t.desk, id);
  };
  await approveTimed();
  expect((await effortsOf()).length).toBeGreaterThan(0);
  await saveInsightSettings(t.desk, ACTOR, { count_people: false });
  await approveTimed();
  expect(await effortsOf()).toEqual([]);
  expect((await insightsOf(schemaId)).review).toMatchObject({ timed: 2, seconds: 10 });
  await saveInsightSettings(t.desk, ACTOR, { count_people: true });
});

test('an engine is seen since its first decision, in whatever order decisions are counted', async () => {
  const schemaId = await newSchema('Order of an engine');
  const ids = [];
  for (let index = 0; index < 2; index += 1) {
    const { id } = await insertReviewable(t.desk, { schemaId });
    await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
    ids.push(id);
  }
  await t.desk.database
    .update(decisions)
    .set({ at: new Date('2026-01-02T08:00:00Z') })
    .where(eq(decisions.documentId, ids[0]!));
  await countDocument(t.desk, ids[1]!);
  await countDocument(t.desk, ids[0]!);
  const marksOfJanuary = async () => (await getInsights(t.desk, { from: '2026-01-01', to: '2026-01-31' }, { withPeople: false })).marks;
  expect(await marksOfJanuary()).toEqual([]);
  const deploymentId = (await t.desk.present()).id;
  await t.desk.database.insert(seenEngines).values({ deploymentId, engine: 'older', since: new Date('2025-12-01T08:00:00Z') });
  expect(await marksOfJanuary()).toMatchObject([{ kind: 'engine', name: 'test', at: '2026-01-02T08:00:00.000Z' }]);
});

test('samples tell how many values that people approved were wrong, apart from automatic approvals and from what was entered blind', async () => {
  const schemaId = await newSchema('Order sampled');
  const sample = async (approver: { id: string; name: string }, agrees: boolean[], blind = 0) => {
    const { id } = await insertReviewable(t.desk, { schemaId });
    const fields = agrees.map((one, at) => ({
      ...{ pointer: `/field_${at}`, agrees: one, approved: 'A' },
      ...(at < blind ? { entered: one ? 'A' : null } : {}),
    }));
    const at = new Date();
    const drawn = { revision: 1, percent: 10, draw: 1, seed: 's', chosenAt: at, lookedAt: at, lookedById: 'bob', lookedByName: 'Bob' };
    const approvedBy = { approvedById: approver.id, approvedByName: approver.name };
    await t.desk.database.insert(qualitySamples).values({ documentId: id, schemaId, ...drawn, ...approvedBy, fields });
  };
  await sample(ACTOR, [true, true, false, true]);
  await sample(ACTOR, [true, false, true], 2);
  await sample(AUTOMATIC_APPROVER, [false, true], 1);
  const { samples } = await insightsOf(schemaId);
  expect(samples).toEqual({
    ...{ documents: 3, values: 9, agreed: 6, waiting: 0 },
    blind: { values: 3, agreed: 1 },
    by_people: { values: 7, wrong: 2, blind: { values: 2, wrong: 1 } },
  });
});
