import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Deployment, NewTrial, SchemaTrial } from '#lib/contract/desk/deployment.ts';
import { newId } from '#lib/platform/clock.ts';
import { deployments } from '../../deployments/tables.ts';
import { submitDocument } from '../../documents/operations/submit-document.ts';
import { releaseRest } from '../../documents/release-parked.ts';
import { documents } from '../../documents/tables.ts';
import { listSchemas, saveSchema } from '../../schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from '../../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { createDeployment, getDeployment, listDeploymentChoices, testDeployment } from './deployments.ts';
import { listTrials } from './list-trials.ts';
import { saveMapping } from './schema-mappings.ts';
import { tryMapping } from './try-mapping.ts';

const FIELDS = ['receipt_no', 'total'].map((name) => ({
  name,
  type: 'string' as const,
  label: name.replace('_', ' '),
  description: '',
  required: false,
}));

let t: TestDesk;
let standIn: SpawnedStandIn;
let theirs: Deployment;
let schemaId = '';

beforeAll(async () => {
  standIn = await spawnStandIn();
  t = await startTestDesk({ work: true, settings: { unknownMs: 500 } });
});
beforeEach(async () => {
  await standIn.control({ schemas: ['sch_4410'], unknown_schema: '422', index_ms: 150, job_ms: 150, rules: [] });
  const input = { name: 'Theirs', base_url: standIn.url, api_key: standIn.key, accept_failing: false, accept_duplicate: true };
  theirs = await createDeployment(t.desk, ACTOR, input);
  schemaId = (await saveSchema(t.desk, ACTOR, { name: `Slip ${newId()}`, description: '', fields: FIELDS, rules: [] })).id;
});
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

const tryId = (remoteId: string, more: Partial<NewTrial> = {}) =>
  tryMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: remoteId, schema_id: schemaId, sample: 'receipt', ...more });

async function untilSettled(): Promise<SchemaTrial> {
  const find = async () => (await listTrials(t.desk, theirs.id)).find((trial) => trial.schema_id === schemaId);
  await expect.poll(async () => (await find())?.state).not.toBe('running');
  return (await find())!;
}

/** What this test made at the deployment: how many files, and the ids that extractions were asked for with. */
async function madeSince(before: number): Promise<{ files: number; ids: (string | undefined)[] }> {
  const log = (await standIn.state()).log.slice(before);
  const made = (path: string) => log.filter((one) => one.method === 'POST' && one.path === path);
  // an upload that was cut off made nothing
  const files = made('/v1/documents').filter(({ status }) => status > 0).length;
  return { files, ids: made('/v1/extractions/jobs').map((one) => one.schema_id) };
}
const dropThere = (text: string, name: string) =>
  submitDocument(t.desk, ACTOR, { body: Readable.from([text]), name, schemaId, deploymentId: theirs.id });
const logLength = async () => (await standIn.state()).log.length;

test('a trial shows which fields of a sample came, which did not, and what else came, and makes no mapping', async () => {
  const before = await logLength();
  expect(await tryId('sch_4410')).toMatchObject({ state: 'running', remote_schema_id: 'sch_4410', document: { name: 'receipt.txt' } });
  const trial = await untilSettled();
  expect(trial).toMatchObject({ state: 'worked', found: [{ label: 'receipt no', text: '4417' }], missing: ['total'], failure: null });
  expect(trial.extra).toContain('date');
  expect(await madeSince(before)).toEqual({ files: 1, ids: ['sch_4410'] });
  expect((await getDeployment(t.desk, theirs.id)).mappings).toEqual([]);
  expect((await listDeploymentChoices(t.desk)).find(({ id }) => id === theirs.id)?.schema_ids).toEqual([]);
});

test.each(['400', '422'] as const)(
  'an ID refused with %s is told in the deployment’s words, keeps no mapping, and another one needs no second upload',
  async (status) => {
    await standIn.control({ unknown_schema: status });
    const before = await logLength();
    await tryId('sch_wrong');
    const failed = await untilSettled();
    expect(failed).toMatchObject({ state: 'failed', remote_schema_id: 'sch_wrong', failure: { code: 'schema_refused' } });
    expect(failed.failure?.message).toContain('unknown schema sch_wrong');
    const mappings = (await getDeployment(t.desk, theirs.id)).mappings;
    expect(mappings).toEqual([]);
    await tryId('sch_4410');
    expect(await untilSettled()).toMatchObject({ state: 'worked', document: failed.document });
    expect(await madeSince(before)).toEqual({ files: 1, ids: ['sch_wrong', 'sch_4410'] });
  },
);

test('the other documents of the schema wait until the tried ID is told, and the document of a failed trial goes on with them', async () => {
  const before = await logLength();
  const body = Readable.from([Buffer.from('Receipt no: 12')]);
  const waiting = await submitDocument(t.desk, ACTOR, { body, name: 'slip.txt', schemaId, deploymentId: theirs.id });
  expect(waiting.state).toBe('unmapped');
  await tryId('sch_wrong');
  const failed = await untilSettled();
  expect(await madeSince(before)).toMatchObject({ files: 1 });
  await saveMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'sch_4410', schema_id: schemaId });
  await t.until(waiting.id, 'to_review');
  await t.until(failed.document.id, 'to_review');
  expect(await madeSince(before)).toEqual({ files: 2, ids: ['sch_wrong', 'sch_4410', 'sch_4410'] });
});

