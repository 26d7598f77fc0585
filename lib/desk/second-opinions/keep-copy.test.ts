import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { type RemoteStandIn, startRemoteStandIn } from '#lib/deployment/stand-in/remote-stand-in.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { documents as serviceDocuments } from '#lib/service/context/tables.ts';
import type { ConnectedDeployment } from '../context/desk.ts';
import { EMBEDDED_ID } from '../deployments/connect-deployments.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents } from '../documents/tables.ts';
import { removeLeftCopies } from '../previews/remove-copy.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { extractions } from '../review/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { PERMIT } from '../testing/made-permit.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { findAsked } from './find-asked.ts';
import { keepCopy } from './keep-copy.ts';
import { startOpinion } from './start-opinion.ts';

// a stranger has the documents; copies go to the real embedded service
const KEY = 'key-of-a-stranger';
let t: TestDesk;
let stranger: RemoteStandIn;
let schemaId: string;
beforeAll(async () => {
  stranger = await startRemoteStandIn({ apiKey: KEY, control: { work_ms: 20, shape: 'wrapped' } });
  t = await startTestDesk({ service: true, work: true, deployment: { url: stranger.url, key: KEY } });
  ({ id: schemaId } = await saveSchema(t.desk, ACTOR, PERMIT));
});
afterAll(async () => {
  await t.close();
  await stranger.close();
});
beforeEach(() => ask(null));

const SETTINGS = { second_approval: { when: 'never' as const }, priority: null, due_after_hours: null, sample_percent: 0 };
const ask = (second_opinion_by: string | null) => saveSchemaSettings(t.desk, ACTOR, schemaId, { ...SETTINGS, second_opinion_by });

let count = 0;
/** A permit under review at the stranger. */
async function drop(): Promise<string> {
  count += 1;
  const { id } = await t.drop(`PERMIT ${count}\n\nHolder: Anna Lind\nFee: ${count}40.00\n`, { name: `permit-${count}.txt`, schemaId });
  await t.until(id, 'to_review');
  return id;
}

const copiesOf = (id: string) => t.desk.database.select().from(comparisonCopies).where(eq(comparisonCopies.documentId, id));
const atService = () => t.desk.database.select().from(serviceDocuments);
const untilNothingSent = () =>
  expect
    .poll(async () => [...(await t.desk.database.select().from(comparisonCopies)), ...(await atService())], { timeout: 20_000 })
    .toEqual([]);

/** Has an opinion asked for about the answer that a document has, and loses the job. */
async function begin(id: string): Promise<void> {
  const settings = await findSchemaSettings(t.desk.database, schemaId);
  const [answer] = await t.desk.database.select().from(extractions).where(eq(extractions.documentId, id));
  const { schema } = await getDocument(t.desk, id);
  const lost = { queue: { send: async () => null } };
  await t.desk.database.transaction((transaction) =>
    startOpinion(lost, transaction, { documentId: id, schema: schema!, at: answer!.at, holdsApproval: false }, settings),
  );
}

test('what is not wanted any more when its turn comes is not sent: no setting, another service, a rejected document', async () => {
  const id = await drop();
  await ask(EMBEDDED_ID);
  await begin(id);
  const asked = await findAsked(t.desk.database, id);
  const deployment = await t.desk.getDeployment(EMBEDDED_ID);
  const { signal } = new AbortController();
  const keep = () => keepCopy(t.desk, asked!, deployment, signal);
  const give = (secondOpinionBy: string | null, learnFromApprovals = true) =>
    t.desk.database.update(schemaSettings).set({ secondOpinionBy, learnFromApprovals }).where(eq(schemaSettings.schemaId, schemaId));
  // as if whoever removes what was asked for had not come to it yet
  for (const [giver, learns] of [[null], ['another'], [EMBEDDED_ID, false]] as const) {
    await give(giver, learns);
    expect(await findAsked(t.desk.database, id)).toBeNull();
    expect(await keep()).toBeNull();
  }
  await give(EMBEDDED_ID);
  await t.desk.database.update(documents).set({ state: 'rejected' }).where(eq(documents.id, id));
  expect(await keep()).toBeNull();
  expect([...(await copiesOf(id)), ...(await atService())]).toEqual([]);
  await t.desk.database.update(documents).set({ state: 'to_review' }).where(eq(documents.id, id));
  expect(await keep()).toEqual(expect.any(String));
  await ask(null);
  await untilNothingSent();
});

/** The service as it takes one sending, in place of the rest of the road there. */
async function whereSending(submitDocument: ConnectedDeployment['client']['submitDocument']): Promise<ConnectedDeployment> {
  const deployment = await t.desk.getDeployment(EMBEDDED_ID);
  return { ...deployment, client: { ...deployment.client, submitDocument } };
}

test('a sending that arrives late is found and deleted, whatever a second one was told or became of its row', async () => {
  const id = await drop();
  await ask(EMBEDDED_ID);
  await begin(id);
  const asked = await findAsked(t.desk.database, id);
  const { signal } = new AbortController();
  const { client } = await t.desk.getDeployment(EMBEDDED_ID);
  const refuse = async () => {
    throw new DeploymentError('deployment_refused', 'Too large.', { trouble: 'refused', status: 413 });
  };
  // a first one that is still on its way when the second is refused
  const copyId = newId();
  const { sha256 } = asked!.row;
  const sent = { id: copyId, deploymentId: EMBEDDED_ID, documentId: id, sha256, sentAt: now(), removeAt: null };
  await t.desk.database.insert(comparisonCopies).values(sent);
  await expect(keepCopy(t.desk, asked!, await whereSending(refuse), signal)).rejects.toThrow('Too large.');
  expect(await copiesOf(id)).toMatchObject([{ id: copyId, remoteDocumentId: null }]);
  // its row goes while it is under way
  const late = await whereSending(async (body, options) => {
    await t.desk.database.delete(comparisonCopies).where(eq(comparisonCopies.id, copyId));
    return client.submitDocument(body, options);
  });
  expect(await keepCopy(t.desk, asked!, late, signal)).toBeNull();
  const [left] = await t.desk.database.select().from(comparisonCopies).where(eq(comparisonCopies.id, copyId));
  expect(left).toMatchObject({ documentId: null, removeAt: expect.any(Date) });
  expect((await atService()).map((one) => one.id)).toEqual([left!.remoteDocumentId]);
  await removeLeftCopies(t.desk);
  await untilNothingSent();
  // one that was refused at its first sending leaves nothing
  await expect(keepCopy(t.desk, asked!, await whereSending(refuse), signal)).rejects.toThrow('Too large.');
  expect(await copiesOf(id)).toEqual([]);
});
