import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ChildPool } from './child-pool.ts';
import { createTestPools, echo, limits, reasonOf, type TestPools } from './testing/create-test-pools.ts';

let pools: TestPools;
beforeAll(async () => {
  pools = await createTestPools();
});
afterEach(() => pools.stop());
afterAll(() => pools.close());

type Prepared = { prepared: number; pid: string };
const preparedOf = (target: ChildPool) => target.run({ kind: 'prepared' }, limits) as Promise<Prepared>;

test('a pool has a child do its warming tasks ahead of the first task', async () => {
  const target = pools.create();
  expect(await target.keepWarm([{ kind: 'prepare', ms: 0 }, { kind: 'prepared' }], limits)).toMatchObject([undefined, { prepared: 1 }]);
  expect(await preparedOf(target)).toMatchObject({ prepared: 1 });
});

test('a pool lets a task that comes while the only child is being warmed go before what is left of it', async () => {
  const target = pools.create();
  const steps = Array.from({ length: 20 }, () => ({ kind: 'prepare', ms: 200 }));
  const warming = target.keepWarm(steps, limits);
  const { prepared, pid } = await preparedOf(target);
  expect(prepared).toBeLessThan(steps.length);
  await warming;
  expect(await preparedOf(target)).toEqual({ prepared: steps.length, pid });
});

test('a pool replaces a child that did its share by one that is warm, without a task that has to wait for it', async () => {
  const target = pools.create({ maxTasks: 2 });
  await target.keepWarm([{ kind: 'prepare', ms: 300 }], limits);
  const seen: Prepared[] = [];
  await expect
    .poll(
      async () => {
        seen.push(await preparedOf(target));
        return new Set(seen.map(({ pid }) => pid)).size;
      },
      { timeout: 250_000, interval: 4_500 },
    )
    .toBeGreaterThan(1);
  expect(new Set(seen.map(({ prepared }) => prepared))).toEqual(new Set([1]));
});

test('a pool lets no task wait for a replacement that waits for rest', async () => {
  const target = pools.create({ maxTasks: 1 });
  await target.keepWarm(
    [
      { kind: 'prepare', ms: 0 },
      { kind: 'prepare', ms: 0 },
    ],
    limits,
  );
  await echo(target);
  // the spent child is at work while its replacement waits for rest: an urgent task must not wait with it
  const end = new AbortController();
  const long = reasonOf(target.run({ kind: 'sleep', ms: 1_000_000 }, { ...limits, timeoutMs: 2_000_000, signal: end.signal }));
  expect(await target.run({ kind: 'echo', value: 5 }, { ...limits, urgent: true })).toMatchObject({ value: 5 });
  end.abort();
  expect(await long).toBe('cancelled');
});

test('a pool starts no child for a task that waits while it is stopped', async () => {
  const target = pools.create();
  const warming = reasonOf(
    target.keepWarm(
      Array.from({ length: 50 }, () => ({ kind: 'prepare', ms: 200 })),
      limits,
    ),
  );
  const waiting = reasonOf(target.run({ kind: 'sleep', ms: 1_000_000 }, limits));
  await target.stop();
  expect(await Promise.all([warming, waiting])).toEqual(['cancelled', 'cancelled']);
});

test('a pool warms another child after the last one ended, before a task needs it', async () => {
  const target = pools.create();
  let told = 0;
  const onMessage = () => {
    told += 1;
  };
  await target.keepWarm([{ kind: 'stream', count: 1 }], { ...limits, onMessage });
  expect(await reasonOf(target.run({ kind: 'exit' }, limits))).toBe('crashed');
  await expect.poll(() => told, { timeout: 250_000 }).toBe(2);
});

test('a pool does not try again and again to warm a child that cannot be', async () => {
  const target = pools.create();
  let tried = 0;
  const task = target.keepWarm([{ kind: 'exit' }], {
    ...limits,
    onPeakMemory: () => {
      tried += 1;
    },
  });
  expect(await reasonOf(task)).toBe('crashed');
  expect(await echo(target)).toMatchObject({ value: 1 });
  expect(tried).toBe(1);
});

test('a pool stops warming for good once it failed, however many children end', async () => {
  const target = pools.create();
  let tried = 0;
  const onPeakMemory = () => {
    tried += 1;
  };
  expect(await reasonOf(target.keepWarm([{ kind: 'exit' }], { ...limits, onPeakMemory }))).toBe('crashed');
  for (let n = 0; n < 3; n++) {
    expect(await reasonOf(target.run({ kind: 'exit' }, limits))).toBe('crashed');
    // another warming would be over sooner
    await target.run({ kind: 'sleep', ms: 1_000 }, limits);
  }
  expect(tried).toBe(1);
});

test('a pool has no child warmed that starts only after the pool was closed', async () => {
  const target = pools.create();
  const warming = reasonOf(target.keepWarm([{ kind: 'pid' }], limits));
  await target.drain();
  expect(await warming).toBe('cancelled');
});
