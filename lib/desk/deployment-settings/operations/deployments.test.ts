import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { retryFailedAt } from '../../documents/operations/resend-document.ts';
import { submitDocument } from '../../documents/operations/submit-document.ts';
import { documents } from '../../documents/tables.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { getRawAnswer } from '../../review/operations/get-raw-answer.ts';
import { saveSchema } from '../../schemas/operations/save-schema.ts';
import { findSummary, requestSummary } from '../../summaries/operations/summaries.ts';
import { type SpawnedStandIn, spawnStandIn } from '../../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import {
  changeDeployment,
  createDeployment,
  listDeploymentChoices,
  listDeployments,
  removeDeployment,
  testDeployment,
} from './deployments.ts';
import { removeMapping, saveMapping } from './schema-mappings.ts';

const TEXT = [
  'Harbour Lights Ltd',
  'Invoice number: HL-4471',
  'Total: 56.50',
  '',
  'item | amount',
  'Rope | 19.00',
  'Anchor | 37.50',
  '',
  'The goods were delivered on the quay in good order. Payment is due within thirty days of delivery. Thank you for your custom and fair winds.',
].join('\n');

let t: TestDesk;
let standIn: SpawnedStandIn;
let site: Server;
let theirs: Deployment;
let schemaId: string;

beforeAll(async () => {
  standIn = await spawnStandIn({ shape: 'bare' });
  site = createServer((_request, response) => response.end('<html><title>A shop</title></html>'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  t = await startTestDesk({ work: true, limits: { uploadIdleMs: 60_000 } });
  const fields = [
    { name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false },
    { name: 'total', type: 'money' as const, label: 'Total', description: '', required: false },
    {
      name: 'items',
      type: 'rows' as const,
      label: 'Items',
      description: '',
      required: false,
      fields: [
        { name: 'item', type: 'string' as const, label: 'Item', description: '', required: false },
        { name: 'amount', type: 'money' as const, label: 'Amount', description: '', required: false },
      ],
    },
  ];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Harbour invoice', description: '', fields, rules: [] })).id;
  const input = { name: 'Theirs', base_url: `${standIn.url}/v1/`, api_key: standIn.key, accept_failing: false };
  theirs = await createDeployment(t.desk, ACTOR, input);
  await saveMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'theirs-1', schema_id: schemaId });
});

afterAll(async () => {
  await t?.close();
  await standIn?.close();
  site?.close();
});

function send(text: string, deploymentId: string | undefined, schema: string | undefined = schemaId) {
  const body = Readable.from([Buffer.from(text)]);
  return submitDocument(t.desk, ACTOR, { body, name: 'harbour.txt', schemaId: schema, deploymentId });
}

test('an address that works is connected with or without /v1, and its key is in no answer and no table', async () => {
  expect(theirs).toMatchObject({ base_url: standIn.url, has_key: true, is_default: false, verdict: { verdict: 'ok', ours: false } });
  expect(JSON.stringify(await listDeployments(t.desk))).not.toContain(standIn.key);
  const tables = await t.desk.database.execute(sql`select table_name as name from information_schema.tables where table_schema = 'desk'`);
  for (const { name } of tables.rows as { name: string }[]) {
    const rows = await t.desk.database.execute(sql.raw(`select * from desk."${name}"`));
    expect(JSON.stringify(rows.rows), name).not.toContain(standIn.key);
  }
});

test.each([
  ['wrong_key', () => ({ base_url: standIn.url, api_key: 'another' })],
  ['unreachable', () => ({ base_url: 'http://127.0.0.1:9', api_key: 'x' })],
  ['not_this_interface', () => ({ base_url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, api_key: 'x' })],
])('a test that says %s keeps a deployment from being saved, unless that is wanted', async (verdict, where) => {
  const before = (await listDeployments(t.desk)).length;
  const input = { name: verdict, ...where(), accept_failing: false };
  await expect(createDeployment(t.desk, ACTOR, input)).rejects.toMatchObject({
    code: 'deployment_unverified',
    extra: { verdict: { verdict } },
  });
  expect(await listDeployments(t.desk)).toHaveLength(before);
  const saved = await createDeployment(t.desk, ACTOR, { ...input, accept_failing: true });
  expect(saved.verdict?.verdict).toBe(verdict);
  await removeDeployment(t.desk, ACTOR, saved.id);
  expect(await listDeployments(t.desk)).toHaveLength(before);
});

test('a kept key is not sent to another address', async () => {
  const moved = changeDeployment(t.desk, ACTOR, theirs.id, { base_url: 'http://127.0.0.1:9', accept_failing: true });
  await expect(moved).rejects.toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/api_key' }] });
});