test('an ID can be tried with a document that waits for it, which is then extracted', async () => {
  const body = Readable.from([Buffer.from('Receipt no: 13')]);
  const waiting = await submitDocument(t.desk, ACTOR, { body, name: 'slip.txt', schemaId, deploymentId: theirs.id });
  await tryMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'sch_4410', document_id: waiting.id });
  expect(await untilSettled()).toMatchObject({ state: 'worked', document: { id: waiting.id }, found: [{ text: '13' }] });
  await expect(tryMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'sch_4410', document_id: waiting.id })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('the same request made again is the same trial; another ID waits until the first one is done', async () => {
  await standIn.control({ index_ms: 60_000 });
  const before = await logLength();
  const id = newId();
  const [one, two] = await Promise.all([tryId('sch_4410', { id }), tryId('sch_4410', { id })]);
  expect([one.document.id, two.document.id, (await tryId('sch_4410')).document.id]).toEqual([id, id, id]);
  await expect(tryId('sch_other')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('“sch_4410” is being tried'),
  });
  await standIn.control({ index_ms: 150 });
  expect(await untilSettled()).toMatchObject({ state: 'worked' });
  expect(await madeSince(before)).toEqual({ files: 1, ids: ['sch_4410'] });
});

test('a trial whose job fails says what the deployment says', async () => {
  await standIn.control({ rules: [{ name: 'receipt', phase: 'job', fault: 'fails', times: 1 }] });
  await tryId('sch_4410');
  expect((await untilSettled()).failure?.message).toBeTruthy();
  const before = await logLength();
  await tryId('sch_4410');
  expect(await untilSettled()).toMatchObject({ state: 'worked' });
  expect(await madeSince(before)).toEqual({ files: 0, ids: ['sch_4410'] });
});

test('a deployment that gets its schemas from the desk has no IDs to try', async () => {
  const [schema] = await listSchemas(t.desk);
  const asked = tryMapping(t.desk, ACTOR, 'embedded', { remote_schema_id: 'x', schema_id: schema!.id, sample: 'receipt' });
  await expect(asked).rejects.toMatchObject({ code: 'conflict' });
});

test('a sample that the deployment has lost is sent again', async () => {
  await tryId('sch_wrong');
  await untilSettled();
  const rule = { name: 'receipt', fault: 'unknown' as const, times: 0 };
  await standIn.control({ rules: (['create_job', 'document'] as const).map((phase) => ({ ...rule, phase })) });
  await tryId('sch_4410');
  expect((await untilSettled()).failure).toMatchObject({ code: 'document_unknown' });
  await standIn.control({ rules: [] });
  const before = await logLength();
  await tryId('sch_4410');
  expect(await untilSettled()).toMatchObject({ state: 'worked' });
  expect((await madeSince(before)).files).toBe(1);
});

test('an ID that was refused can be told again once the deployment knows it, and its documents go on', async () => {
  await saveMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'sch_next', schema_id: schemaId });
  const { id } = await dropThere('receipt no: 14\n', 'early.txt');
  await t.until(id, 'unmapped');
  await standIn.control({ schemas: ['sch_next'] });
  const again = { remote_schema_id: 'sch_next', schema_id: schemaId };
  await expect(saveMapping(t.desk, ACTOR, theirs.id, again)).rejects.toMatchObject({ code: 'conflict' });
  await saveMapping(t.desk, ACTOR, theirs.id, { ...again, replace: true });
  await t.until(id, 'to_review');
});

test('documents whose ID was refused wait for a person; those that were too many to go on at once do not', async () => {
  await saveMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'sch_wrong', schema_id: schemaId });
  const held = await dropThere('receipt no: 15\n', 'held.txt');
  const left = await dropThere('receipt no: 16\n', 'left.txt');
  for (const { id } of [held, left]) await t.until(id, 'unmapped');
  await t.desk.database.update(documents).set({ hold: null }).where(eq(documents.id, left.id));
  const before = await logLength();
  await releaseRest(t.desk);
  await releaseRest(t.desk);
  await expect.poll(async () => (await madeSince(before)).ids).toEqual(['sch_wrong']);
  await t.until(left.id, 'unmapped');
  await releaseRest(t.desk);
  expect((await madeSince(before)).ids).toEqual(['sch_wrong']);
});

test('documents that wait at a deployment which is found to be ours go on; only a test finds that it is not', async () => {
  const { id } = await dropThere('receipt no: 17\n', 'waits.txt');
  await t.until(id, 'unmapped');
  const ours = async () => (await getDeployment(t.desk, theirs.id)).ours;
  expect(await ours()).toBe(false);
  await t.desk.database.update(deployments).set({ ours: true }).where(eq(deployments.id, theirs.id));
  await releaseRest(t.desk);
  await t.until(id, 'failed');
  expect(await ours(), 'what something in between answers takes nothing back').toBe(true);
  expect((await testDeployment(t.desk, theirs.id)).ours).toBe(false);
});
