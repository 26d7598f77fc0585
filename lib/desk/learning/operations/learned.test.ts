import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Learned, learnedSchema } from '#lib/contract/desk/learned.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { DeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import { examples } from '#lib/service/context/tables.ts';
import { TEACH_QUEUE } from '../../context/desk.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { approve, reopen } from '../../review/operations/decide.ts';
import { saveActions } from '../../review/operations/save-actions.ts';
import { extractions } from '../../review/tables.ts';
import { saveSchema } from '../../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../../schemas/operations/schema-settings.ts';
import { insertReviewable, ORDER } from '../../testing/insert-reviewable.ts';
import { listEvents } from '../../testing/list-events.ts';
import { PLAIN_SETTINGS } from '../../testing/plain-settings.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { teachAll } from '../teach-schema.ts';
import { forget } from './forget.ts';
import { getLearned } from './get-learned.ts';

// with the real embedded service
let t: TestDesk;
let client: DeploymentClient;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
  ({ client } = await t.desk.present());
});
afterAll(() => t.close());

let schemas = 0;
const makeSchema = async () => (await saveSchema(t.desk, ACTOR, { ...ORDER, name: `Order ${++schemas}` })).id;
const order = (number: number) =>
  `ORDER of the Riverside Mill\n\nNumber: A-${number}\nDate: 2026-03-12\nTotal: 30.00 EUR\n\nDelivered to the yard in Harbour Lane.\n`;
const letter = 'Dear Ada,\n\nthank you for coming to see us. We close in May and open again in autumn.\n\nYours, Ben\n';

/** A document of a schema that was approved with a number. */
async function approved(schemaId: string, text: string, number: string) {
  const { id } = await t.drop(`${text}\n${number}\n`, { name: `${number}.txt`, schemaId });
  const { revision } = await t.until(id, 'to_review');
  return { id, revision: await sign(id, revision, { kind: 'correct', pointer: '/number', value: number, evidence: [] }) };
}
async function sign(id: string, revision: number, ...drafts: ActionDraft[]): Promise<number> {
  const actions = drafts.map((draft) => ({ id: crypto.randomUUID(), draft }));
  const saved = drafts.length > 0 ? (await saveActions(t.desk, ACTOR, id, { revision, actions })).document.revision : revision;
  return (await approve(t.desk, ACTOR, id, { revision: saved, sign_off: true })).document.revision;
}

const learned = async (schemaId: string) => learnedSchema.parse(await getLearned(t.desk, schemaId));
const namesOf = ({ places }: Learned) =>
  places.flatMap(({ layouts }) => layouts.map(({ documents }) => documents.map(({ name }) => name).sort()));
const named = async (schemaId: string) => namesOf(await learned(schemaId));
const atService = async (schemaId: string) => (await client.listExamples(schemaId))?.items.map((one) => one.document_name).sort();
async function untilNamed(schemaId: string, ...layouts: string[][]) {
  await expect.poll(() => named(schemaId), { timeout: 30_000 }).toEqual(layouts);
}
const embedded = async () => (await t.desk.present()).id;
async function remoteIdOf(id: string) {
  const [row] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  return row!.remoteDocumentId!;
}
/** The worker looks for differences, as it does at its start and every hour. */
async function maintain() {
  await teachAll(t.desk);
  const isIdle = async () => {
    const { waiting, active } = await t.queue.count(TEACH_QUEUE);
    return waiting + active;
  };
  await expect.poll(isIdle, { timeout: 30_000 }).toBe(0);
}

