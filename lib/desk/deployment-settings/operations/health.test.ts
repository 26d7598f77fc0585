import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeploymentHealth } from '#lib/contract/desk/deployment.ts';
import { removeOldHours } from '../../deployments/deployment-hours.ts';
import { deploymentHours, deploymentPaces, deployments } from '../../deployments/tables.ts';
import { type SpawnedStandIn, spawnStandIn } from '../../testing/spawn-stand-in.ts';
import { startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { getDeployment, testDeployment } from './deployments.ts';

let t: TestDesk;
let standIn: SpawnedStandIn;
let id: string;
beforeAll(async () => {
  standIn = await spawnStandIn();
  t = await startTestDesk({ deployment: standIn, work: true });
  id = (await t.desk.present()).id;
});
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

const health = async (): Promise<DeploymentHealth> => (await getDeployment(t.desk, id)).health;
let made = 0;
async function drop(state: 'indexed' | 'failed'): Promise<void> {
  made += 1;
  const { id: documentId } = await t.drop(`Paper ${made}`, { name: `paper-${made}.txt` });
  await t.until(documentId, state);
}

test('a deployment that nothing was heard of is untested, and no request is made to find out', async () => {
  expect(await health()).toMatchObject({ state: 'untested', recent: null, latency_ms: null, last_answer_at: null });
  expect((await standIn.state()).log).toEqual([]);
});

test('a failing test ends with the first document that gets through', async () => {
  await standIn.control({ api_key: 'another' });
  expect((await testDeployment(t.desk, id)).health).toMatchObject({ state: 'failing', message: expect.stringContaining('key') });
  await standIn.control({ api_key: standIn.key });
  await drop('indexed');
  const now = await health();
  expect(now).toMatchObject({ state: 'works', message: null, last_error: null });
  expect(now.latency_ms).toBeLessThan(3_000);
  expect(now.recent).toMatchObject({ refused: 0, failed: 0 });
  expect(now.recent?.requests).toBeGreaterThanOrEqual(2);
});

test('a good test ends with three failures in a row, which a good test ends', async () => {
  expect((await testDeployment(t.desk, id)).health.state).toBe('works');
  await standIn.control({ api_key: 'another' });
  for (let failure = 1; failure <= 3; failure += 1) {
    await drop('failed');
    expect((await health()).state).toBe(failure < 3 ? 'works' : 'failing');
  }
  const failing = await health();
  expect(failing).toMatchObject({ message: expect.stringContaining('does not accept the API key'), recent: { failed: 3 } });
  expect(failing.last_error).toMatchObject({ status: 401 });
  await standIn.control({ api_key: standIn.key });
  expect((await testDeployment(t.desk, id)).health.state).toBe('works');
});

test('requests that are refused are counted, and the pause is told', async () => {
  await standIn.control({ rules: [{ name: '', phase: 'upload', fault: 'too_many', times: 1 }] });
  await drop('indexed');
  expect(await health()).toMatchObject({ recent: { refused: 1 }, last_error: { status: 429 } });
  await t.desk.database.update(deploymentPaces).set({ pausedUntil: new Date(Date.now() + 60_000) });
  expect(await health()).toMatchObject({ state: 'limiting', paused_until: expect.any(String) });
  await t.desk.database.update(deploymentPaces).set({ pausedUntil: new Date(0) });
});

test('documents are told by what they wait for', async () => {
  await standIn.control({ index_ms: 60_000 });
  await t.drop('A slow one', { name: 'slow.txt' });
  await expect.poll(async () => (await health()).queue).toEqual({ under_way: 1, waiting: 0, unmapped: 0 });
});

test('hours are kept for a week, and go with their deployment', async () => {
  const hour = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  await t.desk.database.insert(deployments).values({ id: 'other', name: 'Other' });
  await t.desk.database.insert(deploymentHours).values([6, 8].map((days) => ({ deploymentId: 'other', hour: hour(days) })));
  const ofOther = () => t.desk.database.select().from(deploymentHours).where(eq(deploymentHours.deploymentId, 'other'));
  await removeOldHours(t.desk.database);
  expect(await ofOther()).toHaveLength(1);
  await t.desk.database.delete(deployments).where(eq(deployments.id, 'other'));
  expect(await ofOther()).toEqual([]);
});
