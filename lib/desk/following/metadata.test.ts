import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MetadataTemplate } from '#lib/contract/desk/deployment-metadata.ts';
import { auditEntries } from '../audit/tables.ts';
import { changeDeployment, getDeployment } from '../deployment-settings/operations/deployments.ts';
import { saveMapping } from '../deployment-settings/operations/schema-mappings.ts';
import { retryDocument } from '../documents/operations/resend-document.ts';
import { listSamples, submitSample } from '../documents/operations/samples.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { schemas } from '../schemas/tables.ts';
import { acceptSplit } from '../splitting/operations/accept-split.ts';
import { INVOICE, makeStack, planParts, RECEIPT } from '../testing/make-stack.ts';
import { type SpawnedStandIn, spawnStandIn } from '../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

const TEMPLATE: MetadataTemplate = [
  { name: 'file', source: 'document_name', text: '' },
  { name: 'kind', source: 'schema_name', text: '' },
  { name: 'theirs', source: 'schema_id', text: '' },
  { name: 'tags', source: 'tags', text: 'incoming, urgent' },
  { name: 'centre', source: 'text', text: 'quay-4711' },
];
const REST = { tags: ['incoming', 'urgent'], centre: 'quay-4711' };

let t: TestDesk;
let standIn: SpawnedStandIn;
let deploymentId: string;
let schemaId: string;
beforeAll(async () => {
  standIn = await spawnStandIn({ work_ms: 100 });
  t = await startTestDesk({ deployment: standIn, isMapped: false, work: true, settings: { unknownMs: 500 } });
  deploymentId = (await t.desk.present()).id;
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] })).id;
});
beforeEach(() => standIn.control({ rules: [] }));
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

const describe = (metadata: MetadataTemplate) => changeDeployment(t.desk, ACTOR, deploymentId, { metadata, accept_failing: false });
const drop = (name: string) => t.drop('Invoice number: INV-7\n', { name, schemaId });
/** What came with each upload since that many, as JSON; null = nothing came. */
async function uploads(from = 0): Promise<unknown[]> {
  const { log } = await standIn.state();
  const sent = log.filter(({ method, path }) => method === 'POST' && path === '/v1/documents').slice(from);
  return sent.map(({ metadata }) => (metadata === undefined ? null : JSON.parse(metadata)));
}
const metadataOf = async (id: string) => (await getDocument(t.desk, id)).metadata;

test('a document that waited for the id of its schema goes with that id', async () => {
  await describe(TEMPLATE);
  const { id } = await drop('parked.txt');
  await t.until(id, 'unmapped');
  expect(await metadataOf(id), 'nothing was sent yet').toBeUndefined();
  await saveMapping(t.desk, ACTOR, deploymentId, { remote_schema_id: 'inv-7', schema_id: schemaId });
  await t.until(id, 'to_review');
  const sent = { file: 'parked.txt', kind: 'Small invoice', theirs: 'inv-7', ...REST };
  expect(await uploads()).toEqual([sent]);
  expect(await metadataOf(id)).toEqual(sent);
});

test('without a template nothing goes with a document, and nothing of a person unless it was chosen', async () => {
  await describe([]);
  const { length } = await uploads();
  await t.until((await drop('bare.txt')).id, 'to_review');
  await describe(TEMPLATE);
  await t.until((await drop('described.txt')).id, 'to_review');
  await describe([{ name: 'by', source: 'submitter_name', text: '' }]);
  const { id } = await drop('by.txt');
  await t.until(id, 'to_review');
  const [bare, described, by] = await uploads(length);
  expect(bare).toBeNull();
  expect(JSON.stringify(described)).not.toContain(ACTOR.name);
  expect(by).toEqual({ by: ACTOR.name });
  expect(await metadataOf(id)).toEqual({ by: ACTOR.name });
});

test('every try of a sending takes the same along, whatever the template says by then', async () => {
  await describe(TEMPLATE);
  await standIn.control({ rules: [{ name: 'tries.txt', phase: 'upload', fault: 'unavailable_empty', times: 3 }] });
  const { length } = await uploads();
  const { id } = await drop('tries.txt');
  await describe([{ name: 'other', source: 'text', text: 'later' }]);
  await t.until(id, 'to_review');
  const sent = { file: 'tries.txt', kind: 'Small invoice', theirs: 'inv-7', ...REST };
  expect(await uploads(length)).toEqual([sent, sent, sent, sent]);
  expect(await metadataOf(id)).toEqual(sent);
});

test('a document that is sent anew goes with what the template says then', async () => {
  await describe(TEMPLATE);
  await standIn.control({ rules: [{ name: 'anew.txt', phase: 'document', fault: 'unknown', times: 0 }] });
  const { length } = await uploads();
  const { id } = await drop('anew.txt');
  expect((await t.until(id, 'failed')).failure).toMatchObject({ code: 'document_unknown' });
  await describe([{ name: 'other', source: 'text', text: 'later' }]);
  await standIn.control({ rules: [] });
  await retryDocument(t.desk, ACTOR, id);
  await t.until(id, 'to_review');
  expect(await uploads(length)).toMatchObject([{ file: 'anew.txt' }, { other: 'later' }]);
  expect(await metadataOf(id)).toEqual({ other: 'later' });
});

test('samples and the parts of a split go with it too', async () => {
  await describe(TEMPLATE);
  const { length } = await uploads();
  const [sample] = await listSamples(t.desk);
  const [known] = await t.desk.database
    .select()
    .from(schemas)
    .where(eq(schemas.name, sample!.schema_name ?? ''));
  await saveMapping(t.desk, ACTOR, deploymentId, { remote_schema_id: 'of-the-sample', schema_id: known!.id });
  await submitSample(t.desk, ACTOR, sample!.name);
  const sent = [{ kind: sample!.schema_name, theirs: 'of-the-sample', ...REST }];
  await vi.waitFor(async () => expect(await uploads(length)).toMatchObject(sent), { timeout: 60_000 });

  const { id } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'post.pdf' });
  const read = { state: 'indexed', media_type: 'application/pdf', page_count: 2, pages_read: 2 };
  await vi.waitFor(async () => expect((await getDocument(t.desk, id)).document).toMatchObject(read), { timeout: 60_000 });
  await acceptSplit(t.desk, ACTOR, id, planParts([[1], [2]]));
  const parts = ['post (1 of 2).pdf', 'post (2 of 2).pdf'].map((file) => expect.objectContaining({ file, ...REST }));
  await vi.waitFor(async () => expect(new Set(await uploads(length + 2))).toEqual(new Set(parts)), { timeout: 60_000 });
});

test('the audit trail tells the names of the entries, not what is sent under them', async () => {
  await describe(TEMPLATE);
  expect((await getDeployment(t.desk, deploymentId)).metadata).toEqual(TEMPLATE);
  const changed = eq(auditEntries.event, 'deployment.changed');
  const entries = await t.desk.database.select().from(auditEntries).where(changed).orderBy(auditEntries.id);
  expect(entries.at(-1)?.detail).toMatchObject({ metadata: ['file', 'kind', 'theirs', 'tags', 'centre'] });
  expect(JSON.stringify(entries)).not.toContain('quay-4711');
});