test('what a schema learned stands by layout, with who it is from and who approved it', async () => {
  const schemaId = await makeSchema();
  expect(await learned(schemaId)).toEqual({ learns: true, places: [], hits: { proposed: 0, right: 0 }, hits_of_newest: null });
  await approved(schemaId, letter, 'L-1');
  const { id } = await approved(schemaId, order(1), 'A-1');
  await untilNamed(schemaId, ['A-1.txt'], ['L-1.txt']).catch(() => untilNamed(schemaId, ['L-1.txt'], ['A-1.txt']));
  await approved(schemaId, order(2), 'A-2');
  await untilNamed(schemaId, ['A-1.txt', 'A-2.txt'], ['L-1.txt']);
  const {
    places: [place],
  } = await learned(schemaId);
  expect(place).toMatchObject({ deployment: { id: await embedded() }, unlearned: [], forgetting: 0, is_cut: false, problem: null });
  expect(place?.layouts[0]).toMatchObject({ document_count: 2, parties: [] });
  // the first order proposed values of the second one, which was approved as it came
  const { proposed = 0, right } = place?.layouts[0]?.hits ?? {};
  expect(proposed).toBeGreaterThan(0);
  expect(right).toBe(proposed);
  expect(place?.layouts[0]?.picture_of).not.toBeNull();
  expect(place?.layouts[0]?.documents[1]).toMatchObject({
    document_id: id,
    remote_id: await remoteIdOf(id),
    approved_by: ACTOR.name,
    status: 'completed',
    problem: null,
  });
  const failed = {
    status: 'failed' as const,
    layoutId: null,
    error: { code: 'learning_failed', message: 'It could not be learned from.' },
  };
  await t.desk.database
    .update(examples)
    .set(failed)
    .where(eq(examples.documentId, await remoteIdOf(id)));
  const [after] = (await learned(schemaId)).places;
  expect(after?.unlearned).toMatchObject([{ document_id: id, status: 'failed', problem: failed.error.message }]);
  expect(after?.layouts.map(({ document_count }) => document_count)).toEqual([1, 1]);
});

test('a document that was forgotten stays forgotten until it is approved anew', async () => {
  const schemaId = await makeSchema();
  const { id, revision } = await approved(schemaId, order(3), 'A-3');
  await approved(schemaId, order(4), 'A-4');
  await untilNamed(schemaId, ['A-3.txt', 'A-4.txt']);
  const which = { scope: 'document' as const, deployment_id: await embedded(), remote_id: await remoteIdOf(id) };
  await forget(t.desk, ACTOR, schemaId, which);
  // at once, although the service is told by the worker
  expect(await named(schemaId)).toEqual([['A-4.txt']]);
  await expect.poll(() => atService(schemaId), { timeout: 30_000 }).toEqual(['A-4.txt']);
  await maintain();
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: false });
  await expect.poll(() => atService(schemaId), { timeout: 30_000 }).toEqual([]);
  expect(await learned(schemaId)).toMatchObject({ learns: false, places: [] });
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: true });
  await untilNamed(schemaId, ['A-4.txt']);
  expect(await atService(schemaId)).toEqual(['A-4.txt']);
  expect((await listEvents(t.desk, id)).filter((event) => /taught|forgotten/.test(event))).toEqual([
    'document.taught',
    'document.forgotten',
    'document.untaught',
  ]);
  const { document } = await reopen(t.desk, ACTOR, id, { revision });
  expect(document.state).toBe('to_review');
  await sign(id, document.revision);
  await untilNamed(schemaId, ['A-3.txt', 'A-4.txt']);
});

test('a layout is forgotten with all its documents, and no other is', async () => {
  const schemaId = await makeSchema();
  const first = await approved(schemaId, order(5), 'A-5');
  await approved(schemaId, order(6), 'A-6');
  await approved(schemaId, letter, 'L-2');
  await untilNamed(schemaId, ['A-5.txt', 'A-6.txt'], ['L-2.txt']);
  const layoutId = (await learned(schemaId)).places[0]!.layouts[0]!.id;
  const which = { scope: 'layout' as const, deployment_id: await embedded(), layout_id: layoutId };
  await forget(t.desk, ACTOR, schemaId, which);
  expect(await named(schemaId)).toEqual([['L-2.txt']]);
  await expect.poll(() => atService(schemaId), { timeout: 30_000 }).toEqual(['L-2.txt']);
  await maintain();
  expect(await atService(schemaId)).toEqual(['L-2.txt']);
  expect(await listEvents(t.desk, first.id)).toContain('document.forgotten');
  await expect(forget(t.desk, ACTOR, schemaId, which)).rejects.toMatchObject({ code: 'not_found' });
  await expect(forget(t.desk, ACTOR, schemaId, { ...which, deployment_id: 'elsewhere' })).rejects.toMatchObject({ code: 'not_found' });
});

