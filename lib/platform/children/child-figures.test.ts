import { afterAll, beforeAll, expect, test } from 'vitest';
import { METRICS } from '../metrics/metrics.ts';
import { createTestPools, echo, limits, reasonOf, type TestPools } from './testing/create-test-pools.ts';

/** Other tests in this process have children too. */
const KIND = 'counted-child';
const REASONS = ['timed_out', 'crashed', 'failed', 'retired'];

let pools: TestPools;
beforeAll(async () => {
  pools = await createTestPools(KIND);
});
afterAll(() => pools.close());

type Metric = { get: () => Promise<{ values: { value: number; labels: object }[] }> };
const sumOf = async (metric: Metric, reason?: string) =>
  (await metric.get()).values
    .filter(({ labels }) => (labels as { kind?: string }).kind === KIND)
    .filter(({ labels }) => reason === undefined || (labels as { reason?: string }).reason === reason)
    .reduce((sum, { value }) => sum + value, 0);

test('children are counted while they run, and by the reason for which they ended', async () => {
  const pool = pools.create();
  expect(await reasonOf(pool.run({ kind: 'hang' }, { ...limits, timeoutMs: 200 }))).toBe('timed_out');
  expect(await reasonOf(pool.run({ kind: 'exit' }, limits))).toBe('crashed');
  expect(await reasonOf(pool.run({ kind: 'throw' }, limits))).toBe('failed');
  await echo(pool);
  // a child that was killed is counted until it is gone
  await expect.poll(() => sumOf(METRICS.children)).toBe(1);
  await pools.stop();
  expect([await sumOf(METRICS.children), await sumOf(METRICS.childStarts)]).toEqual([0, 4]);
  expect(await Promise.all(REASONS.map((reason) => sumOf(METRICS.childEnds, reason)))).toEqual([1, 1, 1, 1]);
});
