import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId, now } from '#lib/platform/clock.ts';
import { examples as serviceExamples } from '#lib/service/context/tables.ts';
import { auditEntries } from '../audit/tables.ts';
import { OPINION_QUEUE } from '../context/desk.ts';
import { sendOpinion } from '../context/send-opinion.ts';
import { changeDeployment, removeDeployment } from '../deployment-settings/operations/deployments.ts';
import { EMBEDDED_ID } from '../deployments/connect-deployments.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { removeExpired } from '../documents/operations/retention.ts';
import { documents } from '../documents/tables.ts';
import { removeLeftCopies } from '../previews/remove-copy.ts';
import { openFile, sendCopy } from '../previews/send-copy.ts';
import { approve } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { secondOpinions } from '../review/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { listSchemaSettings, saveRetention, saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { PERMIT } from '../testing/made-permit.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { type OpinionDesk, startOpinionDesk } from '../testing/start-opinion-desk.ts';
import { ACTOR } from '../testing/start-test-desk.ts';

const AWAY = 'away';
let stand: OpinionDesk;
let { t, schemaId, ask, drop, begin, copiesOf, atService, untilNothingSent } = {} as OpinionDesk;
let strangerId: string;
beforeAll(async () => {
  stand = await startOpinionDesk();
  ({ t, schemaId, ask, drop, begin, copiesOf, atService, untilNothingSent } = stand);
  const [known] = await t.desk.database.select().from(deployments).where(eq(deployments.fromEnvironment, true));
  strangerId = known!.id;
  // a service of ours where nothing listens
  const { encryptedKey } = known!;
  await t.desk.database.insert(deployments).values({ id: AWAY, name: 'Attic', baseUrl: 'http://127.0.0.1:9', ours: true, encryptedKey });
});
afterAll(() => stand?.close());
beforeEach(() => ask(null));

const opinionOf = async (id: string) => (await getDocument(t.desk, id)).second_opinion;
const untilOpinion = (id: string, state: string) =>
  expect.poll(async () => (await opinionOf(id))?.state, { timeout: 30_000, interval: 100 }).toBe(state);
/** Gives it a job again. */
async function resume(id: string): Promise<void> {
  const [opinion] = await t.desk.database.select().from(secondOpinions).where(eq(secondOpinions.documentId, id));
  const { deploymentId, answerAt } = opinion!;
  await sendOpinion(t.desk, { documentId: id, deploymentId, answerAt: answerAt.toISOString() });
}

/** Sends a copy as a program does that dies before it has the answer. */
async function leave(id: string): Promise<string> {
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, id));
  const copyId = newId();
  const { sha256 } = row!;
  await t.desk.database
    .insert(comparisonCopies)
    .values({ id: copyId, deploymentId: EMBEDDED_ID, documentId: id, sha256, sentAt: now(), removeAt: null });
  const file = await openFile(t.desk, row!);
  const deployment = await t.desk.getDeployment(EMBEDDED_ID);
  const { signal } = new AbortController();
  const remoteId = await sendCopy(t.desk, { row: row!, deployment, submitter: 'test' }, { copyId, path: file.path, signal });
  await file.release();
  return remoteId;
}

test('second opinions come only from a deployment of ours that takes documents, and who chose one stands in the trail', async () => {
  await expect(ask('nobody')).rejects.toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/second_opinion_by' }] });
  await expect(ask(strangerId)).rejects.toMatchObject({ message: expect.stringMatching(/is not a document service of Countersign/) });
  await changeDeployment(t.desk, ACTOR, AWAY, { retired: true, accept_failing: false, accept_duplicate: false });
  await expect(ask(AWAY)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/no longer takes new documents/),
  });
  await changeDeployment(t.desk, ACTOR, AWAY, { retired: false, accept_failing: false, accept_duplicate: false });
  expect(await ask(EMBEDDED_ID)).toMatchObject({ second_opinion_by: EMBEDDED_ID });
  // left out, it stays
  await saveSchemaSettings(t.desk, ACTOR, schemaId, PLAIN_SETTINGS);
  expect((await listSchemaSettings(t.desk)).find((one) => one.schema_id === schemaId)).toMatchObject({ second_opinion_by: EMBEDDED_ID });
  const saved = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.event, 'schema.settings_saved'));
  expect(saved.map(({ newValue }) => newValue)).toContainEqual(expect.objectContaining({ second_opinion_by: EMBEDDED_ID }));
});

