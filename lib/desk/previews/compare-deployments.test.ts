import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { embeddedServiceUrl } from '#lib/platform/config.ts';
import { createApiKey } from '#lib/service/context/api-keys.ts';
import { jobs, documents as serviceDocuments } from '#lib/service/context/tables.ts';
import { auditEntries } from '../audit/tables.ts';
import { changeDeployment, createDeployment, removeDeployment } from '../deployment-settings/operations/deployments.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { approvePermit, PERMIT, permitText, permitWith } from '../testing/made-permit.ts';
import { startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { compareDraft } from './operations/compare-draft.ts';
import { listPreviewDocuments } from './operations/list-preview-documents.ts';
import { previewDocument } from './operations/preview-document.ts';
import { MARK, removeCopy, removeLeftCopies, SETTLED_MS } from './remove-copy.ts';
import { withCopy } from './with-copy.ts';

// with two real services, each with a database of its own, its worker and its child processes
let t: TestDesk;
let other: TestDesk;
let schemaId: string;
let documentId: string;
let otherId: string;

const signal = new AbortController().signal;
const DUES = permitWith('Mooring dues');
const KEY = 'test-key-of-the-embedded-service';

beforeAll(async () => {
  [t, other] = await Promise.all([startTestDesk({ service: true, work: true }), startTestDesk({ service: true })]);
  const base_url = embeddedServiceUrl(other.desk.config);
  const made = await createDeployment(t.desk, ACTOR, {
    name: 'Second',
    base_url,
    api_key: KEY,
    accept_failing: false,
    accept_duplicate: false,
  });
  otherId = made.id;
  schemaId = (await saveSchema(t.desk, ACTOR, PERMIT)).id;
  documentId = await approved('340.00', 340);
});
afterAll(() => Promise.all([t.close(), other.close()]));
// as a worker that looks when it is asked to, not each minute
beforeEach(() => t.desk.database.delete(comparisonCopies));

/** Drops a permit and approves it with the right fee. */
const approved = (dues: string, fee: number) => approvePermit(t, { text: permitText(dues), name: 'permit.txt', schemaId, fee });

const atOther = () => other.desk.database.select().from(serviceDocuments);
const copies = () => t.desk.database.select().from(comparisonCopies);
const compare = (draft: SchemaDraft, by: AbortSignal = signal) =>
  compareDraft(t.desk, ACTOR, { schemaId, documentId, draft, deploymentId: otherId }, by);
const untilGone = () => expect.poll(async () => [...(await copies()), ...(await atOther())], { timeout: 20_000 }).toEqual([]);
/** A copy that a program sent before it died: nobody takes it back. */
async function leave(): Promise<string> {
  const deployment = await t.desk.getDeployment(otherId);
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, documentId));
  let leftId = '';
  const sent = { row: row!, deployment, actor: ACTOR, submitter: 'comparison' };
  const dying = { ...t.desk, queue: { send: async () => null } };
  await withCopy(dying, sent, signal, async (remoteId) => {
    leftId = remoteId;
  });
  return leftId;
}
const later = (ms: number) => new Date(Date.now() - ms);

test('what another deployment extracts is compared with what the own one does, and the copy is deleted there', async () => {
  expect(await listPreviewDocuments(t.desk, schemaId, { limit: 20 })).toMatchObject({ deployments: [{ id: otherId, name: 'Second' }] });
  const compared = await compare(DUES);
  expect(compared).toMatchObject({
    against: 'own_service',
    fields: [
      { field: 'holder', values: 1, right_before: 1, right_after: 1 },
      { field: 'fee', label: 'Mooring dues', values: 1, right_before: 1, right_after: 1, gains: 0, losses: 0 },
    ],
    changes: [],
  });
  await untilGone();
  const [entry] = await t.desk.database
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.documentId, documentId), eq(auditEntries.event, 'document.sent_to_compare')));
  expect(entry).toMatchObject({ actorId: ACTOR.id, detail: { deployment: 'Second' } });
});

test('of a document at a service that takes no drafts, what was extracted there last is compared', async () => {
  const { deploymentId } = await findSubmission();
  await t.desk.database.insert(deployments).values({ id: 'stranger', name: 'Stranger', baseUrl: 'http://127.0.0.1:9', ours: false });
  await t.desk.database.update(submissions).set({ deploymentId: 'stranger' }).where(eq(submissions.documentId, documentId));
  const listed = await listPreviewDocuments(t.desk, schemaId, { limit: 20, deploymentId: otherId });
  expect(listed).toMatchObject({ documents: [{ id: documentId }], elsewhere: 1, there: 0 });
  expect(await compare(DUES)).toMatchObject({
    against: 'extracted',
    changes: [{ kind: 'gain', field: 'fee', approved: 340, before: { value: 1 }, after: { value: 340, place: { page: 1 } } }],
  });
  await t.desk.database.update(submissions).set({ deploymentId }).where(eq(submissions.documentId, documentId));
  await untilGone();
});

