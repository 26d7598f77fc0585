import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { METRICS } from '#lib/platform/metrics/metrics.ts';
import { deployments } from '../deployments/tables.ts';
import { documents } from '../documents/tables.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { deploymentFigures, documentFigures } from './operations/desk-figures.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

test('documents in trouble are counted by state, and those that are done are not', async () => {
  for (const [name, state] of [
    ['a', 'failed'],
    ['b', 'failed'],
    ['c', 'unmapped'],
    ['d', 'approved'],
  ] as const) {
    const { id } = await insertReviewable(t.desk, { name: `${name}.txt` });
    await t.desk.database.update(documents).set({ state }).where(eq(documents.id, id));
  }
  const figures = documentFigures(t.desk.database);
  await figures.ask();
  const { values } = await METRICS.documents.get();
  const counts = Object.fromEntries(values.map(({ labels, value }) => [labels.state, value]));
  expect(counts).toMatchObject({ failed: 2, unmapped: 1, stacked: 0 });
  expect(Object.keys(counts)).not.toContain('approved');
  figures.forget();
  expect((await METRICS.documents.get()).values).toEqual([]);
});

test('a deployment is told by its ID when something was heard of it, until it is retired', async () => {
  const verdict = { verdict: 'unreachable', message: 'No answer.', at: new Date().toISOString() } as never;
  await t.desk.database.insert(deployments).values([
    { id: 'heard', name: 'Secret name', baseUrl: 'https://secret.example', verdict },
    { id: 'unheard', name: 'Other' },
    { id: 'retired', name: 'Old', verdict, retiredAt: new Date() },
  ]);
  await deploymentFigures(t.desk.database).ask();
  const { values } = await METRICS.deploymentReachable.get();
  expect(values.filter(({ labels }) => ['heard', 'unheard', 'retired'].includes(String(labels.deployment)))).toMatchObject([
    { labels: { deployment: 'heard' }, value: 0 },
  ]);
  expect(JSON.stringify(values)).not.toMatch(/secret/i);
});
