import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Who holds a data folder. `started` tells a process from a later one with the same pid. */
export type LockHolder = { pid: number; started: string; note: string };

/** Another process works on this data folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
  readonly holder: LockHolder;
  constructor(folder: string, holder: LockHolder) {
    super(`Countersign already runs on ${folder} (process ${holder.pid}${holder.note ? `, ${holder.note}` : ''}).`);
    this.holder = holder;
  }
}

/**
 * Takes the lock of a data folder (`FOLDER/lock`). A lock whose process is gone is taken over.
 * @param note for the person who meets the lock, e.g. the address
 * @returns releases the lock
 * @throws FolderInUseError
 */
export function lockDataFolder(folder: string, note: string): () => void {
  const file = path.join(folder, 'lock');
  const own: LockHolder = { pid: process.pid, started: startTime(process.pid) ?? 'unknown', note };
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, JSON.stringify(own), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (tryLink(temporary, file)) return () => release(file, own);
      const holder = readHolder(file);
      if (holder && isAlive(holder)) throw new FolderInUseError(folder, holder);
      takeAway(file, holder);
    }
    throw new Error(`The lock ${file} could not be taken.`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes a dead holder's lock; when another start was faster and this is already the new one, puts it back. */
function takeAway(file: string, dead: LockHolder | null): void {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.dead`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const taken = readHolder(aside);
  if (taken && JSON.stringify(taken) !== JSON.stringify(dead)) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function release(file: string, own: LockHolder): void {
  if (JSON.stringify(readHolder(file)) === JSON.stringify(own)) rmSync(file, { force: true });
}

function readHolder(file: string): LockHolder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
    return Number.isInteger(holder.pid) && typeof holder.started === 'string' ? holder : null;
  } catch {
    return null;
  }
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
