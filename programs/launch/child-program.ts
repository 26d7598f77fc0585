import { type ChildProcess, fork } from 'node:child_process';
import type { LauncherMessage, ProgramMessage } from '#lib/platform/children/run-program.ts';
import type { Log } from '#lib/platform/log.ts';
import { METRICS } from '#lib/platform/metrics/metrics.ts';
import type { MonitoringQuestion } from '#lib/platform/monitoring/open-monitoring.ts';
import { createProgramQuestions } from './ask-program.ts';
import { type WatchOptions, watchAnswers } from './watch-answers.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A child that lived so long is healthy: its next restart comes at once. */
const HEALTHY_MS = 60_000;

export type ChildProgram = {
  name: string;
  /** Resolves when the child said "ready" the first time; rejects when it ended before. */
  ready: Promise<void>;
  /** Asks it to end in good order; kills it after `limitMs`. */
  stop: (limitMs: number) => Promise<void>;
  /** Ends it as `stop` does and starts it again at once. Resolves with true when the new one is ready, with false when it ended before. */
  restart: (limitMs: number) => Promise<boolean>;
  /** How it is, as it says itself; null when it does not answer within two seconds. */
  ask: (what: MonitoringQuestion['ask']) => Promise<string | null>;
};

export type ProgramOptions = {
  name: string;
  file: string;
  args?: string[];
  environment: NodeJS.ProcessEnv;
  nodeOptions?: string[];
  log: Log;
  /** Null: it may stand still, e.g. in a debugger. */
  watch?: Partial<WatchOptions> | null;
};

/**
 * Starts a program as a child process and starts it again whenever it ends, with growing pauses, or when its event loop does not
 * answer any more. Its output goes to ours.
 * When we are killed its channel to us closes, and it ends by itself.
 */
export function startChildProgram(options: ProgramOptions): ChildProgram {
  const { name, log } = options;
  let child: ChildProcess;
  let stopping = false;
  let replacing = false;
  let restarted: Promise<boolean> = Promise.resolve(true);
  let wasReady = false;
  for (const reason of ['ended', 'silent']) METRICS.restarts.inc({ child: name, reason }, 0);
  const questions = createProgramQuestions();
  let delay = FIRST_DELAY_MS;
  let timer: NodeJS.Timeout | undefined;
  let settle: { resolve: () => void; reject: (error: Error) => void };
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });

  /** Starts it; resolves with whether it got ready. */
  const start = (): Promise<boolean> => {
    const startedAt = Date.now();
    const started = forkProgram(options);
    let isSilent = false;
    child = started;
    const watch = watchChild(started, options.watch, (ms) => {
      log.error('a program does not answer and is killed', { child: name, silent_ms: ms });
      isSilent = true;
      started.kill('SIGKILL');
    });
    child.on('error', (error) => log.warn('a program could not be reached', { child: name, error }));
    return new Promise((resolve) => {
      child.on('message', (message: ProgramMessage) => {
        watch?.heard();
        if (typeof message === 'object') questions.heard(message);
        if (message !== 'ready') return;
        watch?.started();
        wasReady = true;
        settle.resolve();
        resolve(true);
      });
      child.once('exit', (code, signal) => {
        watch?.stop();
        resolve(false);
        if (stopping || replacing) return;
        if (!wasReady) {
          settle.reject(new Error(`The program "${name}" ended while starting (${signal ?? `code ${code}`}).`));
          return;
        }
        if (Date.now() - startedAt > HEALTHY_MS) delay = FIRST_DELAY_MS;
        log.warn('a program ended and is started again', { child: name, code, signal, in_ms: delay });
        METRICS.restarts.inc({ child: name, reason: isSilent ? 'silent' : 'ended' });
        timer = setTimeout(start, delay);
        delay = Math.min(delay * 2, LONGEST_DELAY_MS);
      });
    });
  };
  void start();

  const end = async (limitMs: number) => {
    clearTimeout(timer);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    sendTo(child, 'stop');
    const killer = setTimeout(() => {
      log.warn('a program did not end in time and was killed', { child: name });
      child.kill('SIGKILL');
    }, limitMs);
    await gone;
    clearTimeout(killer);
  };
  const replace = async (limitMs: number) => {
    if (stopping) return false;
    replacing = true;
    await end(limitMs);
    replacing = false;
    if (stopping) return false;
    delay = FIRST_DELAY_MS;
    return start();
  };

  return {
    name,
    ready,
    ask: (what) => questions.ask(what, (question) => sendTo(child, question)),
    stop(limitMs) {
      stopping = true;
      return end(limitMs);
    },
    restart(limitMs) {
      restarted = restarted.then(() => replace(limitMs));
      return restarted;
    },
  };
}

function forkProgram({ file, args = [], environment, nodeOptions = [] }: ProgramOptions): ChildProcess {
  return fork(file, args, {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--enable-source-maps', ...nodeOptions],
  });
}

/** @returns whether there is a channel to it */
function sendTo(child: ChildProcess, message: LauncherMessage): boolean {
  if (child.connected) child.send(message, () => undefined);
  return child.connected;
}

function watchChild(child: ChildProcess, options: Partial<WatchOptions> | null | undefined, onSilence: WatchOptions['onSilence']) {
  return options === null ? null : watchAnswers({ ask: () => void sendTo(child, 'ping'), onSilence, ...options });
}
