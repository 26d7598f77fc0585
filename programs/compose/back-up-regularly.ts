import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isBackupDue } from '#lib/desk/backups/operations/note-backup.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';

const LOOK_MS = 60_000;
/** After one that failed, also where it could not be noted. */
const AGAIN_MS = 60 * 60_000;
/** Lines of what the command said that the log tells. */
const MOST_LINES = 15;
const MOST_SAID = 2_000;

/**
 * Makes backups by schedule, in a process of its own, so that a large one takes neither memory nor time from the work on documents. Of
 * several workers one makes it. Nothing is made where no folder is set.
 * @returns how to stop it; a backup under way is ended, and goes on at the next start with what it had copied
 */
export function backUpRegularly(
  config: Config,
  { database, log }: { database: Database; log: Log },
  { lookMs = LOOK_MS, environment = process.env } = {},
): () => void {
  const { backups } = config;
  if (!backups) return () => undefined;
  let child: ChildProcess | null = null;
  let notBefore = 0;
  const look = async () => {
    if (child || performance.now() < notBefore || !(await isBackupDue(database, backups.everyMs)) || child) return;
    child = start(backups, { file: path.join(config.rootDir, 'dist', 'countersign.mjs'), environment, log });
    child.once('close', (code) => {
      child = null;
      if (code !== 0) notBefore = performance.now() + Math.min(AGAIN_MS, backups.everyMs);
    });
  };
  const timer = setInterval(() => void look().catch((error) => logTrouble(log, 'whether a backup is due is not known', error)), lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    child?.kill('SIGTERM');
  };
}

type Command = { file: string; environment: NodeJS.ProcessEnv; log: Log };

function start({ folder, everyMs, keep }: NonNullable<Config['backups']>, { file, environment, log }: Command): ChildProcess {
  const words = ['backup', folder, '--every', String(everyMs / 3_600_000), ...(keep === null ? [] : ['--keep', String(keep)])];
  const child = spawn(process.execPath, [file, ...words], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => void lines.push(line.trim()));
  child.once('error', (error) => log.error('a backup could not be started', { error }));
  child.once('close', (code, signal) => {
    const said = lines.filter(Boolean).slice(-MOST_LINES).join(' | ').slice(-MOST_SAID);
    if (code === 0) log.info('a backup by schedule ended', { said });
    else log.error('a backup by schedule failed', { code, signal, said });
  });
  return child;
}
