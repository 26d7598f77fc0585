import { afterAll, beforeAll, expect, test } from 'vitest';
import { METRICS } from '../metrics/metrics.ts';
import { createTestPools, echo, limits, reasonOf, type TestPools } from './testing/create-test-pools.ts';

let pools: TestPools;
beforeAll(async () => {
  pools = await createTestPools();
});
afterAll(() => pools.close());

type Metric = { get: () => Promise<{ values: { value: number; labels: object }[] }> };
const sumOf = async (metric: Metric, reason?: string) =>
  (await metric.get()).values
    .filter(({ labels }) => reason === undefined || (labels as { reason?: string }).reason === reason)
    .reduce((sum, { value }) => sum + value, 0);

test('children are counted while they run, and by the reason for which they ended', async () => {
  const [running, started] = [await sumOf(METRICS.children), await sumOf(METRICS.childStarts)];
  const reasons = ['timed_out', 'crashed', 'failed', 'retired'];
  const before = await Promise.all(reasons.map((reason) => sumOf(METRICS.childEnds, reason)));
  const pool = pools.create();
  expect(await reasonOf(pool.run({ kind: 'hang' }, { ...limits, timeoutMs: 200 }))).toBe('timed_out');
  expect(await reasonOf(pool.run({ kind: 'exit' }, limits))).toBe('crashed');
  expect(await reasonOf(pool.run({ kind: 'throw' }, limits))).toBe('failed');
  await echo(pool);
  expect(await sumOf(METRICS.children)).toBe(running + 1);
  await pools.stop();
  expect([await sumOf(METRICS.children), await sumOf(METRICS.childStarts)]).toEqual([running, started + 4]);
  const after = await Promise.all(reasons.map((reason) => sumOf(METRICS.childEnds, reason)));
  expect(after.map((sum, index) => sum - before[index]!)).toEqual([1, 1, 1, 1]);
});
