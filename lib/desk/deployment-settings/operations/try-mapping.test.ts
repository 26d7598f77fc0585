import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Deployment, NewTrial, SchemaTrial } from '#lib/contract/desk/deployment.ts';
import { newId } from '#lib/platform/clock.ts';
import { submitDocument } from '../../documents/operations/submit-document.ts';
import { listSchemas, saveSchema } from '../../schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from '../../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { createDeployment, getDeployment, listDeploymentChoices } from './deployments.ts';
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
  t = await startTestDesk({ work: true });
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

test('the other documents of the schema wait until the tried id is told, and the document of a failed trial goes on with them', async () => {
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

test('an id can be tried with a document that waits for it, which is then extracted', async () => {
  const body = Readable.from([Buffer.from('Receipt no: 13')]);
  const waiting = await submitDocument(t.desk, ACTOR, { body, name: 'slip.txt', schemaId, deploymentId: theirs.id });
  await tryMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'sch_4410', document_id: waiting.id });
  expect(await untilSettled()).toMatchObject({ state: 'worked', document: { id: waiting.id }, found: [{ text: '13' }] });
  await expect(tryMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'sch_4410', document_id: waiting.id })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('the same request made again is the same trial; another id waits until the first one is done', async () => {
  await standIn.control({ index_ms: 2_000 });
  const before = await logLength();
  const id = newId();
  const [one, two] = await Promise.all([tryId('sch_4410', { id }), tryId('sch_4410', { id })]);
  expect([one.document.id, two.document.id, (await tryId('sch_4410')).document.id]).toEqual([id, id, id]);
  await expect(tryId('sch_other')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('“sch_4410” is being tried'),
  });
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

test('a deployment that gets its schemas from the desk has no ids to try', async () => {
  const [schema] = await listSchemas(t.desk);
  const asked = tryMapping(t.desk, ACTOR, 'embedded', { remote_schema_id: 'x', schema_id: schema!.id, sample: 'receipt' });
  await expect(asked).rejects.toMatchObject({ code: 'conflict' });
});
