import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ChildPool, type ChildPoolOptions, createChildPool } from './child-pool.ts';
import { ChildTaskError } from './run-child-task.ts';

const CHILD = `
import net from 'node:net';
import { serveTasks } from './serve-tasks.ts';
const kept = [];
// process ids say little where children have their own
const pid = crypto.randomUUID();
let prepared = 0;
serveTasks(async (task, tools) => {
  if (task.kind === 'echo') return { value: task.value, pid, environment: Object.keys(process.env) };
  if (task.kind === 'pid') { await tools.send({ head: { pid } }); for (;;); }
  if (task.kind === 'stream') for (let n = 0; n < task.count; n++) await tools.send({ head: { n }, body: new Uint8Array(1000) });
  if (task.kind === 'slow-stream') for (let n = 0; n < task.count; n++) { await tools.send({ head: { n } }); await new Promise((resolve) => setTimeout(resolve, 200)); }
  if (task.kind === 'hang') for (;;);
  if (task.kind === 'exit') process.exit(3);
  if (task.kind === 'keep') { kept.push(Buffer.alloc(task.mb * 1e6, 1)); await tools.send({ head: { kept: kept.length, pid } }); while (kept.length > 1) await new Promise((resolve) => setTimeout(resolve, 500)); }
  if (task.kind === 'prepare') { await new Promise((resolve) => setTimeout(resolve, task.ms)); prepared++; }
  if (task.kind === 'prepared') return { prepared, pid };
  if (task.kind === 'throw') throw new Error('on purpose');
  if (task.kind === 'sleep') await new Promise((resolve) => setTimeout(resolve, task.ms));
  if (task.kind === 'connect') return await new Promise((resolve) => { try { net.connect(task.port, '127.0.0.1').on('connect', () => resolve('connected')).on('error', () => resolve('refused')); } catch { resolve('refused'); } });
  if (task.kind === 'grow') { const kept = []; for (;;) { if (kept.length < 60) kept.push(Buffer.alloc(20e6, 1)); await new Promise((resolve) => setTimeout(resolve, 20)); } }
  if (task.kind === 'grow-heap') { const kept = []; for (;;) kept.push(new Array(1e5).fill({}).map(() => ({}))); }
});`;

let folder = '';
let entry = '';
const pools: ChildPool[] = [];
const limits = { timeoutMs: 250_000, maxOutputBytes: 1e6 };

function pool(options: Partial<ChildPoolOptions> = {}): ChildPool {
  const created = createChildPool({ entry, size: 1, memoryMb: 400, ...options });
  pools.push(created);
  return created;
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ChildTaskError ? error.reason : `not stopped: ${String(error)}`;
}

/** The processes that this one has started for pools. */
function findChildren(): number[] {
  const own = String(process.pid);
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isOwn = /^\d+$/.test(name) && /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1] === own;
      return isOwn && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(entry) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

type Echo = { value: number; pid: string; environment: string[] };
const echo = (target: ChildPool, value = 1) => target.run({ kind: 'echo', value }, limits) as Promise<Echo>;

type Prepared = { prepared: number; pid: string };
const preparedOf = (target: ChildPool) => target.run({ kind: 'prepared' }, limits) as Promise<Prepared>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'child-pool-'));
  entry = path.join(folder, 'child.mjs');
  await build({
    stdin: { contents: CHILD, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((used) => used.stop()));
});
afterAll(() => rm(folder, { recursive: true }));

