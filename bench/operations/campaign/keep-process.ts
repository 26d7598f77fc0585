import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryKill } from '../../product/start-product.ts';

export type KeptOptions = {
  name: string;
  command: string;
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Its output is added to this file. */
  log: string;
  /** Answers with a status below 500 once it can be used. */
  readyUrl: string;
};

/** A process that is started again whenever it ends, as an orchestrator would. */
export type Kept = {
  name: string;
  /** Null while it is not running. */
  pid: () => number | null;
  isReady: () => Promise<boolean>;
  /** The next start comes so long after its end; later ones after a second. */
  signal: (signal: NodeJS.Signals, restartMs?: number) => void;
  /** Each time that it ended though nobody had asked it to, and had been ready for long. */
  ownEnds: readonly string[];
  /** The same while it started, as programs do that meet a fault there: an orchestrator starts them again. */
  failedStarts: readonly string[];
  /** SIGTERM, and SIGKILL where that is not enough. */
  stop: () => Promise<void>;
};

const RESTART_MS = 1000;
const STOP_MS = 15_000;
const START_MS = 30_000;

export function keepProcess({ name, command, args, environment, log, readyUrl }: KeptOptions): Kept {
  let child: ChildProcess | null = null;
  let isStopping = false;
  let wasAsked = false;
  let pauseMs = RESTART_MS;
  let ended = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const ownEnds: string[] = [];
  const failedStarts: string[] = [];

  const start = () => {
    const startedAt = Date.now();
    const output = openSync(log, 'a');
    const started = spawn(command, args, { env: environment, stdio: ['ignore', output, output] });
    closeSync(output);
    child = started;
    ended = new Promise((resolve) => {
      started.once('error', (error) => {
        ownEnds.push(`${name}: ${error.message}`);
        resolve();
      });
      started.once('exit', (code, signal) => {
        child = null;
        resolve();
        if (isStopping) return;
        const list = code !== null && Date.now() - startedAt < START_MS ? failedStarts : ownEnds;
        if (!wasAsked) list.push(`${name} ended by itself (${signal ?? `code ${code}`}) at ${new Date().toISOString()}`);
        wasAsked = false;
        timer = setTimeout(start, pauseMs);
        pauseMs = RESTART_MS;
      });
    });
  };
  start();

  return {
    name,
    ownEnds,
    failedStarts,
    pid: () => child?.pid ?? null,
    isReady: async () => child !== null && (await answers(readyUrl)),
    signal(signal, restartMs) {
      if (signal === 'SIGKILL' || signal === 'SIGTERM') {
        wasAsked = true;
        pauseMs = restartMs ?? RESTART_MS;
      }
      child?.kill(signal);
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const { pid } = child ?? {};
      child?.kill('SIGCONT');
      child?.kill('SIGTERM');
      const isLate = await Promise.race([ended.then(() => false), sleep(STOP_MS, true, { ref: false })]);
      if (isLate && pid !== undefined) tryKill(pid);
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}
