import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypt, secretOf } from '#lib/platform/secrets.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { startRemote } from '../testing/start-remote.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { MARK, removeCopy } from './remove-copy.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

test('a copy is gone only when the list of its file says so, not where something in between knows nothing', async () => {
  let isCutOff = false;
  let items: { id: string; metadata: object }[] = [];
  const headers = { 'countersign-service': '1' };
  const remote = await startRemote(
    ({ path }) =>
      path.includes('sha256=') ? { status: 200, body: { items, next_cursor: null }, headers } : { status: 404, body: {}, headers },
    (_, response) => {
      if (isCutOff) response.writeHead(404, { 'content-type': 'text/html' }).end('<html><body>Not found</body></html>');
      return isCutOff;
    },
  );
  const encryptedKey = encrypt(secretOf(t.desk.config, 'encryption-key'), 'k');
  await t.desk.database.insert(deployments).values({ id: 'proxied', name: 'Proxied', baseUrl: remote.url, encryptedKey, ours: true });
  expect(await (await t.desk.getDeployment('proxied')).client.isOurs()).toBe(true);
  const [id, remoteDocumentId, sentAt] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await t.desk.database
    .insert(comparisonCopies)
    .values({ id, deploymentId: 'proxied', sha256: 'a'.repeat(64), remoteDocumentId, sentAt, removeAt: sentAt });
  const remaining = async () => {
    await removeCopy(t.desk, id);
    return (await t.desk.database.select().from(comparisonCopies)).length;
  };
  isCutOff = true;
  expect(await remaining()).toBe(1);
  isCutOff = false;
  items = [{ id: remoteDocumentId, metadata: {} }];
  expect(await remaining()).toBe(1);
  items = [{ id: 'another', metadata: { [MARK]: id } }];
  expect(await remaining()).toBe(1);
  items = [{ id: 'another', metadata: {} }];
  expect(await remaining()).toBe(0);
  await remote.close();
});
