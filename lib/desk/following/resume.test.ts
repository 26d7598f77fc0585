import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Control } from '#lib/deployment/stand-in/faults.ts';
import { retryDocument } from '../documents/operations/resend-document.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from '../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

const UNKNOWN_MS = 4_000;
const WELL: Control = { rules: [], work_ms: 100, lag_ms: 0, api_key: '', completed: { document: 'completed', job: 'completed' } };

let t: TestDesk;
let standIn: SpawnedStandIn;
let schemaId: string;
beforeAll(async () => {
  standIn = await spawnStandIn();
  t = await startTestDesk({ deployment: standIn, work: true, settings: { giveUpMs: 60_000, unknownMs: UNKNOWN_MS } });
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] })).id;
});
beforeEach(() => standIn.control({ ...WELL, api_key: standIn.key }));
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

let made = 0;
async function drop(): Promise<{ id: string; name: string }> {
  made += 1;
  const name = `paper-${made}.txt`;
  const { id } = await t.drop(`Invoice number: INV-${made}\n`, { name, schemaId });
  return { id, name };
}

/** How often the deployment got the file, and how many extractions of it were asked for. */
async function countOf(name: string): Promise<{ files: number; jobs: number }> {
  const { documents, jobs } = await standIn.state();
  return { files: documents.filter((one) => one.name === name).length, jobs: jobs.filter(({ document }) => document === name).length };
}

const rule = (name: string, phase: 'document' | 'create_job' | 'job', fault: 'unknown' | 'fails') => ({ name, phase, fault, times: 0 });

test('a document and a job that the deployment does not know at first are waited for', async () => {
  await standIn.control({ lag_ms: 2_500 });
  const { id, name } = await drop();
  await t.until(id, 'to_review');
  expect(await countOf(name)).toEqual({ files: 1, jobs: 1 });
});

test('a job that stays unknown is asked for anew by “Try again”, and the file is not sent', async () => {
  await standIn.control({ rules: [rule('', 'job', 'unknown')] });
  const { id, name } = await drop();
  expect((await t.until(id, 'failed')).failure).toMatchObject({ code: 'job_unknown', message: expect.stringContaining('not sent again') });
  await standIn.control({ rules: [] });
  await retryDocument(t.desk, ACTOR, id);
  await t.until(id, 'to_review');
  expect(await countOf(name)).toEqual({ files: 1, jobs: 2 });
});

test('a document that stays unknown is sent once more by “Try again”', async () => {
  await standIn.control({ rules: [rule('', 'document', 'unknown')] });
  const { id, name } = await drop();
  expect((await t.until(id, 'failed')).failure).toMatchObject({ code: 'document_unknown' });
  await standIn.control({ rules: [] });
  await retryDocument(t.desk, ACTOR, id);
  await t.until(id, 'to_review');
  expect(await countOf(name)).toEqual({ files: 2, jobs: 1 });
});

test.each(['indexing', 'extracting'] as const)('with a key that is renewed while it is %s it goes on where it was', async (state) => {
  await standIn.control(state === 'indexing' ? { index_ms: 60_000, job_ms: 100 } : { index_ms: 100, job_ms: 60_000 });
  const { id, name } = await drop();
  await t.until(id, state);
  if (state === 'extracting') while ((await countOf(name)).jobs === 0) await sleep(50);
  await standIn.control({ api_key: 'another' });
  expect((await t.until(id, 'failed')).failure).toMatchObject({ code: 'deployment_refused' });
  await standIn.control({ api_key: standIn.key, index_ms: 100, job_ms: 100 });
  await retryDocument(t.desk, ACTOR, id);
  await t.until(id, 'to_review');
  expect(await countOf(name)).toEqual({ files: 1, jobs: 1 });
});

test('a document that a deployment calls read in words of its own is not sent again, nor with another schema', async () => {
  await standIn.control({ completed: { document: 'Indexed', job: 'DONE' }, rules: [rule('', 'job', 'fails')] });
  const { id, name } = await drop();
  await t.until(id, 'failed');
  await retryDocument(t.desk, ACTOR, id);
  await t.until(id, 'failed');
  await standIn.control({ rules: [] });
  await startExtraction(t.desk, ACTOR, id, schemaId);
  await t.until(id, 'to_review');
  expect(await countOf(name)).toEqual({ files: 1, jobs: 3 });
});

test('a document whose upload was refused is sent when a schema is chosen after the key was put right', async () => {
  await standIn.control({ api_key: 'another' });
  const { id, name } = await drop();
  expect((await t.until(id, 'failed')).failure).toMatchObject({ code: 'deployment_refused' });
  await standIn.control({ api_key: standIn.key });
  await startExtraction(t.desk, ACTOR, id, schemaId);
  await t.until(id, 'to_review');
  expect(await countOf(name)).toEqual({ files: 1, jobs: 1 });
});
