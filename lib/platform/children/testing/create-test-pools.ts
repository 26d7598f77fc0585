import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ChildPool, type ChildPoolOptions, createChildPool } from '../child-pool.ts';
import { ChildTaskError } from '../run-child-task.ts';
import { buildChild } from './build-child.ts';

const CHILD = `
import net from 'node:net';
import { serveTasks } from '../serve-tasks.ts';
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

export type TestPools = {
  /** A pool of one child, unless the options say otherwise. */
  create: (options?: Partial<ChildPoolOptions>) => ChildPool;
  /** The processes that this one has started for pools. */
  findOwnChildren: () => number[];
  /** Processes that run our child program, wherever they are. */
  findChildren: () => number[];
  /** Stops the pools of a test. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

/** Builds a child program of its own, so that its processes can be told from those of other tests. @param kind that its figures have */
export async function createTestPools(kind = 'child'): Promise<TestPools> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'child-pool-'));
  const entry = path.join(folder, `${kind}.mjs`);
  await buildChild(CHILD, entry);
  const pools: ChildPool[] = [];
  const findChildren = () => findProcesses((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry));
  const isOwn = (pid: number) => /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] === String(process.pid);
  return {
    create(options = {}) {
      const created = createChildPool({ entry, size: 1, memoryMb: 400, ...options });
      pools.push(created);
      return created;
    },
    findOwnChildren: () => findProcesses(isOwn, findChildren()),
    findChildren,
    stop: async () => void (await Promise.all(pools.splice(0).map((used) => used.stop()))),
    close: () => rm(folder, { recursive: true }),
  };
}

function findProcesses(isMeant: (pid: number) => boolean, among = readdirSync('/proc').map(Number).filter(Boolean)): number[] {
  return among.filter((pid) => {
    try {
      return isMeant(pid);
    } catch {
      return false;
    }
  });
}

export const limits = { timeoutMs: 250_000, maxOutputBytes: 1e6 };

/** Why a task was stopped. */
export async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ChildTaskError ? error.reason : `not stopped: ${String(error)}`;
}

type Echo = { value: number; pid: string; environment: string[] };
export const echo = (target: ChildPool, value = 1) => target.run({ kind: 'echo', value }, limits) as Promise<Echo>;
