import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { ConnectedDeployment } from '../context/desk.ts';
import { EMBEDDED_ID } from '../deployments/connect-deployments.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents } from '../documents/tables.ts';
import { removeLeftCopies } from '../previews/remove-copy.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { type OpinionDesk, startOpinionDesk } from '../testing/start-opinion-desk.ts';
import { findAsked } from './find-asked.ts';
import { keepCopy } from './keep-copy.ts';

let stand: OpinionDesk;
let { t, schemaId, ask, drop, begin, copiesOf, atService, untilNothingSent } = {} as OpinionDesk;
beforeAll(async () => {
  stand = await startOpinionDesk();
  ({ t, schemaId, ask, drop, begin, copiesOf, atService, untilNothingSent } = stand);
});
afterAll(() => stand?.close());
beforeEach(() => ask(null));

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
