import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { memoryEndSchema, memoryHeaderSchema } from '#lib/contract/desk/schemas/memory-file.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { type ExportedExample, exportedExampleSchema } from '#lib/contract/service/memory.ts';
import { auditEntries } from '../../audit/tables.ts';
import { TEACH_QUEUE } from '../../context/desk.ts';
import { approve } from '../../review/operations/decide.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { saveActions } from '../../review/operations/save-actions.ts';
import { removeSchema, saveSchema } from '../../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../../schemas/operations/schema-settings.ts';
import { importedExamples } from '../../schemas/tables.ts';
import { ORDER } from '../../testing/insert-reviewable.ts';
import { PLAIN_SETTINGS } from '../../testing/plain-settings.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { teachAll } from '../teach-schema.ts';
import { exportMemory } from './export-memory.ts';
import { forget } from './forget.ts';
import { getLearned } from './get-learned.ts';
import { importMemory } from './import-memory.ts';

// two installations, each with its real service
let origin: TestDesk;
let target: TestDesk;
let exported: string;
let examples: ExportedExample[];

const order = (number: string) =>
  `ORDER of the Riverside Mill\n\nNumber: ${number}\nDate: 2026-03-12\nTotal: 30.00 EUR\n\nDelivered to the yard in Harbour Lane.\n`;

async function approved(desk: TestDesk, schemaId: string, number: string): Promise<void> {
  const { id } = await desk.drop(order(number), { name: `${number}.txt`, schemaId });
  const { revision } = await desk.until(id, 'to_review');
  const draft = { kind: 'correct' as const, pointer: '/number', value: number, evidence: [] };
  const saved = await saveActions(desk.desk, ACTOR, id, { revision, actions: [{ id: crypto.randomUUID(), draft }] });
  await approve(desk.desk, ACTOR, id, { revision: saved.document.revision, sign_off: true });
}
const exportText = async (desk: TestDesk, schemaId: string) => {
  const { body } = await exportMemory(desk.desk, ACTOR, schemaId);
  return text(Readable.from(body));
};
const namesOf = async (desk: TestDesk, schemaId: string) =>
  (await getLearned(desk.desk, schemaId)).places.flatMap(({ layouts }) =>
    layouts.map(({ documents }) => documents.map(({ name }) => name).sort()),
  );
const learnedIs = (desk: TestDesk, schemaId: string, ...layouts: string[][]) =>
  vi.waitFor(async () => expect(await namesOf(desk, schemaId)).toEqual(layouts), { timeout: 30_000, interval: 50 });
let made = 0;
const makeSchema = async (desk: TestDesk) => (await saveSchema(desk.desk, ACTOR, { ...ORDER, name: `Order ${++made}` })).id;
const eventsOf = async (desk: TestDesk, event: string) =>
  (await desk.desk.database.select().from(auditEntries).where(eq(auditEntries.event, event))).map(({ actorName, detail }) => ({
    actorName,
    detail,
  }));
const recorded = async (schemaId: string) =>
  (await target.desk.database.select().from(importedExamples).where(eq(importedExamples.schemaId, schemaId)))
    .map((row) => row.documentName)
    .sort();