test('a service that is away fails with a sentence and holds nobody up; one that is retired or removed says so', async () => {
  await ask(AWAY);
  const id = await drop();
  await untilOpinion(id, 'failed');
  expect(await opinionOf(id)).toEqual({
    deployment: { id: AWAY, name: 'Attic' },
    state: 'failed',
    message: expect.stringMatching(/“Attic” cannot be reached/),
  });
  expect(await copiesOf(id)).toEqual([]);
  const { document } = await getDocument(t.desk, id);
  await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true });

  await changeDeployment(t.desk, ACTOR, AWAY, { retired: true, accept_failing: false, accept_duplicate: false });
  const retired = await drop();
  await untilOpinion(retired, 'failed');
  expect((await opinionOf(retired))?.message).toMatch(/^“Attic” no longer takes new documents\. An admin can choose another one/);
  await removeDeployment(t.desk, ACTOR, AWAY);
  const removed = await drop();
  await untilOpinion(removed, 'failed');
  expect(await opinionOf(removed)).toMatchObject({
    deployment: { name: 'a deployment that was removed' },
    message: expect.stringMatching(/was removed/),
  });
});

test('a copy whose answer was lost is found again and not sent twice', async () => {
  const id = await drop();
  await ask(EMBEDDED_ID);
  await begin(id);
  const remoteId = await leave(id);
  await resume(id);
  await untilOpinion(id, 'done');
  expect(await copiesOf(id)).toMatchObject([{ remoteDocumentId: remoteId, removeAt: null }]);
  expect((await atService()).map((one) => one.id)).toEqual([remoteId]);
  // a new answer is asked about with the same copy
  const before = await getDocument(t.desk, id);
  await startExtraction(t.desk, ACTOR, id, schemaId, { revision: before.document.revision });
  await t.until(id, 'to_review');
  await untilOpinion(id, 'done');
  expect((await atService()).map((one) => one.id)).toEqual([remoteId]);
  await expect(removeDeployment(t.desk, ACTOR, EMBEDDED_ID)).rejects.toMatchObject({ code: 'conflict' });
  await ask(null);
  await untilNothingSent();
});

test('a copy that the service has lost is sent again', async () => {
  await ask(EMBEDDED_ID);
  const id = await drop();
  await untilOpinion(id, 'done');
  const [lost] = await copiesOf(id);
  await (await t.desk.getDeployment(EMBEDDED_ID)).client.removeDocument(lost!.remoteDocumentId!);
  await startExtraction(t.desk, ACTOR, id, schemaId);
  await t.until(id, 'to_review');
  await untilOpinion(id, 'done');
  const [copy] = await copiesOf(id);
  expect(copy!.remoteDocumentId).not.toBe(lost!.remoteDocumentId);
  expect((await atService()).map((one) => one.id)).toEqual([copy!.remoteDocumentId]);
  await ask(null);
  await untilNothingSent();
});

test('a service that takes requests and never answers does not hold up what others are asked', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { encryptedKey } = (await t.desk.database.select().from(deployments).where(eq(deployments.id, strangerId)))[0]!;
  await t.desk.database
    .insert(deployments)
    .values({ id: 'cave', name: 'Cave', baseUrl: `http://127.0.0.1:${port}`, ours: true, encryptedKey });
  await ask('cave');
  const held = [await drop(), await drop(), await drop()];
  const active = async () => (await t.queue.count(OPINION_QUEUE)).active;
  await expect.poll(active, { timeout: 10_000 }).toBe(2);
  const { id: other } = await saveSchema(t.desk, ACTOR, { ...PERMIT, name: 'Licence' });
  await saveSchemaSettings(t.desk, ACTOR, other, { ...PLAIN_SETTINGS, second_opinion_by: EMBEDDED_ID });
  const { id } = await t.drop('LICENCE\n\nHolder: Anna Lind\n', { name: 'licence.txt', schemaId: other });
  await untilOpinion(id, 'done');
  expect(await Promise.all(held.map(async (one) => (await opinionOf(one))?.state))).toEqual(['waiting', 'waiting', 'waiting']);
  await saveSchemaSettings(t.desk, ACTOR, other, { ...PLAIN_SETTINGS, second_opinion_by: null });
  await ask(null);
  silent.closeAllConnections();
  silent.close();
  await untilNothingSent();
});

