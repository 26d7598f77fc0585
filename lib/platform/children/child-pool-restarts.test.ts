import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestPools, echo, limits, reasonOf, type TestPools } from './testing/create-test-pools.ts';

let pools: TestPools;
beforeAll(async () => {
  pools = await createTestPools();
});
afterEach(() => pools.stop());
afterAll(() => pools.close());

test.each([
  ['once begins anew', 1, 'done'],
  ['twice is interrupted, and not taken for one that ends its child', 2, 'interrupted'],
])('a task whose child somebody tells to end %s', async (_, times, expected) => {
  const target = pools.create();
  let told = 0;
  const started: number[] = [];
  const task = target.run(
    { kind: 'slow-stream', count: 5 },
    {
      ...limits,
      onMessage: ({ head }) => {
        started.push((head as { n: number }).n);
        if (told < times && (head as { n: number }).n === 0) {
          told += 1;
          for (const pid of pools.findOwnChildren()) process.kill(pid, 'SIGTERM');
        }
      },
      onRestart: () => void started.splice(0),
    },
  );
  if (expected === 'done') {
    await task;
    expect(started).toEqual([0, 1, 2, 3, 4]);
  } else expect(await reasonOf(task)).toBe(expected);
  expect((await echo(target, 7)).value).toBe(7);
});

test('a pool begins a task anew in a fresh child when the one it was in ran out of memory that earlier tasks had part of', async () => {
  const target = pools.create({ memoryMb: 500, recycleMb: 480 });
  const keep = { kind: 'keep', mb: 300 };
  let heard: unknown[] = [];
  let restarts = 0;
  const onMessage = ({ head }: { head: unknown }) => void heard.push((head as { kept: number }).kept);
  const onRestart = () => {
    heard = [];
    restarts += 1;
  };
  await target.run(keep, limits);
  await target.run(keep, { ...limits, onMessage, onRestart });
  expect([restarts, heard]).toEqual([1, [1]]);
});

test('a pool does not begin a task anew that runs out of memory in a fresh child, or whose messages nobody takes back', async () => {
  const target = pools.create({ memoryMb: 500, recycleMb: 480 });
  let tried = 0;
  const onPeakMemory = () => {
    tried += 1;
  };
  expect(await reasonOf(target.run({ kind: 'grow' }, { ...limits, onPeakMemory }))).toBe('out_of_memory');
  expect(tried).toBe(1);
  const keep = { kind: 'keep', mb: 300 };
  await target.run(keep, limits);
  expect(await reasonOf(target.run(keep, { ...limits, onPeakMemory, onMessage: () => undefined }))).toBe('out_of_memory');
  expect(tried).toBe(2);
});