beforeAll(async () => {
  [origin, target] = await Promise.all([startTestDesk({ service: true, work: true }), startTestDesk({ service: true, work: true })]);
  const schemaId = await makeSchema(origin);
  await expect(exportMemory(origin.desk, ACTOR, schemaId)).rejects.toMatchObject({ code: 'conflict' });
  for (const number of ['A-1', 'A-2', 'A-3']) await approved(origin, schemaId, number);
  await learnedIs(origin, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  exported = await exportText(origin, schemaId);
  examples = exported
    .split('\n')
    .slice(1, -2)
    .map((line) => exportedExampleSchema.parse(JSON.parse(line)));
}, 120_000);
afterAll(() => Promise.all([origin.close(), target.close()]));

test('the memory of a schema is a file of lines: the schema, what each document taught, and an end', async () => {
  const lines = exported
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(memoryHeaderSchema.parse(lines[0]).schema.fields.map(({ name }) => name)).toEqual(ORDER.fields.map(({ name }) => name));
  expect(memoryEndSchema.parse(lines.at(-1))).toEqual({ end: true, examples: 3 });
  expect(examples.map(({ document_name, approved_by }) => [document_name, approved_by])).toEqual([
    ['A-1.txt', ACTOR.name],
    ['A-2.txt', ACTOR.name],
    ['A-3.txt', ACTOR.name],
  ]);
  expect(await eventsOf(origin, 'schema.memory_exported')).toMatchObject([{ actorName: ACTOR.name, detail: { schema_name: 'Order 1' } }]);
});

test('imported at another installation it teaches the first document there, and Why says what it comes from', async () => {
  const schemaId = await makeSchema(target);
  const done = await importMemory(target.desk, ACTOR, schemaId, { examples });
  expect(done).toMatchObject({ deployment: { id: (await target.desk.present()).id }, imported: 3, known: 0, unusable: 0 });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  const { places } = await getLearned(target.desk, schemaId);
  expect(places[0]?.layouts[0]?.documents[0]).toMatchObject({ document_id: null, imported: true, approved_by: ACTOR.name });
  const { id } = await target.drop(order('A-4'), { name: 'A-4.txt', schemaId });
  await target.until(id, 'to_review');
  const { remembered } = await getDocument(target.desk, id);
  expect(Object.values(remembered ?? {})).toContainEqual({
    ...{ document_id: null, name: 'A-3.txt', approved_by: ACTOR.name },
    approved_at: examples[2]!.approved_at,
  });
  expect((await eventsOf(target, 'schema.memory_imported'))[0]).toMatchObject({ detail: { imported: 3, known: 0, unusable: 0 } });
});

test('what was imported is exported again, and may be imported twice', async () => {
  const schemaId = await makeSchema(target);
  await importMemory(target.desk, ACTOR, schemaId, { examples });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  const linesOf = (file: string) => file.split('\n').slice(1);
  expect(linesOf(await exportText(target, schemaId))).toEqual(linesOf(exported));
  expect((await importMemory(target.desk, ACTOR, schemaId, { examples })).imported).toBe(3);
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
});

test('one imported example, a layout and everything are forgotten, and their names with them', async () => {
  const schemaId = await makeSchema(target);
  await importMemory(target.desk, ACTOR, schemaId, { examples });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  const place = (await target.desk.present()).id;
  await forget(target.desk, ACTOR, schemaId, { scope: 'document', deployment_id: place, remote_id: examples[0]!.document_id });
  await learnedIs(target, schemaId, ['A-2.txt', 'A-3.txt']);
  expect(await recorded(schemaId)).toEqual(['A-2.txt', 'A-3.txt']);
  const layout_id = (await getLearned(target.desk, schemaId)).places[0]!.layouts[0]!.id;
  await forget(target.desk, ACTOR, schemaId, { scope: 'layout', deployment_id: place, layout_id });
  await learnedIs(target, schemaId);
  expect(await recorded(schemaId)).toEqual([]);
  await importMemory(target.desk, ACTOR, schemaId, { examples });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  await forget(target.desk, ACTOR, schemaId, { scope: 'all' });
  await learnedIs(target, schemaId);
  await expect.poll(() => recorded(schemaId), { timeout: 30_000 }).toEqual([]);
  const { client } = await target.desk.present();
  await expect.poll(async () => (await client.listExamples(schemaId))?.items, { timeout: 30_000 }).toEqual([]);
});

test('a schema that does not learn takes no memory, and loses what it has when that is switched off', async () => {
  const schemaId = await makeSchema(target);
  await importMemory(target.desk, ACTOR, schemaId, { examples });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  await saveSchemaSettings(target.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: false });
  await expect(importMemory(target.desk, ACTOR, schemaId, { examples })).rejects.toMatchObject({ code: 'conflict' });
  await expect.poll(() => recorded(schemaId), { timeout: 30_000 }).toEqual([]);
  const { client } = await target.desk.present();
  await expect.poll(async () => (await client.listExamples(schemaId))?.items, { timeout: 30_000 }).toEqual([]);
});

test('documents that are here are left alone, and no name of them is kept', async () => {
  const schemaId = await makeSchema(origin);
  expect(await importMemory(origin.desk, ACTOR, schemaId, { examples })).toMatchObject({ imported: 0, known: 3 });
  expect(await origin.desk.database.select().from(importedExamples)).toEqual([]);
});

