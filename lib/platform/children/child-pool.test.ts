import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestPools, echo, limits, reasonOf, type TestPools } from './testing/create-test-pools.ts';

let pools: TestPools;
beforeAll(async () => {
  pools = await createTestPools();
});
afterEach(() => pools.stop());
afterAll(() => pools.close());

test('a pool runs tasks one after the other in the same child', async () => {
  const target = pools.create();
  const [first, second] = await Promise.all([echo(target, 1), echo(target, 2)]);
  expect([first.value, second.value]).toEqual([1, 2]);
  expect(first.pid).toBe(second.pid);
});

test('a pool gives messages to the caller in order before the result', async () => {
  const seen: unknown[] = [];
  await pools.create().run({ kind: 'stream', count: 5 }, { ...limits, onMessage: ({ head }) => void seen.push(head) });
  expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
});

test.each([
  ['hang', 'timed_out'],
  ['exit', 'crashed'],
  ['throw', 'failed'],
  ['grow', 'out_of_memory'],
  ['grow-heap', 'out_of_memory'],
])('a pool stops a task that does %s as %s and goes on with the next', async (kind, reason) => {
  const target = pools.create();
  expect(await reasonOf(target.run({ kind }, { ...limits, timeoutMs: kind === 'hang' ? 300 : limits.timeoutMs }))).toBe(reason);
  expect((await echo(target, 7)).value).toBe(7);
});

test('a child is not of the group of processes that a terminal sends Ctrl-C to', async () => {
  const target = pools.create();
  await target.warm();
  const groupOf = (pid: number | 'self') => /\) \S (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[2];
  expect(pools.findOwnChildren().length).toBeGreaterThan(0);
  for (const pid of pools.findOwnChildren()) expect(groupOf(pid)).not.toBe(groupOf('self'));
});

test('a pool stops a task that makes no progress, and not one that is slow but alive', async () => {
  const target = pools.create();
  expect(await reasonOf(target.run({ kind: 'hang' }, { ...limits, idleMs: 300 }))).toBe('timed_out');
  await target.run({ kind: 'slow-stream', count: 50 }, { ...limits, idleMs: 8_000 });
});

test('a pool stops a task that says too much', async () => {
  expect(await reasonOf(pools.create().run({ kind: 'stream', count: 50 }, { ...limits, maxOutputBytes: 10_000 }))).toBe('too_much_output');
});

test('a pool cancels a task at work and one that waits', async () => {
  const target = pools.create();
  const atWork = new AbortController();
  const waiting = new AbortController();
  const results = Promise.all([
    reasonOf(target.run({ kind: 'hang' }, { ...limits, signal: atWork.signal })),
    reasonOf(target.run({ kind: 'echo' }, { ...limits, signal: waiting.signal })),
  ]);
  waiting.abort();
  setTimeout(() => atWork.abort(), 200);
  expect(await results).toEqual(['cancelled', 'cancelled']);
});

test('a pool replaces a child after its share of tasks', async () => {
  const target = pools.create({ maxTasks: 2 });
  const pids = [];
  for (let n = 0; n < 4; n++) pids.push((await echo(target)).pid);
  expect(new Set(pids).size).toBe(2);
  expect(pids[0]).toBe(pids[1]);
});

test('a pool lets an urgent task pass a full pool', async () => {
  const target = pools.create();
  const end = new AbortController();
  const slow = reasonOf(target.run({ kind: 'sleep', ms: 1_000_000 }, { ...limits, timeoutMs: 2_000_000, signal: end.signal }));
  expect(await target.run({ kind: 'echo', value: 3 }, { ...limits, urgent: true })).toMatchObject({ value: 3 });
  end.abort();
  expect(await slow).toBe('cancelled');
});

test('a pool finishes what it has when drained and takes nothing new', async () => {
  const target = pools.create();
  const last = echo(target, 9);
  await target.drain();
  expect((await last).value).toBe(9);
  expect(await reasonOf(echo(target))).toBe('cancelled');
});

test('a pool gives children no secrets and no network', async () => {
  process.env.SOME_SECRET = 'do not tell';
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const target = pools.create();
  const { environment } = await echo(target);
  const { port } = server.address() as { port: number };
  expect(await target.run({ kind: 'connect', port }, limits)).toBe('refused');
  expect(environment).not.toContain('SOME_SECRET');
  expect(environment.filter((name) => /proxy|database|secret|key/i.test(name))).toEqual([]);
  server.close();
  delete process.env.SOME_SECRET;
});

test('a pool leaves no child behind when it is stopped in the middle of work', async () => {
  const target = pools.create();
  let isAtWork = false;
  const onMessage = () => {
    isAtWork = true;
  };
  const hung = reasonOf(target.run({ kind: 'pid' }, { ...limits, onMessage }));
  await expect.poll(() => isAtWork).toBe(true);
  expect(pools.findChildren()).not.toEqual([]);
  await target.stop();
  expect(await hung).toBe('cancelled');
  await expect.poll(pools.findChildren).toEqual([]);
  expect(readdirSync(os.tmpdir()).filter((name) => name.startsWith(`countersign-child-${process.pid}-`))).toEqual([]);
});
