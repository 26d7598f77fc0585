import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { and, eq, inArray } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { jobs } from '#lib/service/context/tables.ts';
import { createExtractionPool } from '#lib/service/engine/extraction-pool.ts';
import { verifyAudit } from '../audit/append-audit.ts';
import { documents, submissions } from '../documents/tables.ts';
import { failDocument } from '../following/fail-document.ts';
import { listDocumentAudit } from '../reports/operations/list-audit.ts';
import { approve } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { schemas } from '../schemas/tables.ts';
import { listSchemaIds } from '../testing/review-test-document.ts';
import { type Remote, startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { findClassification, requestClassification } from './operations/classifications.ts';
import { classifications } from './tables.ts';

const RECEIPT = [
  'Corner Shop',
  'CASH RECEIPT',
  'Receipt no. 4711',
  'Cashier: Ann   Till: 2',
  'Date: 2026-03-12',
  '',
  'Milk   1.20',
  'Bread   2.80',
  '',
  'Total   4.00 EUR',
  'Cash   5.00',
  'Change   1.00',
  'Thank you, please come again',
].join('\n');
const ODD = 'The heron stood in the reeds until the evening. Nobody had seen it arrive, and nobody saw it leave.';

let t: TestDesk | undefined;
let remote: Remote | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await t?.close();
  await remote?.close();
  t = undefined;
  remote = undefined;
});

const sample = (name: string) => Readable.from([readFileSync(path.join(process.cwd(), 'samples', name))]);
async function jobKinds({ database }: TestDesk['desk'], documentId: string): Promise<string[]> {
  const asked = inArray(jobs.kind, ['classification', 'extraction']);
  const rows = await database
    .select()
    .from(jobs)
    .where(and(eq(jobs.documentId, documentId), asked));
  return rows.map(({ kind }) => kind).toSorted();
}
const eventsOf = async (id: string) => (await listDocumentAudit(t!.desk, id)).items.map(({ event }) => event);

test('documents of three kinds, dropped without a schema, are each extracted with the right one, once', async () => {
  t = await startTestDesk({ service: true, work: true });
  const dropped = await Promise.all(
    (
      [
        ['purchase-order.md', 'Purchase order'],
        ['contract.pdf', 'Contract'],
        ['invoice-german.pdf', 'Invoice'],
      ] as const
    ).map(async ([name, schema]) => ({
      schema,
      document: await t!.drop(sample(name), { name: `scan-${name.slice(-5)}`, recognise: true }),
    })),
  );
  for (const { schema, document } of dropped) {
    const found = await t.until(document.id, 'to_review');
    expect(found).toMatchObject({ schema_name: schema, kind: { by: 'machine', person: null, reason: null } });
    expect(found.kind?.choices[0]).toMatchObject({ schema_name: schema });
    const classification = await findClassification(t.desk, document.id);
    expect(classification).toMatchObject({ state: 'settled', reason: null, examples: 0 });
    expect(classification?.ranking).toHaveLength(6);
    expect(classification?.ranking[0]?.evidence.length).toBeGreaterThan(0);
    const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, document.id));
    expect(await jobKinds(t.desk, submission!.remoteDocumentId!)).toEqual(['classification', 'extraction']);
    const events = (await eventsOf(document.id)).filter((event) => event.startsWith('document.'));
    expect(events.toReversed()).toEqual(['document.received', 'document.indexed', 'document.classified', 'document.extracted']);
  }
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
});

test('a document of no known kind waits for a person, with what is likeliest; the choice extracts it', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await t.drop(ODD, { recognise: true });
  const waiting = await t.until(id, 'unclassified');
  expect(waiting).toMatchObject({ schema_id: null, failure: null, kind: { by: null, reason: 'None of the schemas fits this document.' } });
  expect(waiting.kind?.choices).toHaveLength(5);
  const { schema_id: chosen } = waiting.kind!.choices[1]!;
  await startExtraction(t.desk, ACTOR, id, chosen);
  const extracted = await t.until(id, 'to_review');
  expect(extracted).toMatchObject({ schema_id: chosen, kind: { by: 'person', person: ACTOR } });
});

