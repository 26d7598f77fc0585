import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { giveFolder, type RunAs, wrap } from './run-as.ts';

export const SUPERUSER = 'app';

/**
 * Makes the server's data folder if it is not there: in a temporary folder that is renamed when it is complete, because an
 * initdb that was killed leaves half a folder behind.
 * @param folder `DATA/postgres`
 */
export function createCluster(binaries: Binaries, as: RunAs, folder: string): void {
  removeHalfMade(folder);
  if (existsSync(path.join(folder, 'PG_VERSION'))) {
    requireVersion(folder, binaries.major);
    giveFolder(as, folder);
    return;
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} is not empty and holds no database. Move it away, or choose another COUNTERSIGN_DATA_DIR.`,
    );
  }
  const temporary = mkdtempSync(`${folder}.new-`);
  giveFolder(as, temporary);
  const args = ['-D', temporary, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'];
  const run = wrap(as, binaries.initdb, args);
  const made = spawnSync(run.command, run.args, { ...run.options, encoding: 'utf8', env: serverEnvironment(), timeout: 300_000 });
  if (made.status !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    const reason = made.error?.message ?? lastLines(`${made.stdout ?? ''}\n${made.stderr ?? ''}`);
    throw new EmbeddedPostgresError(`The embedded database could not be created in ${folder}: ${reason}`);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(temporary, folder);
}

function removeHalfMade(folder: string): void {
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${path.basename(folder)}.new-`)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function requireVersion(folder: string, major: string): void {
  const found = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new EmbeddedPostgresError(
    `The data in ${folder} was written by PostgreSQL ${found}, this release brings PostgreSQL ${major}. Export it with the release that wrote it, then import it here.`,
  );
}

/**
 * The pid of a server that really runs on this folder, or null. `postmaster.pid` alone proves nothing: after a kill the pid
 * may be a zombie (nobody reaps it in many containers) or belong to another program.
 */
export function findServer(folder: string): number | null {
  let pid: number;
  try {
    pid = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  } catch {
    return null;
  }
  if (!(pid > 1) || pid === process.pid) return null;
  if (process.platform !== 'linux') return isAlive(pid) ? pid : null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    if (!name.startsWith('postgres') || state === 'Z' || state === 'X') return null;
    // the server works from its data folder; when we may not look we must believe it
    const folderOfIt = tryReadLink(`/proc/${pid}/cwd`);
    return folderOfIt === null || folderOfIt === folder ? pid : null;
  } catch {
    return null;
  }
}

/**
 * A short folder for the server's socket (a socket's path may have 107 bytes), closed to others.
 * @throws EmbeddedPostgresError when someone else has taken the place
 */
export function createSocketFolder(as: RunAs, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  const own = process.getuid?.() ?? uid;
  if (!lstatSync(folder).isDirectory() || (own !== 0 && uid !== own)) {
    throw new EmbeddedPostgresError(`The folder ${folder} belongs to someone else. Remove it and start again.`);
  }
  giveFolder(as, folder);
  chmodSync(folder, 0o700);
}

/** Settings given on the command line, so that a changed release changes them. */
export function serverSettings(socketFolder: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: '128MB',
    // a statement in a log would carry text of documents
    log_min_error_statement: 'panic',
    log_min_messages: 'fatal',
    log_error_verbosity: 'terse',
    dynamic_shared_memory_type: sharedMemoryIsSmall() ? 'mmap' : 'posix',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The environment of the server's programs: nothing of ours. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-4).join(' ').slice(-500) || 'no reason was given';
}

function sharedMemoryIsSmall(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return process.platform === 'linux' && bsize * blocks < 200 * 1024 * 1024;
  } catch {
    return process.platform === 'linux';
  }
}

function tryReadLink(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
