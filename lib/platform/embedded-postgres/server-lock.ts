import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getProcessPlace, isSameBoot, isSamePlace, type ProcessPlace } from '../process-place.ts';
import { type FileLockState, tryLockFile } from '../try-lock-file.ts';
import { findServer } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

type LastStart = ProcessPlace & { isLocked: boolean };

const ORPHAN_MS = 60_000;
const LOOK_MS = 200;
const PROBE_MS = 2_000;

/**
 * Waits until no server works on the folder any more and takes its lock, `FOLDER.lock`. The descriptor is for the server's
 * processes: they keep the lock, each as long as it lives, so an orphan is seen from every container. What a dead server left is
 * removed, since it keeps the next from starting while a zombie or a stranger has the old process id; what a server of another
 * container left only when it is proved that none lives.
 * @param folder the server's data folder, whose launcher holds the lock of the folder above
 * @param socketFolder where the next server's socket will be
 * @returns a descriptor to hand on and to close
 * @throws EmbeddedPostgresError when a server goes on
 */
export async function lockServer(
  folder: string,
  socketFolder: string,
  options: { tryLock?: (fd: number) => FileLockState; waitMs?: number } = {},
): Promise<number> {
  const { tryLock = tryLockFile, waitMs = ORPHAN_MS } = options;
  const file = `${folder}.lock`;
  const last = readLastStart(file);
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  try {
    await endOrphan(folder, waitMs);
    const state = await waitForLock(fd, folder, { tryLock, waitMs });
    await requireSilence(folder, last, waitMs);
    if (isProvedDead(last, state, folder, socketFolder)) clearStaleFiles(folder, socketFolder);
    const record: LastStart = { ...getProcessPlace(), isLocked: state === 'taken' };
    writeSync(fd, JSON.stringify(record).padEnd(512), 0);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Asks a server of our own process ids that lost its launcher to shut down. */
async function endOrphan(folder: string, waitMs: number): Promise<void> {
  const began = performance.now();
  for (let pid = findServer(folder), first = true; pid !== null; pid = findServer(folder)) {
    if (first) tryKill(pid, 'SIGINT');
    first = false;
    if (performance.now() - began > waitMs) throw stillWorks(folder, `process ${pid}`);
    await sleep(LOOK_MS);
  }
}

async function waitForLock(
  fd: number,
  folder: string,
  { tryLock, waitMs }: { tryLock: (fd: number) => FileLockState; waitMs: number },
): Promise<FileLockState> {
  for (const began = performance.now(); ; await sleep(LOOK_MS)) {
    const state = tryLock(fd);
    if (state !== 'held') return state;
    if (performance.now() - began > waitMs) throw stillWorks(folder, describeHost(readLastStart(`${folder}.lock`)));
  }
}

/** A server of another container answers at its socket, where that lies in a folder of ours, even if nothing else tells of it. */
async function requireSilence(folder: string, last: LastStart | null, waitMs: number): Promise<void> {
  const sockets = readSocketFolder(folder);
  if (!sockets) return;
  for (const began = performance.now(); await answers(path.join(sockets, '.s.PGSQL.5432')); await sleep(LOOK_MS)) {
    if (performance.now() - began > waitMs) throw stillWorks(folder, describeHost(last));
  }
}

/** Called when no server of our own process ids works and none answers. */
function isProvedDead(last: LastStart | null, state: FileLockState, folder: string, socketFolder: string): boolean {
  const here = getProcessPlace();
  if (!last || isSamePlace(here, last)) return true;
  // on another machine, or before this one started: the heartbeat of its launcher is silent, and with that it ends its server
  if (!isSameBoot(here, last)) return true;
  return (state === 'taken' && last.isLocked) || readSocketFolder(folder) === socketFolder;
}

function clearStaleFiles(folder: string, socketFolder: string): void {
  rmSync(path.join(folder, 'postmaster.pid'), { force: true });
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(path.join(socketFolder, name), { force: true });
}

/** The folder of the socket as the last server wrote it down. */
function readSocketFolder(folder: string): string | null {
  try {
    return readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[4]?.trim() || null;
  } catch {
    return null;
  }
}

function readLastStart(file: string): LastStart | null {
  try {
    const last = JSON.parse(readFileSync(file, 'utf8')) as LastStart;
    return typeof last.host === 'string' && typeof last.boot === 'string' && typeof last.namespace === 'string' ? last : null;
  } catch {
    return null;
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (isAnswer: boolean) => {
      connection.destroy();
      resolve(isAnswer);
    };
    connection.setTimeout(PROBE_MS, () => end(true));
    connection.once('connect', () => end(true));
    connection.once('error', () => end(false));
  });
}

function describeHost(last: LastStart | null): string {
  return last ? `of host ${last.host}` : 'of another container';
}

function stillWorks(folder: string, which: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another database server (${which}) still works on ${folder} and does not stop. End it and start again.`,
  );
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended meanwhile, or is not ours: the caller looks again
  }
}
