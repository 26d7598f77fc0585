import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { asksForPassword, setPassword } from './access.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { giveFolder } from './give-folder.ts';
import { type RunAs, runProgramAs } from './run-as.ts';
import { lastLines, SUPERUSER, serverEnvironment } from './server-settings.ts';

/**
 * Makes the server's data folder if it is not there: in a temporary folder that is renamed when it is complete, because an
 * initdb that was killed leaves half a folder behind. A folder that lets everybody in gets the password.
 * @param folder `DATA/postgres`
 */
export async function createCluster(binaries: Binaries, as: RunAs, folder: string, password: string): Promise<void> {
  removeHalfMade(folder);
  if (existsSync(path.join(folder, 'PG_VERSION'))) {
    requireVersion(folder, binaries.major);
    giveFolder(as, folder);
    if (!asksForPassword(folder)) await setPassword(binaries, as, folder, password);
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
  try {
    const made = await runProgramAs(as, binaries.initdb, args, { env: serverEnvironment(), timeoutMs: 300_000 });
    if (made.status !== 0) {
      throw new EmbeddedPostgresError(`The embedded database could not be created in ${folder}: ${lastLines(made.said)}`);
    }
    await setPassword(binaries, as, temporary, password);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
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