test('memory of another version is refused with what to do, and nothing is imported', async () => {
  const schemaId = await makeSchema(target);
  const old = examples.map((example) => ({ ...example, lesson: { ...example.lesson, version: 1 } }));
  await expect(importMemory(target.desk, ACTOR, schemaId, { examples: old })).rejects.toThrow(/earlier version/);
  expect(await recorded(schemaId)).toEqual([]);
  const { client } = await target.desk.present();
  expect((await client.listExamples(schemaId))?.items).toEqual([]);
});

/** The desk, where something else happens just before the deployment is given the examples. */
async function meanwhile(happens: () => Promise<unknown>): Promise<TestDesk['desk']> {
  const deployment = await target.desk.present();
  const importAfter: typeof deployment.client.importMemory = async (...given) => {
    await happens();
    return deployment.client.importMemory(...given);
  };
  return { ...target.desk, present: async () => ({ ...deployment, client: { ...deployment.client, importMemory: importAfter } }) };
}
async function nothingIsLeft(schemaId: string) {
  const { client } = await target.desk.present();
  await vi.waitFor(
    async () => {
      expect(await recorded(schemaId)).toEqual([]);
      expect((await client.listExamples(schemaId))?.items).toEqual([]);
      const { waiting, active } = await target.queue.count(TEACH_QUEUE);
      expect(waiting + active).toBe(0);
    },
    { timeout: 30_000, interval: 50 },
  );
}

test('what is forgotten, or no longer learned, while it is being imported is forgotten at the service, too', async () => {
  const forgotten = await makeSchema(target);
  const forgetNow = async () => {
    await forget(target.desk, ACTOR, forgotten, { scope: 'all' });
    await nothingIsLeft(forgotten);
  };
  await importMemory(await meanwhile(forgetNow), ACTOR, forgotten, { examples });
  await nothingIsLeft(forgotten);
  const off = await makeSchema(target);
  const switchOff = async () => {
    await saveSchemaSettings(target.desk, ACTOR, off, { ...PLAIN_SETTINGS, learn_from_approvals: false });
    await nothingIsLeft(off);
  };
  await importMemory(await meanwhile(switchOff), ACTOR, off, { examples });
  await nothingIsLeft(off);
  const lost = await makeSchema(target);
  const losesAnswer = async () => {
    const { client } = await target.desk.present();
    await client.importMemory(lost, examples);
    await forget(target.desk, ACTOR, lost, { scope: 'all' });
    throw new ProblemError('deployment_unreachable', 'No answer came.');
  };
  await expect(importMemory(await meanwhile(losesAnswer), ACTOR, lost, { examples })).rejects.toThrow('No answer came.');
  await nothingIsLeft(lost);
  expect(await eventsOf(target, 'schema.memory_imported')).toContainEqual({
    actorName: ACTOR.name,
    detail: expect.objectContaining({ schema_id: lost, perhaps_imported: 3 }),
  });
});

test('while a schema is being forgotten it takes no memory and gives none; a job that was lost is made up for', async () => {
  const schemaId = await makeSchema(target);
  await importMemory(target.desk, ACTOR, schemaId, { examples });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  const losesJobs = { ...target.desk, queue: { ...target.desk.queue, send: async () => null } };
  await forget(losesJobs, ACTOR, schemaId, { scope: 'all' });
  await expect(importMemory(target.desk, ACTOR, schemaId, { examples })).rejects.toMatchObject({ code: 'conflict' });
  await expect(exportMemory(target.desk, ACTOR, schemaId)).rejects.toMatchObject({ code: 'conflict' });
  await teachAll(target.desk);
  await nothingIsLeft(schemaId);
  await importMemory(target.desk, ACTOR, schemaId, { examples });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
});

test('a schema that is removed takes what was imported for it along', async () => {
  const schemaId = await makeSchema(target);
  await importMemory(target.desk, ACTOR, schemaId, { examples });
  await learnedIs(target, schemaId, ['A-1.txt', 'A-2.txt', 'A-3.txt']);
  await removeSchema(target.desk, ACTOR, schemaId);
  await nothingIsLeft(schemaId);
});
