import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getProcessPlace, isSameBoot, isSamePlace, type ProcessPlace } from './process-place.ts';
import { type FileLockState, tryLockFile } from './try-lock-file.ts';

/**
 * Who holds a data folder. `started` tells a process from a later one with the same pid; `beat` grows while it lives; `isLocked`:
 * by the system, not by its heartbeat only. Those that releases before wrote have `pid`, `started` and `note` only.
 */
export type LockHolder = { pid: number; started: string; note: string } & Partial<
  ProcessPlace & { id: string; since: string; beat: number; isLocked: boolean }
>;

/** Another process works on this data folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
  readonly holder: LockHolder | null;
  constructor(folder: string, holder: LockHolder | null) {
    const facts = holder ? describe(holder) : 'a process that did not write its name';
    super(`Countersign already runs on ${folder} (${facts}): stop it there, or choose another folder with COUNTERSIGN_DATA_DIR.`);
    this.holder = holder;
  }
}

/** `isLocked`: false where the system locks no files, so that only the heartbeat in the folder keeps others away. */
export type FolderLock = { isLocked: boolean; release: () => void };

export type LockOptions = {
  /** For the person who meets the lock, e.g. the address. */
  note: string;
  /** Told once when the lock was lost: someone else took the folder. */
  onLost?: () => void;
  /** Told when it must be watched for some seconds whether the last holder, on another machine perhaps, still lives. */
  onWatch?: (holder: LockHolder) => void;
  /** As if the system locked no files, and other times (tests). */
  tryLock?: (fd: number) => FileLockState;
  beatMs?: number;
  watchMs?: number;
};

type Settings = Required<LockOptions>;

const NOBODY_ASKED = () => undefined;
const DEFAULTS = { onLost: NOBODY_ASKED, onWatch: NOBODY_ASKED, tryLock: tryLockFile, beatMs: 2_000, watchMs: 15_000 };
const LOOK_MS = 200;
/** A record is written in one piece of one length, so that nobody reads half of it. */
const RECORD_BYTES = 1024;
const ATTEMPTS = 20;
/** After so many heartbeats that find no record that makes sense, the lock is given up. */
const GARBLED_BEATS = 5;

/**
 * Takes the lock of a data folder for as long as this process lives: a lock of the system on `FOLDER/lock`, and in that file who
 * holds it, with a heartbeat. The system's lock counts between containers and ends with the process. The heartbeat decides where
 * there is none, or where the last holder was on another machine.
 * @throws FolderInUseError
 */
export async function lockDataFolder(folder: string, options: LockOptions): Promise<FolderLock> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const file = path.join(folder, 'lock');
  let { fd, isLocked } = await takeFile(file, folder, settings);
  const own: LockHolder = {
    pid: process.pid,
    started: startTime(process.pid) ?? 'unknown',
    note: settings.note.slice(0, 200),
    ...getProcessPlace(),
    id: randomUUID(),
    since: new Date().toISOString(),
    beat: 0,
    isLocked,
  };
  writeHolder(fd, own);
  // without a lock of the system two may have come this far: the later writer stays
  if (!isLocked) await sleep(LOOK_MS * 2);
  if (readHolder(fd)?.id !== own.id) throw refuse(fd, folder);

  /** Takes a lock file anew that someone removed. */
  const takeAgain = () => {
    const next = openLock(file);
    let isTaken = false;
    try {
      isTaken = settings.tryLock(next) !== 'held' && !readHolder(next);
    } finally {
      closeSync(isTaken ? fd : next);
    }
    if (isTaken) fd = next;
    return isTaken;
  };
  const look = (): 'ours' | 'lost' | 'garbled' => {
    if (!isOpenFile(fd, file)) return isMissing(file) && takeAgain() ? 'ours' : 'lost';
    const holder = readHolder(fd);
    if (!holder) return 'garbled';
    return holder.id === own.id ? 'ours' : 'lost';
  };
  let garbled = 0;
  const timer = setInterval(() => {
    try {
      const found = look();
      garbled = found === 'garbled' ? garbled + 1 : 0;
      if (found === 'ours') writeHolder(fd, { ...own, beat: ++(own as { beat: number }).beat });
      else if (found === 'lost' || garbled >= GARBLED_BEATS) end(settings.onLost);
    } catch {
      // the file system does not answer now: the next beat tries again
    }
  }, settings.beatMs);
  timer.unref();
  const end = (then: () => void) => {
    clearInterval(timer);
    then();
  };
  return {
    isLocked,
    release: () =>
      end(() => {
        try {
          if (isOpenFile(fd, file) && readHolder(fd)?.id === own.id) ftruncateSync(fd);
        } catch {
          // the record stays; the next holder sees that its process is gone
        }
        closeSync(fd);
      }),
  };
}

