import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypt, secretOf } from '#lib/platform/secrets.ts';
import { startRemote } from '../testing/start-remote.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { deployments } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

test('that a deployment is ours is remembered when something in between answers first; what is unknown is asked for', async () => {
  const remote = await startRemote(() => ({ status: 404, body: {} }));
  const encryptedKey = encrypt(secretOf(t.desk.config, 'encryption-key'), 'k');
  const isOurs = async () => (await t.desk.getDeployment('second')).client.isOurs();
  await t.desk.database.insert(deployments).values({ id: 'second', name: 'Second', baseUrl: remote.url, encryptedKey });
  expect(await isOurs()).toBe(false);
  await t.desk.database.update(deployments).set({ ours: true }).where(eq(deployments.id, 'second'));
  expect(await isOurs()).toBe(true);
  expect(remote.requests).toHaveLength(1);
  await remote.close();
});
