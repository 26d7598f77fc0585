import { type ChildProcess, execFile, fork } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import type { FromChild, ToChild } from './child-messages.ts';
import { processMemoryMb } from './process-memory.ts';

const run = promisify(execFile);
const START_MS = 60_000;
const LOW_PRIORITY = 10;
const KEPT_STDERR = 4096;
const OUT_OF_MEMORY = /heap out of memory|Allocation failed|Cannot enlarge memory|out of memory|OOM/i;

export type PoolProcessOptions = { entry: string; memoryMb: number; env?: Record<string, string> | undefined };

/** Why a child is gone: by itself, or because it had no memory left. */
export type ProcessEnd = 'crashed' | 'out_of_memory';

/** One forked process of a pool. */
export type PoolProcess = {
  ready: Promise<void>;
  ended: Promise<ProcessEnd>;
  hasEnded(): boolean;
  tasksDone: number;
  post(message: ToChild): void;
  listen(listener: (message: FromChild) => void): void;
  memoryMb(): Promise<number>;
  kill(): void;
};

/**
 * Forks a child with a cleaned environment, low priority and, where the system allows it, without network devices.
 */
export async function startPoolProcess({ entry, memoryMb, env }: PoolProcessOptions): Promise<PoolProcess> {
  const nodeOptions = [`--max-old-space-size=${Math.round(memoryMb * 0.75)}`, '--no-warnings'];
  const isolated = await canIsolateNetwork();
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: cleanEnvironment(env),
    ...(isolated ? { execPath: 'unshare', execArgv: [...isolated, '--', process.execPath, ...nodeOptions] } : { execArgv: nodeOptions }),
  });
  return wrap(child);
}

function wrap(child: ChildProcess): PoolProcess {
  let listener: ((message: FromChild) => void) | null = null;
  let stderr = '';
  child.stderr?.setEncoding('latin1').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-KEPT_STDERR);
  });
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', () => resolve('crashed'));
    child.once('exit', () => resolve(OUT_OF_MEMORY.test(stderr) ? 'out_of_memory' : 'crashed'));
  });
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
    child.on('message', (message: FromChild) => {
      if (message.type === 'ready') {
        clearTimeout(timer);
        resolve();
      } else listener?.(message);
    });
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error('A child process ended before it was ready.'));
    });
  });
  ready.catch(() => undefined);
  if (child.pid !== undefined) {
    try {
      os.setPriority(child.pid, LOW_PRIORITY);
    } catch {
      // the child has ended already or the system forbids it
    }
  }
  child.unref();
  child.channel?.unref();
  (child.stderr as { unref?: () => void } | null)?.unref?.();
  return {
    ready,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || child.killed || child.pid === undefined,
    tasksDone: 0,
    post: (message) => {
      if (child.connected) child.send(message);
    },
    listen: (next) => {
      listener = next;
    },
    memoryMb: () => (child.pid === undefined ? Promise.resolve(0) : processMemoryMb(child.pid)),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Nothing of the parent's secrets, database or proxies. */
function cleanEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: os.tmpdir(),
    TMPDIR: os.tmpdir(),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NODE_ENV: 'production',
    ...extra,
  };
}

let isolation: Promise<string[] | null> | null = null;

/** Arguments with which `unshare` gives a process a network namespace of its own, or null where that is not allowed. */
function canIsolateNetwork(): Promise<string[] | null> {
  isolation ??= (async () => {
    if (process.platform !== 'linux') return null;
    for (const flags of [['--net'], ['--user', '--map-current-user', '--net']]) {
      const works = await run('unshare', [...flags, '--', 'true'], { timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (works) return flags;
    }
    return null;
  })();
  return isolation;
}