async function takeFile(file: string, folder: string, settings: Settings): Promise<{ fd: number; isLocked: boolean }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const fd = openLock(file);
    const state = settings.tryLock(fd);
    if (state === 'held') {
      // it may just be writing its name
      for (let look = 0; look < 5 && !tryReadHolder(fd); look += 1) await sleep(LOOK_MS);
      throw refuse(fd, folder);
    }
    const holder = readHolder(fd);
    if (holder && (await isAtWork(fd, holder, state === 'taken', settings))) throw refuse(fd, folder);
    if (isOpenFile(fd, file)) return { fd, isLocked: state === 'taken' };
    // someone removed it meanwhile: the lock of a file without a name keeps nobody away
    closeSync(fd);
  }
  throw new Error(`The lock ${file} could not be taken.`);
}

/** Whether the process that wrote the record still lives, when the system does not hold its lock. */
async function isAtWork(fd: number, holder: LockHolder, isTaken: boolean, settings: Settings): Promise<boolean> {
  const { host, boot, namespace } = holder;
  if (host === undefined || boot === undefined || namespace === undefined) return isAlive(holder);
  const here = getProcessPlace();
  const place = { host, boot, namespace };
  const isProof = isTaken && holder.isLocked === true;
  if (isSameBoot(here, place)) {
    if (isProof) return false;
    if (isSamePlace(here, place)) return isAlive(holder);
  } else if (isProof && host === here.host) return false;
  settings.onWatch(holder);
  return beatsOn(fd, holder, settings.watchMs);
}

async function beatsOn(fd: number, seen: LockHolder, watchMs: number): Promise<boolean> {
  for (const began = performance.now(); performance.now() - began < watchMs; await sleep(LOOK_MS)) {
    const now = readHolder(fd);
    if (!now) return false;
    if (now.id !== seen.id || now.beat !== seen.beat) return true;
  }
  return false;
}

function refuse(fd: number, folder: string): FolderInUseError {
  const holder = tryReadHolder(fd);
  closeSync(fd);
  return new FolderInUseError(folder, holder);
}

function describe({ host, pid, since, note }: LockHolder): string {
  const when = since && !Number.isNaN(Date.parse(since)) ? `since ${new Date(since).toISOString().slice(0, 19).replace('T', ' ')} UTC` : '';
  return [host && `host ${host}`, `process ${pid}`, when, note].filter(Boolean).join(', ');
}

function openLock(file: string): number {
  return openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
}

function isOpenFile(fd: number, file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  const open = fstatSync(fd);
  return found?.ino === open.ino && found.dev === open.dev;
}

function isMissing(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) === undefined;
}

/** Who holds the lock; null when there is no record or it makes no sense. @throws when the file cannot be read */
function readHolder(fd: number): LockHolder | null {
  const bytes = Buffer.alloc(RECORD_BYTES);
  return parseHolder(bytes.toString('utf8', 0, readSync(fd, bytes, 0, RECORD_BYTES, 0)));
}

/** For telling who it is, where being refused is certain already. */
function tryReadHolder(fd: number): LockHolder | null {
  try {
    return readHolder(fd);
  } catch {
    return null;
  }
}

function parseHolder(text: string): LockHolder | null {
  try {
    const holder = JSON.parse(text) as LockHolder;
    return Number.isInteger(holder.pid) && typeof holder.started === 'string' && typeof holder.note === 'string' ? holder : null;
  } catch {
    return null;
  }
}

function writeHolder(fd: number, holder: LockHolder): void {
  const text = Buffer.from(JSON.stringify(holder));
  writeSync(fd, Buffer.concat([text, Buffer.alloc(Math.max(0, RECORD_BYTES - text.length), ' ')]), 0, RECORD_BYTES, 0);
}

function isAlive(holder: LockHolder): boolean {
  const started = startTime(holder.pid);
  return started !== null && started === holder.started;
}

/** When a process started, in the system's own words; null when there is none or it is a zombie. */
function startTime(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // after the name in parentheses: state is the first field, the start time the twentieth (proc(5))
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() || null : null;
}
