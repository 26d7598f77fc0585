import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { NO_TELEMETRY } from '../no-telemetry.ts';
import type { FromChild, ToChild } from './child-messages.ts';
import { findChildWalls } from './child-walls.ts';
import { processMemoryMb } from './process-memory.ts';

const START_MS = 60_000;
const LOW_PRIORITY = 10;
const KEPT_STDERR = 4096;
/** What people and service managers send to a whole group of processes to end a program; as an exit status where a shell tells it. */
const STOP_SIGNALS = new Set<string | number | null>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 130, 143, 129, 131]);
const OUT_OF_MEMORY = /heap out of memory|Allocation failed|Cannot enlarge memory|out of memory|OOM/i;

export type PoolProcessOptions = { entry: string; memoryMb: number; env?: Record<string, string> | undefined };

/** Why a child is gone: by itself, because it had no memory left, or because somebody else told it to end. */
export type ProcessEnd = 'crashed' | 'out_of_memory' | 'interrupted';

/** One forked process of a pool. */
export type PoolProcess = {
  ready: Promise<void>;
  ended: Promise<ProcessEnd>;
  hasEnded(): boolean;
  tasksDone: number;
  post(message: ToChild): void;
  listen(listener: (message: FromChild) => void): void;
  memoryMb(): Promise<number>;
  /** @param reason for the figures; without one it is not needed any more */
  kill(reason?: string): void;
  /** Why it was killed, null while nobody did. */
  killReason(): string | null;
};

/**
 * Forks a child with a cleaned environment, low priority, a temporary folder of its own, and the walls that the system offers.
 */
export async function startPoolProcess({ entry, memoryMb, env }: PoolProcessOptions): Promise<PoolProcess> {
  const nodeOptions = [`--max-old-space-size=${Math.round(memoryMb * 0.75)}`, '--no-warnings'];
  const walls = await findChildWalls();
  const [command = process.execPath, ...args] = [...walls.command, process.execPath, ...nodeOptions];
  const folder = mkdtempSync(path.join(os.tmpdir(), `countersign-child-${process.pid}-`));
  const child = fork(entry, [], {
    // not of the terminal's group: its Ctrl-C is for the program, which lets a file in hand end
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', ...(walls.isInner ? ['pipe' as const] : [])],
    env: cleanEnvironment(folder, env),
    execPath: command,
    execArgv: args,
  });
  return wrap(child, folder, walls.isInner);
}

function wrap(child: ChildProcess, folder: string, isInner: boolean): PoolProcess {
  /** The process that does the work, once it is known. */
  let pid = isInner ? undefined : child.pid;
  let isKilled = false;
  let killReason: string | null = null;
  /** A command that is killed before it has told its process would leave that behind. */
  let isPidToCome = isInner && child.pid !== undefined;
  const kill = () => {
    isKilled = true;
    if (isPidToCome || child.exitCode !== null || child.signalCode !== null) return;
    if (pid === undefined || !isInner) child.kill('SIGKILL');
    // the command ends with it
    else tryKill(pid);
  };
  if (isInner) {
    readInnerPid(child, (found) => {
      pid = found;
      isPidToCome = false;
      if (found !== undefined) lowerPriority(found);
      if (isKilled) kill();
    });
  }
  let listener: ((message: FromChild) => void) | null = null;
  let stderr = '';
  child.stderr?.setEncoding('latin1').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-KEPT_STDERR);
  });
  const ended = new Promise<ProcessEnd>((resolve) => {
    const end = async (how: ProcessEnd) => {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
      resolve(OUT_OF_MEMORY.test(stderr) ? 'out_of_memory' : how);
    };
    child.once('error', () => end('crashed'));
    child.once('exit', (code, signal) => end(STOP_SIGNALS.has(signal ?? code) ? 'interrupted' : 'crashed'));
  });
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(kill, START_MS);
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
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.unref();
  child.channel?.unref();
  (child.stderr as { unref?: () => void } | null)?.unref?.();
  return {
    ready,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || isKilled || child.pid === undefined,
    tasksDone: 0,
    post: (message) => {
      if (child.connected) child.send(message);
    },
    listen: (next) => {
      listener = next;
    },
    memoryMb: () => (pid === undefined ? Promise.resolve(0) : processMemoryMb(pid)),
    kill(reason = 'retired') {
      killReason ??= reason;
      kill();
    },
    killReason: () => killReason,
  };
}

/** Tells which process the program is, as soon as the command before it says so, or undefined when it ended without. */
function readInnerPid(child: ChildProcess, tell: (pid: number | undefined) => void): void {
  const info = child.stdio[4] as Socket | null | undefined;
  let text = '';
  let isTold = false;
  const look = (isEnd: boolean) => {
    const found = /"child-pid": *(\d+)\D/.exec(text)?.[1];
    if (isTold || (found === undefined && !isEnd)) return;
    isTold = true;
    tell(found === undefined ? undefined : Number(found));
  };
  info?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    look(false);
  });
  info?.on('error', () => undefined);
  info?.once('close', () => look(true));
  info?.unref();
  if (!info) look(true);
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, LOW_PRIORITY);
  } catch {
    // the child has ended already or the system forbids it
  }
}

/** Nothing of the parent's secrets, database or proxies. */
function cleanEnvironment(folder: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NODE_ENV: 'production',
    ...NO_TELEMETRY,
    ...extra,
  };
}