test('a comparison that is ended leaves nothing at the other deployment', async () => {
  const stopping = new AbortController();
  const comparing = compare(DUES, stopping.signal);
  await expect.poll(async () => (await atOther()).length, { timeout: 20_000, interval: 5 }).toBe(1);
  stopping.abort();
  await expect(comparing).rejects.toThrow();
  await untilGone();
});

test('what a program that died left behind is deleted by the worker, also where it never learned the answer', async () => {
  for (const isAnswered of [true, false]) {
    await leave();
    expect(await atOther()).toHaveLength(1);
    await t.desk.database.update(comparisonCopies).set({ removeAt: later(1000), ...(isAnswered ? {} : { remoteDocumentId: null }) });
    await removeLeftCopies(t.desk);
    await untilGone();
  }
});

test('a copy that is not found may still arrive, and is looked for until that cannot be', async () => {
  const remoteId = await leave();
  await t.desk.database.update(comparisonCopies).set({ remoteDocumentId: null });
  const [copy] = await copies();
  await other.desk.database
    .update(serviceDocuments)
    .set({ metadata: { [MARK]: 'another' } })
    .where(eq(serviceDocuments.id, remoteId));
  await removeCopy(t.desk, copy!.id);
  expect(await copies()).toHaveLength(1);
  await t.desk.database.update(comparisonCopies).set({ sentAt: later(SETTLED_MS + 1000) });
  await removeCopy(t.desk, copy!.id);
  expect(await copies()).toEqual([]);
  // what does not bear the mark is not the copy
  expect(await atOther()).toHaveLength(1);
  await other.desk.database.delete(serviceDocuments);
});

test('a copy waits while its deployment is away, and keeps it from being removed', async () => {
  await leave();
  const [known] = await t.desk.database.select().from(deployments).where(eq(deployments.id, otherId));
  await t.desk.database.update(deployments).set({ baseUrl: 'http://127.0.0.1:9' }).where(eq(deployments.id, otherId));
  const [copy] = await copies();
  await removeCopy(t.desk, copy!.id);
  expect(await copies()).toHaveLength(1);
  await expect(removeDeployment(t.desk, ACTOR, otherId)).rejects.toMatchObject({ code: 'conflict', message: /not all deleted there yet/ });
  await t.desk.database.update(comparisonCopies).set({ sentAt: later(3_600_000 * 5), removeAt: later(1000) });
  await removeLeftCopies(t.desk);
  // the longer it waits, the rarer it is tried
  const [waiting] = await copies();
  expect(waiting!.removeAt!.getTime() - Date.now()).toBeGreaterThan(3_500_000);
  await t.desk.database.update(deployments).set({ baseUrl: known!.baseUrl }).where(eq(deployments.id, otherId));
  await removeCopy(t.desk, copy!.id);
  await untilGone();
});

test('the address of a deployment stays while a copy is known there; how it is written, and its key, may change', async () => {
  await leave();
  const base_url = embeddedServiceUrl(other.desk.config);
  const accepted = { accept_failing: true, accept_duplicate: true };
  const moved = { base_url: 'http://127.0.0.1:9', api_key: KEY, ...accepted };
  await expect(changeDeployment(t.desk, ACTOR, otherId, moved)).rejects.toMatchObject({
    code: 'conflict',
    message: /another deployment\.$/,
  });
  await changeDeployment(t.desk, ACTOR, otherId, { base_url: `${base_url}/v1/`, api_key: KEY, ...accepted });
  const [copy] = await copies();
  await removeCopy(t.desk, copy!.id);
  await untilGone();
  await changeDeployment(t.desk, ACTOR, otherId, moved);
  await changeDeployment(t.desk, ACTOR, otherId, { base_url, api_key: KEY, ...accepted });
});

test('a document of the desk is not deleted, even where a deployment took the copy for it', async () => {
  const { remoteDocumentId, deploymentId } = await findSubmission();
  const id = crypto.randomUUID();
  await t.desk.database
    .insert(comparisonCopies)
    .values({ id, deploymentId, sha256: 'a'.repeat(64), remoteDocumentId, sentAt: new Date(), removeAt: new Date() });
  await removeCopy(t.desk, id);
  expect(await copies()).toEqual([]);
  const kept = await t.desk.database.select().from(serviceDocuments).where(eq(serviceDocuments.id, remoteDocumentId!));
  expect(kept).toHaveLength(1);
});