test('two people who name the kind of one document: the second is told, unless both say the same', async () => {
  t = await startTestDesk();
  const { desk } = t;
  const { Invoice, Receipt } = await listSchemaIds(desk);
  const { id, revision } = await t.drop(ODD, { recognise: true });
  const choices = [Invoice!, Receipt!].map((schema_id) => ({ schema_id, schema_name: 'One', confidence: 0.4 }));
  const kind = { by: null, person: null, choices, reason: 'Not sure.' };
  await desk.database.update(documents).set({ state: 'unclassified', kind }).where(eq(documents.id, id));
  await desk.database.update(submissions).set({ remoteDocumentId: 'there', indexedAt: new Date() }).where(eq(submissions.documentId, id));
  await startExtraction(desk, ACTOR, id, Invoice!, { revision });
  const other = { id: 'grace', name: 'Grace' };
  await expect(startExtraction(desk, other, id, Receipt!, { revision })).rejects.toMatchObject({
    code: 'stale_revision',
    extra: { detail: { document: { schema_id: Invoice } } },
  });
  await startExtraction(desk, other, id, Invoice!, { revision });
  expect((await getDocument(desk, id)).document).toMatchObject({ schema_id: Invoice, kind: { by: 'person', person: ACTOR } });
  expect((await eventsOf(id)).filter((event) => event === 'extraction.requested')).toHaveLength(1);
  // having seen what it is, another choice is a choice
  const { revision: seen } = (await getDocument(desk, id)).document;
  await startExtraction(desk, other, id, Receipt!, { revision: seen });
  expect((await getDocument(desk, id)).document).toMatchObject({ schema_id: Receipt, kind: { person: other } });
});

test('what a person chooses while the engine is still at it stands, and nothing is extracted twice', async () => {
  t = await startTestDesk({ service: true });
  const { desk } = t;
  const ids = await listSchemaIds(desk);
  const { id } = await t.drop(RECEIPT, { recognise: true });
  const { client } = await desk.present();
  const ask = client.getClassificationJob;
  let released = false;
  vi.spyOn(client, 'getClassificationJob').mockImplementation(async (...input) => {
    const job = await ask(...input);
    // the answer is on its way; before it is stored, the person chooses
    if (job.phase === 'completed' && !released) {
      released = true;
      await startExtraction(desk, ACTOR, id, ids.Contract!);
    }
    return job;
  });
  await t.worker.start();
  await vi.waitFor(() => expect(released).toBe(true), { timeout: 150_000 });
  const found = await t.until(id, 'to_review');
  expect(found).toMatchObject({ schema_name: 'Contract', kind: { by: 'person', person: ACTOR } });
  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  const extractions = await desk.database
    .select()
    .from(jobs)
    .where(and(eq(jobs.documentId, submission!.remoteDocumentId!), eq(jobs.kind, 'extraction')));
  expect(extractions.map(({ schemaId }) => schemaId)).toEqual([ids.Contract]);
  expect(await eventsOf(id)).not.toContain('document.classified');
});

test('a worker that dies after asking asks for the same job again, and a worker that dies after the answer extracts once', async () => {
  t = await startTestDesk({ service: true });
  const { desk } = t;
  const { id } = await t.drop(RECEIPT, { recognise: true });
  const { client } = await desk.present();
  const create = client.createClassificationJob;
  let asked = 0;
  vi.spyOn(client, 'createClassificationJob').mockImplementation(async (...input) => {
    const job = await create(...input);
    asked += 1;
    // the job exists, its id was not recorded: as after kill -9
    if (asked === 1) {
      // a new approval or schema meanwhile must not change the request
      await saveSchema(desk, ACTOR, { name: 'Logbook', description: 'Voyages of a ship.', fields: [draftField], rules: [] });
      throw new Error('cut off');
    }
    return job;
  });
  await t.worker.start();
  await t.until(id, 'to_review');
  expect(asked).toBe(2);
  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  expect(await jobKinds(desk, submission!.remoteDocumentId!)).toEqual(['classification', 'extraction']);
});

const draftField = { name: 'ship', type: 'string' as const, label: '', description: '', required: false };

test('when finding the kind is given up, the document is not failed: a person is asked', async () => {
  t = await startTestDesk();
  const { id } = await t.drop(ODD, { recognise: true });
  await t.desk.database.update(documents).set({ state: 'classifying' }).where(eq(documents.id, id));
  await failDocument(t.desk, { documentId: id, run: 1 }, { code: 'deployment_unreachable', message: 'It did not answer for a day.' });
  expect((await getDocument(t.desk, id)).document).toMatchObject({
    state: 'unclassified',
    failure: null,
    kind: { by: null, choices: [], reason: 'It did not answer for a day.' },
  });
});