test('where another service is asked now, documents under review are asked about there, and nothing stays at the first', async () => {
  await ask(EMBEDDED_ID);
  const id = await drop();
  await untilOpinion(id, 'done');
  const { encryptedKey } = (await t.desk.database.select().from(deployments).where(eq(deployments.id, strangerId)))[0]!;
  await t.desk.database
    .insert(deployments)
    .values({ id: 'cellar', name: 'Cellar', baseUrl: 'http://127.0.0.1:9', ours: true, encryptedKey });
  await ask('cellar');
  await untilOpinion(id, 'failed');
  expect(await opinionOf(id)).toMatchObject({ deployment: { id: 'cellar' }, message: expect.stringMatching(/“Cellar” cannot be reached/) });
  await untilNothingSent();
});

test('the copy of a document that was removed before the answer came is deleted too', async () => {
  const id = await drop();
  await leave(id);
  await removeDocument(t.desk, ACTOR, id);
  await untilNothingSent();
});

test('a document that retention removes leaves nothing at the service, neither its copy nor what it taught', async () => {
  await ask(EMBEDDED_ID);
  const id = await drop();
  await untilOpinion(id, 'done');
  const { document } = await getDocument(t.desk, id);
  await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true });
  const learned = () => t.desk.database.select().from(serviceExamples);
  await expect.poll(async () => (await learned()).length, { timeout: 30_000 }).toBe(1);
  expect(await copiesOf(id)).toMatchObject([{ removeAt: null }]);
  await t.desk.database
    .update(documents)
    .set({ approvedAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(documents.id, id));
  await saveRetention(t.desk, ACTOR, schemaId, { retention_days: 30 });
  expect(await removeExpired(t.desk)).toBe(1);
  await untilNothingSent();
  await expect.poll(learned, { timeout: 20_000 }).toEqual([]);
  expect(await t.desk.database.select().from(secondOpinions).where(eq(secondOpinions.documentId, id))).toEqual([]);
  await saveRetention(t.desk, ACTOR, schemaId, { retention_days: null });
});

test('a copy without a document is deleted, however its document went', async () => {
  const id = await drop();
  await leave(id);
  await t.desk.database.delete(documents).where(eq(documents.id, id));
  await removeLeftCopies(t.desk);
  await untilNothingSent();
});

test('a document that is approved before its copy is there teaches when that arrives, and no late opinion changes it', async () => {
  const id = await drop();
  await ask(EMBEDDED_ID);
  await begin(id);
  const { document } = await getDocument(t.desk, id);
  const approved = await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true });
  await resume(id);
  const learned = () => t.desk.database.select().from(serviceExamples);
  await expect.poll(async () => (await learned()).length, { timeout: 30_000 }).toBe(1);
  const [copy] = await copiesOf(id);
  expect((await learned())[0]).toMatchObject({ documentId: copy!.remoteDocumentId, schemaId });
  expect(await getDocument(t.desk, id)).toMatchObject({ document: { revision: approved.document.revision, state: 'approved' } });
  expect(await t.desk.database.select().from(secondOpinions).where(eq(secondOpinions.documentId, id))).toEqual([]);
  // a schema that does not learn any more has no use for copies
  await ask(EMBEDDED_ID, { learn_from_approvals: false });
  await untilNothingSent();
  expect(await learned()).toEqual([]);
  await ask(null, { learn_from_approvals: true });
  const sent = and(eq(auditEntries.documentId, id), eq(auditEntries.event, 'document.sent_for_opinion'));
  expect(await t.desk.database.select().from(auditEntries).where(sent)).toHaveLength(1);
});
