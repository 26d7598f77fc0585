import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBackupDue } from '#lib/desk/backups/operations/note-backup.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import { NOT_DUE } from '../backups/not-due.ts';

const LOOK_MS = 60_000;
/** After one that failed, also where it could not be noted. */
const AGAIN_MS = 60 * 60_000;
/** Lines of what the command said that the log tells. */
const MOST_LINES = 15;
const MOST_SAID = 2_000;

/** The command tells how far it is; one that is silent for so long hangs, e.g. on a disk in the network that is gone. */
const SILENCE_MS = 60 * 60_000;
/** So long one that is told to end may take to note it. */
const END_MS = 3_000;

/**
 * Makes backups by schedule, in a process of its own, so that a large one takes neither memory nor time from the work on documents. Of
 * several workers one makes it. Nothing is made where no place is set.
 * @returns how to stop it; resolves when a backup under way has ended, or could not within some seconds. The next one goes on with what it
 * had copied
 */
export function backUpRegularly(
  config: Config,
  { database, log }: { database: Database; log: Log },
  { lookMs = LOOK_MS, silenceMs = SILENCE_MS, environment = process.env } = {},
): () => Promise<void> {
  const { schedule } = config.backups;
  if (!schedule) return async () => undefined;
  let run: Run | null = null;
  let notBefore = 0;
  let isStopped = false;
  const look = async () => {
    if (run || performance.now() < notBefore || !(await isBackupDue(database, schedule.everyMs)) || run || isStopped) return;
    run = start(schedule, { file: path.join(config.rootDir, 'dist', 'countersign.mjs'), environment, log, silenceMs });
    if ((await run.ended) !== 0) notBefore = performance.now() + Math.min(AGAIN_MS, schedule.everyMs);
    run = null;
  };
  const timer = setInterval(() => void look().catch((error) => logTrouble(log, 'whether a backup is due is not known', error)), lookMs);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await run?.stop();
  };
}

type Command = { file: string; environment: NodeJS.ProcessEnv; log: Log; silenceMs: number };
type Run = { ended: Promise<number | null>; stop: () => Promise<void> };

function start({ place, everyMs, keep }: NonNullable<Config['backups']['schedule']>, { file, environment, log, silenceMs }: Command): Run {
  const words = ['backup', place, '--every', String(everyMs / 3_600_000), ...(keep === null ? [] : ['--keep', String(keep)])];
  const child = spawn(process.execPath, [file, ...words], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  child.once('error', (error) => log.error('a backup could not be started', { error }));
  const lines: string[] = [];
  const silence = setTimeout(() => {
    lines.push(`Nothing was heard of it for ${Math.round(silenceMs / 60_000)} minutes.`);
    child.kill('SIGKILL');
  }, silenceMs);
  // absent where the process could not be made
  for (const stream of [child.stdout, child.stderr] as (Readable | undefined)[]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      silence.refresh();
      lines.push(line.trim());
      if (lines.length > MOST_LINES * 2) lines.splice(0, MOST_LINES);
    });
  }
  let isStopped = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  void ended.then((code) => {
    clearTimeout(silence);
    const said = lines.filter(Boolean).slice(-MOST_LINES).join(' | ').slice(-MOST_SAID);
    if (said === NOT_DUE) log.debug('another worker makes the backup that is due');
    else if (isStopped) log.info('a backup by schedule was ended with this program', { said });
    else if (code === 0) log.info('a backup by schedule is complete', { said });
    else log.error('a backup by schedule failed or is not complete', { code, signal: child.signalCode, said });
  });
  return {
    ended,
    async stop() {
      isStopped = true;
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
    },
  };
}
