import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestTracing } from '../testing/start-test-tracing.ts';
import { withSpan } from '../tracing/tracer.ts';
import { createTestPools, echo, limits, reasonOf, type TestPools } from './testing/create-test-pools.ts';

let pools: TestPools;
beforeAll(async () => {
  pools = await createTestPools();
});
afterEach(() => pools.stop());
afterAll(() => pools.close());

test('the work of a child is a span of the job that wants it, with how long it waited and why it has no result', async () => {
  const tracing = await startTestTracing();
  const target = pools.create();
  await withSpan('job', { kind: 'consumer', attributes: {}, parent: null }, async () => {
    await echo(target, 1);
    expect(await reasonOf(target.run({ kind: 'throw' }, limits))).toBe('failed');
  });
  await echo(target, 2);
  const [done, failed, job] = await tracing.end();
  expect(job?.name).toBe('job');
  const attributes = { 'countersign.child.waited_ms': expect.any(Number), 'countersign.child.peak_memory_mb': expect.any(Number) };
  expect(done).toMatchObject({ parentId: job?.spanId, kind: 1, isError: false, attributes });
  expect(failed).toMatchObject({ parentId: job?.spanId, isError: true, attributes: { ...attributes, 'error.type': 'failed' } });
});