test('everything is forgotten, also what others taught; only what is approved afterwards teaches', async () => {
  const schemaId = await makeSchema();
  await approved(schemaId, order(7), 'A-7');
  await untilNamed(schemaId, ['A-7.txt']);
  const { id: unapproved } = await t.drop(order(8), { name: 'theirs.txt', schemaId });
  await t.until(unapproved, 'to_review');
  const fields = { number: { value: 'A-8' } };
  await client.saveExample(schemaId, { document_id: await remoteIdOf(unapproved), fields });
  await expect.poll(() => atService(schemaId)).toEqual(['A-7.txt', 'theirs.txt']);
  await forget(t.desk, ACTOR, schemaId, { scope: 'all' });
  expect(await named(schemaId)).toEqual([]);
  await expect.poll(() => atService(schemaId), { timeout: 30_000 }).toEqual([]);
  await maintain();
  expect(await atService(schemaId)).toEqual([]);
  await approved(schemaId, order(9), 'A-9');
  await untilNamed(schemaId, ['A-9.txt']);
  await maintain();
  expect(await atService(schemaId)).toEqual(['A-9.txt']);
});

test('values that were proposed count as right where people left them as they were', async () => {
  const schemaId = await makeSchema();
  const { id: teacher } = await approved(schemaId, order(10), 'A-10');
  await untilNamed(schemaId, ['A-10.txt']);
  const remembered = { basis: 'value' as const, document_ids: [crypto.randomUUID(), await remoteIdOf(teacher)], seen: 1, likeness: 0.9 };
  const propose = async () => {
    const { id } = await insertReviewable(t.desk, { schemaId, schema: { ...ORDER, name: `Order ${schemas}` } });
    const [row] = await t.desk.database.select().from(extractions).where(eq(extractions.documentId, id));
    const result = row!.result;
    const extracted = result.fields as Record<string, ExtractedValue> & { lines: ExtractedRow[] };
    for (const name of ['number', 'date', 'total']) extracted[name]!.remembered = remembered;
    for (const line of extracted.lines) line.item!.remembered = remembered;
    extracted.discount = { ...extracted.discount!, value: null, remembered };
    await t.desk.database.update(extractions).set({ result }).where(eq(extractions.documentId, id));
    return id;
  };
  const [first, second, third] = [await propose(), await propose(), await propose()];
  expect((await learned(schemaId)).hits).toEqual({ proposed: 0, right: 0 });
  // two of five are changed; a row that moves keeps its value
  await sign(
    first,
    0,
    { kind: 'correct', pointer: '/total', value: 31, evidence: [] },
    { kind: 'move_row', pointer: '/lines/1', to: 0 },
    { kind: 'remove_row', pointer: '/lines/1' },
    { kind: 'confirm', pointer: '/number' },
  );
  await sign(second, 0);
  // what approved itself was seen by nobody
  const byItself = { state: 'approved' as const, approvedAutomatically: true, approvedAt: new Date() };
  await t.desk.database.update(documents).set(byItself).where(eq(documents.id, third));
  const { hits, places, hits_of_newest } = await learned(schemaId);
  expect(hits).toEqual({ proposed: 10, right: 8 });
  expect(hits_of_newest).toBeNull();
  expect(places[0]!.layouts.find(({ documents }) => documents.some((one) => one.document_id === teacher))?.hits).toEqual(hits);
});