test('the bare values of a chosen deployment get places from the desk’s own reading, rows included', async () => {
  const { id } = await send(TEXT, theirs.id);
  await t.until(id, 'to_review');
  const detail = await getDocument(t.desk, id);
  expect(detail.deployment).toMatchObject({ id: theirs.id, embedded: false });
  const number = detail.fields?.invoice_number as unknown as ExtractedValue;
  expect(number).toMatchObject({ value: 'HL-4471', evidence: [{ page: 1, text: 'HL-4471' }] });
  const rows = detail.fields?.items as unknown as { cells: Record<string, ExtractedValue> }[];
  expect(rows.map(({ cells }) => [cells.item?.value, cells.amount?.value])).toEqual([
    ['Rope', 19],
    ['Anchor', 37.5],
  ]);
  const heights = rows.map(({ cells }) => [cells.item?.evidence[0]?.box?.[1], cells.amount?.evidence[0]?.box?.[1]]);
  expect(heights[0]?.[0]).toBeCloseTo(heights[0]?.[1] ?? 0, 2);
  expect(heights[1]?.[0]).toBeGreaterThan(heights[0]?.[0] ?? 1);
  expect(detail.unfitting).toHaveProperty('/usage');
  expect(JSON.stringify((await getRawAnswer(t.desk, id)).raw)).toContain('SUCCEEDED');
});

test('a change of the default is seen at once; a deployment in use is retired, not removed', async () => {
  const changed = await changeDeployment(t.desk, ACTOR, theirs.id, { is_default: true, accept_failing: false });
  expect(changed.is_default).toBe(true);
  expect((await t.desk.present()).id).toBe(theirs.id);
  await expect(changeDeployment(t.desk, ACTOR, theirs.id, { retired: true, accept_failing: false })).rejects.toMatchObject({
    code: 'conflict',
  });
  await changeDeployment(t.desk, ACTOR, 'embedded', { is_default: true, accept_failing: false });
  await expect(removeDeployment(t.desk, ACTOR, theirs.id)).rejects.toMatchObject({ code: 'conflict' });
  await changeDeployment(t.desk, ACTOR, theirs.id, { retired: true, accept_failing: false });
  expect((await listDeploymentChoices(t.desk)).map(({ id }) => id)).toEqual(['embedded']);
  await expect(send('not any more', theirs.id)).rejects.toMatchObject({ code: 'conflict' });
  await changeDeployment(t.desk, ACTOR, theirs.id, { retired: false, accept_failing: false });
});

test('a schema told by its id there is asked for by that id; one that only the deployment knows is learned from a job', async () => {
  const mapped = await saveMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'theirs-12', schema_id: schemaId, replace: true });
  expect(mapped.mappings).toMatchObject([{ remote_schema_id: 'theirs-12', schema_name: 'Harbour invoice' }]);
  await standIn.control({ shape: 'honest' });
  const { id } = await send(`${TEXT}\nNote: second`, theirs.id);
  await t.until(id, 'to_review');
  expect((await getRawAnswer(t.desk, id)).raw).toMatchObject({ schema_id: 'theirs-12' });
  await removeMapping(t.desk, ACTOR, theirs.id, 'theirs-12');
  await saveMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'theirs-99', name: 'Learned', document_id: id });
  await expect
    .poll(async () => (await listDeployments(t.desk)).find((one) => one.id === theirs.id)?.mappings)
    .toMatchObject([{ remote_schema_id: 'theirs-99', schema_name: 'Learned', learning: null }]);
  await saveMapping(t.desk, ACTOR, theirs.id, { remote_schema_id: 'theirs-12', schema_id: schemaId });
});

test('summaries come by the job and by the deprecated endpoint, with places where their sentences stand', async () => {
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.name, 'harbour.txt')).limit(1);
  const { id } = row!;
  for (const endpoint of ['job', 'deprecated'] as const) {
    await requestSummary(t.desk, ACTOR, id, endpoint);
    await expect.poll(async () => (await findSummary(t.desk, id))?.state).toMatch(/completed|failed/);
    const summary = await findSummary(t.desk, id);
    expect(summary).toMatchObject({ endpoint, state: 'completed', failure: null });
    expect(summary?.text).toContain('fair winds');
    expect(summary?.sentences.some(({ evidence }) => evidence[0]?.page === 1)).toBe(true);
  }
});

test('what failed because a key was revoked is tried again together once the key is right', async () => {
  await standIn.control({ api_key: 'a new key of theirs' });
  const one = await send('first of a queue\nTotal: 1.00', theirs.id);
  const two = await send('second of a queue\nTotal: 2.00', theirs.id);
  for (const { id } of [one, two]) expect((await t.until(id, 'failed')).failure?.code).toBe('deployment_refused');
  expect((await testDeployment(t.desk, theirs.id)).verdict?.verdict).toBe('wrong_key');
  await changeDeployment(t.desk, ACTOR, theirs.id, { api_key: 'a new key of theirs', accept_failing: false });
  expect(await retryFailedAt(t.desk, ACTOR, theirs.id)).toMatchObject({ retried: 2 });
  for (const { id } of [one, two]) await t.until(id, 'to_review');
});