test('a deployment of someone else is asked for nothing the interface does not show: the engine of this machine tells the kind', async () => {
  remote = await startRemote(({ method, path: asked }) => {
    if (method === 'POST' && asked === '/v1/documents') return { status: 201, body: { id: 'r', status: 'pending' } };
    if (asked === '/v1/documents/r') return { status: 200, body: { id: 'r', status: 'completed' } };
    if (method === 'POST') return { status: 200, body: { id: 'job', status: 'pending' } };
    return { status: 200, body: { id: 'job', status: 'completed', result: { total: 4 } } };
  });
  let engine: ReturnType<typeof createExtractionPool> | undefined;
  t = await startTestDesk({
    deployment: { url: remote.url, key: 'k' },
    work: true,
    classify: async (reading, { classes, name }) => {
      engine ??= createExtractionPool(t!.desk.config);
      const task = { kind: 'classification' as const, reading, name, schema: null, options: { classes } };
      return (await engine.run(task, new AbortController().signal)) as never;
    },
  });
  try {
    const found = await t.until((await t.drop(RECEIPT, { recognise: true })).id, 'to_review');
    expect(found).toMatchObject({ schema_name: 'Receipt', kind: { by: 'machine' } });
    expect(remote.requests.filter(({ path: asked }) => asked.includes('classifications'))).toEqual([]);
  } finally {
    await engine?.stop();
  }
});

test('without any engine the document waits, and says why', async () => {
  remote = await startRemote(({ path: asked }) => ({
    status: asked === '/v1/documents' ? 201 : 200,
    body: { id: 'r', status: 'completed' },
  }));
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true });
  const waiting = await t.until((await t.drop(RECEIPT, { recognise: true })).id, 'unclassified');
  expect(waiting.kind?.reason).toContain('no engine of its own');
});

test('approved documents are the examples; one that is gone at the service does not stop the job', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { desk } = t;
  const ids = await listSchemaIds(desk);
  for (const name of ['Purchase order', 'Contract', 'Bank statement', 'CV']) {
    await desk.database.update(schemas).set({ removedAt: new Date() }).where(eq(schemas.id, ids[name]!));
  }
  const example = await t.drop(RECEIPT, { schemaId: ids.Receipt! });
  const { revision } = await t.until(example.id, 'to_review');
  await approve(desk, ACTOR, example.id, { revision, sign_off: true });
  const second = await t.drop(`${RECEIPT}\nSee you soon`, { recognise: true });
  expect(await t.until(second.id, 'to_review')).toMatchObject({ schema_name: 'Receipt' });
  expect(await findClassification(desk, second.id)).toMatchObject({ examples: 1 });

  // nobody said that what approved itself is of this kind
  const byItself = { state: 'approved' as const, approvedAutomatically: true, approvedAt: new Date() };
  await desk.database.update(documents).set(byItself).where(eq(documents.id, second.id));
  const beside = await t.drop(`${RECEIPT}\nThank you`, { recognise: true });
  await t.until(beside.id, 'to_review');
  expect(await findClassification(desk, beside.id)).toMatchObject({ examples: 1 });

  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, example.id));
  await (await desk.present()).client.removeDocument(submission!.remoteDocumentId!);
  const third = await t.drop(`${RECEIPT}\nCome back`, { recognise: true });
  expect(await t.until(third.id, 'to_review')).toMatchObject({ schema_name: 'Receipt' });
});

test('the kind can be asked for later, only of a document without a schema; two schemas of one name are two classes', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { desk } = t;
  await saveSchema(desk, ACTOR, { name: 'Receipt', description: 'Voyages of a ship.', fields: [draftField], rules: [] });
  const { id } = await t.drop(RECEIPT);
  await t.until(id, 'indexed');
  await requestClassification(desk, ACTOR, id);
  await t.until(id, 'to_review', 'unclassified');
  const [row] = await desk.database.select().from(classifications).where(eq(classifications.documentId, id));
  expect(
    row?.classes
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Receipt'))
      .toSorted(),
  ).toEqual(['Receipt', 'Receipt (2)']);
  expect(await eventsOf(id)).toContain('classification.requested');
  const chosen = await t.drop(`${RECEIPT}\n.`, { schemaId: (await listSchemaIds(desk)).Receipt! });
  await expect(requestClassification(desk, ACTOR, chosen.id)).rejects.toMatchObject({ code: 'conflict' });
});