test('a deployment that is away, refuses the key, is a stranger or retired says so, and is named as the one at fault', async () => {
  const remote = await startRemote(({ method }) => ({
    status: method === 'POST' ? 401 : 404,
    body: {},
    headers: { 'countersign-service': '1' },
  }));
  const stranger = await startRemote(() => ({ status: 404, body: {} }));
  const services = [
    {
      id: 'away',
      baseUrl: 'http://127.0.0.1:9',
      ours: true,
      says: /^“away” cannot be reached\..*Settings, Deployments\. Then compare again\.$/,
    },
    { id: 'keyless', baseUrl: remote.url, ours: true, says: /^“keyless” does not accept the API key\..*Settings, Deployments/ },
    { id: 'strange', baseUrl: stranger.url, ours: false, says: /^“strange” is not a document service of Countersign/ },
    { id: 'retired', baseUrl: remote.url, ours: true, retiredAt: new Date(), says: /^“retired” no longer takes new documents/ },
  ];
  const [known] = await t.desk.database.select().from(deployments).where(eq(deployments.id, otherId));
  for (const { says, ...row } of services) {
    await t.desk.database.insert(deployments).values({ ...row, name: row.id, encryptedKey: known!.encryptedKey });
    const compared = compareDraft(t.desk, ACTOR, { schemaId, documentId, draft: DUES, deploymentId: row.id }, signal);
    await expect(compared).rejects.toMatchObject({ message: expect.stringMatching(says), extra: { deployment_id: row.id } });
    // nothing arrived, so nothing is left to delete
    expect(await copies()).toEqual([]);
    await t.desk.database.delete(deployments).where(eq(deployments.id, row.id));
  }
  await remote.close();
  await stranger.close();
});

test('neither side uses what the schema has learned', async () => {
  await approved('512.00', 512);
  const learned = () => previewDocument(t.desk, ACTOR, { documentId, schemaId, draft: PERMIT }, signal);
  // from the other document: which words stand before the fee
  await expect.poll(async () => (await learned()).result.fields, { timeout: 60_000, interval: 500 }).toMatchObject({ fee: { value: 340 } });
  const compared = await compare(PERMIT);
  expect(compared.fields).toMatchObject([{ field: 'holder' }, { field: 'fee', values: 1, right_before: 0, right_after: 0 }]);
  for (const desk of [t.desk, other.desk]) {
    const [last] = await desk.database.select().from(jobs).orderBy(desc(jobs.createdAt)).limit(1);
    expect(last!.options.draft).toEqual(PERMIT);
    expect(last!.schemaId).not.toBe(schemaId);
  }
  await untilGone();
});

test('a key that may send and not delete is told, and nothing is sent', async () => {
  const { key } = await createApiKey(other.desk.database, 'till', { scopes: ['read', 'submit'] });
  const base_url = embeddedServiceUrl(other.desk.config);
  const { id } = await createDeployment(t.desk, ACTOR, {
    name: 'Till',
    base_url,
    api_key: key,
    accept_failing: false,
    accept_duplicate: false,
  });
  await expect(compareDraft(t.desk, ACTOR, { schemaId, documentId, draft: DUES, deploymentId: id }, signal)).rejects.toMatchObject({
    message: 'The key of “Till” may not delete documents there, so nothing is sent. Give it a key with the scope admin.',
    extra: { deployment_id: id },
  });
  expect([...(await copies()), ...(await atOther())]).toEqual([]);
  await removeDeployment(t.desk, ACTOR, id);
});

test('a document is not compared with the service that has it', async () => {
  const { deploymentId } = await findSubmission();
  const there = compareDraft(t.desk, ACTOR, { schemaId, documentId, draft: DUES, deploymentId }, signal);
  await expect(there).rejects.toMatchObject({ code: 'conflict', message: expect.stringMatching(/already\.$/) });
  const listed = await listPreviewDocuments(t.desk, schemaId, { limit: 20, deploymentId });
  expect(listed).toMatchObject({ documents: [], there: 2 });
});

async function findSubmission() {
  const [row] = await t.desk.database
    .select()
    .from(submissions)
    .where(eq(submissions.documentId, documentId))
    .orderBy(desc(submissions.run));
  return row!;
}