describe('child pool', () => {
  it('runs tasks one after the other in the same child', async () => {
    const target = pool();
    const [first, second] = await Promise.all([echo(target, 1), echo(target, 2)]);
    expect([first.value, second.value]).toEqual([1, 2]);
    expect(first.pid).toBe(second.pid);
  });

  it('gives messages to the caller in order before the result', async () => {
    const seen: unknown[] = [];
    await pool().run({ kind: 'stream', count: 5 }, { ...limits, onMessage: ({ head }) => void seen.push(head) });
    expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
  });

  it.each([
    ['hang', 'timed_out'],
    ['exit', 'crashed'],
    ['throw', 'failed'],
    ['grow', 'out_of_memory'],
    ['grow-heap', 'out_of_memory'],
  ])('stops a task that does %s as %s and goes on with the next', async (kind, reason) => {
    const target = pool();
    expect(await reasonOf(target.run({ kind }, { ...limits, timeoutMs: kind === 'hang' ? 300 : limits.timeoutMs }))).toBe(reason);
    expect((await echo(target, 7)).value).toBe(7);
  });

  it.each([
    ['once begins anew', 1, 'done'],
    ['twice is interrupted, and not taken for one that ends its child', 2, 'interrupted'],
  ])('a task whose child somebody tells to end %s', async (_, times, expected) => {
    const target = pool();
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
            for (const pid of findChildren()) process.kill(pid, 'SIGTERM');
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

  it('is not of the group of processes that a terminal sends Ctrl-C to', async () => {
    const target = pool();
    await target.warm();
    const groupOf = (pid: number | 'self') => /\) \S (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[2];
    expect(findChildren().length).toBeGreaterThan(0);
    for (const pid of findChildren()) expect(groupOf(pid)).not.toBe(groupOf('self'));
  });

  it('stops a task that makes no progress, and not one that is slow but alive', async () => {
    const target = pool();
    expect(await reasonOf(target.run({ kind: 'hang' }, { ...limits, idleMs: 300 }))).toBe('timed_out');
    await target.run({ kind: 'slow-stream', count: 50 }, { ...limits, idleMs: 8_000 });
  });

  it('stops a task that says too much', async () => {
    expect(await reasonOf(pool().run({ kind: 'stream', count: 50 }, { ...limits, maxOutputBytes: 10_000 }))).toBe('too_much_output');
  });

  it('cancels a task at work and one that waits', async () => {
    const target = pool();
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

  it('replaces a child after its share of tasks', async () => {
    const target = pool({ maxTasks: 2 });
    const pids = [];
    for (let n = 0; n < 4; n++) pids.push((await echo(target)).pid);
    expect(new Set(pids).size).toBe(2);
    expect(pids[0]).toBe(pids[1]);
  });

  it('has a child do its warming tasks ahead of the first task', async () => {
    const target = pool();
    expect(await target.keepWarm([{ kind: 'prepare', ms: 0 }, { kind: 'prepared' }], limits)).toMatchObject([undefined, { prepared: 1 }]);
    expect(await preparedOf(target)).toMatchObject({ prepared: 1 });
  });

  it('lets a task that comes while the only child is being warmed go before what is left of it', async () => {
    const target = pool();
    const steps = Array.from({ length: 20 }, () => ({ kind: 'prepare', ms: 200 }));
    const warming = target.keepWarm(steps, limits);
    const { prepared, pid } = await preparedOf(target);
    expect(prepared).toBeLessThan(steps.length);
    await warming;
    expect(await preparedOf(target)).toEqual({ prepared: steps.length, pid });
  });

  it('replaces a child that did its share by one that is warm, without a task that has to wait for it', async () => {
    const target = pool({ maxTasks: 2 });
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

  it('lets no task wait for a replacement that waits for rest', async () => {
    const target = pool({ maxTasks: 1 });
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

  it('starts no child for a task that waits while it is stopped', async () => {
    const target = pool();
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

  it('warms another child after the last one ended, before a task needs it', async () => {
    const target = pool();
    let told = 0;
    const onMessage = () => {
      told += 1;
    };
    await target.keepWarm([{ kind: 'stream', count: 1 }], { ...limits, onMessage });
    expect(await reasonOf(target.run({ kind: 'exit' }, limits))).toBe('crashed');
    await expect.poll(() => told, { timeout: 250_000 }).toBe(2);
  });

  it('begins a task anew in a fresh child when the one it was in ran out of memory that earlier tasks had part of', async () => {
    const target = pool({ memoryMb: 500, recycleMb: 480 });
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

  it('does not begin a task anew that runs out of memory in a fresh child, or whose messages nobody takes back', async () => {
    const target = pool({ memoryMb: 500, recycleMb: 480 });
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

  it('does not try again and again to warm a child that cannot be', async () => {
    const target = pool();
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

  it('stops warming for good once it failed, however many children end', async () => {
    const target = pool();
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

  it('has no child warmed that starts only after the pool was closed', async () => {
    const target = pool();
    const warming = reasonOf(target.keepWarm([{ kind: 'pid' }], limits));
    await target.drain();
    expect(await warming).toBe('cancelled');
  });

  it('lets an urgent task pass a full pool', async () => {
    const target = pool();
    const end = new AbortController();
    const slow = reasonOf(target.run({ kind: 'sleep', ms: 1_000_000 }, { ...limits, timeoutMs: 2_000_000, signal: end.signal }));
    expect(await target.run({ kind: 'echo', value: 3 }, { ...limits, urgent: true })).toMatchObject({ value: 3 });
    end.abort();
    expect(await slow).toBe('cancelled');
  });

  it('finishes what it has when drained and takes nothing new', async () => {
    const target = pool();
    const last = echo(target, 9);
    await target.drain();
    expect((await last).value).toBe(9);
    expect(await reasonOf(echo(target))).toBe('cancelled');
  });

  it('gives children no secrets and no network', async () => {
    process.env.SOME_SECRET = 'do not tell';
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const target = pool();
    const { environment } = await echo(target);
    const { port } = server.address() as { port: number };
    expect(await target.run({ kind: 'connect', port }, limits)).toBe('refused');
    expect(environment).not.toContain('SOME_SECRET');
    expect(environment.filter((name) => /proxy|database|secret|key/i.test(name))).toEqual([]);
    server.close();
    delete process.env.SOME_SECRET;
  });

  it('leaves no child behind when it is stopped in the middle of work', async () => {
    const target = pool();
    let isAtWork = false;
    const onMessage = () => {
      isAtWork = true;
    };
    const hung = reasonOf(target.run({ kind: 'pid' }, { ...limits, onMessage }));
    await expect.poll(() => isAtWork).toBe(true);
    expect(listChildren()).not.toEqual([]);
    await target.stop();
    expect(await hung).toBe('cancelled');
    await expect.poll(listChildren).toEqual([]);
    expect(readdirSync(os.tmpdir()).filter((name) => name.startsWith(`countersign-child-${process.pid}-`))).toEqual([]);
  });
});

/** Processes that run our child program, wherever they are. */
function listChildren(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry);
    } catch {
      return false;
    }
  });
}
