import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, copyBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The account that exists everywhere as nobody; initdb needs one that has a name. */
const NOBODY = 65_534;

/**
 * PostgreSQL refuses to run as root. How its programs are started here:
 * `plain` (not root) · `nobody` (root, and nobody may walk to the data) · `namespace` (root, and a folder above the data is
 * closed to others, like root's home: a user namespace in which we look like nobody, while files stay root's).
 */
export type RunAs = { kind: 'plain' } | { kind: 'nobody' } | { kind: 'namespace' };

/**
 * Finds out by trying how the server can be started; copies its programs beside the data where `nobody` may enter the data
 * folder but not `node_modules` and there are no user namespaces (many containers).
 * @param folder the server's data folder; its parent exists
 * @param options.namespaces false: as if the system had none (tests)
 * @throws EmbeddedPostgresError when root can use no way
 */
export function chooseRunAs(folder: string, binaries: Binaries, options = { namespaces: true }): { as: RunAs; binaries: Binaries } {
  if (process.getuid?.() !== 0) return { as: { kind: 'plain' }, binaries };
  const enters = nobodyCanEnter(path.dirname(folder));
  if (enters && nobodyCanRun(binaries)) return { as: { kind: 'nobody' }, binaries };
  if (options.namespaces) {
    const { command, args } = wrap({ kind: 'namespace' }, binaries.postgres, ['--version']);
    if (spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0) return { as: { kind: 'namespace' }, binaries };
  }
  if (enters) {
    const copy = copyBinaries(binaries, `${folder}-programs`);
    if (nobodyCanRun(copy)) return { as: { kind: 'nobody' }, binaries: copy };
  }
  throw new EmbeddedPostgresError(
    'The embedded database does not run as root, and the account "nobody" may not enter the data folder. Start as an ordinary user, ' +
      "or set COUNTERSIGN_DATA_DIR to a folder outside of root's home (for example /var/lib/countersign), or set DATABASE_URL.",
  );
}

/** Command, arguments and spawn options for running a program of the server. */
export function wrap(
  as: RunAs,
  command: string,
  args: string[],
): { command: string; args: string[]; options: { uid?: number; gid?: number } } {
  if (as.kind === 'namespace') {
    return { command: 'unshare', args: ['--user', `--map-user=${NOBODY}`, '--', command, ...args], options: {} };
  }
  return { command, args, options: as.kind === 'nobody' ? { uid: NOBODY, gid: NOBODY } : {} };
}

/** Makes the server's account the owner of a folder and of all in it, if it is not. Only root can and needs to. */
export function giveFolder(as: RunAs, folder: string): void {
  if (as.kind === 'plain') return;
  const owner = as.kind === 'nobody' ? NOBODY : 0;
  if (lstatSync(folder).uid === owner) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(path.join(folder, name), owner, owner);
  // last, so that an interrupted run is done again
  chownSync(folder, owner, owner);
}

const AS_NOBODY = { stdio: 'ignore', uid: NOBODY, gid: NOBODY, timeout: 20_000 } as const;

function nobodyCanEnter(folder: string): boolean {
  return spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], AS_NOBODY).status === 0;
}

function nobodyCanRun({ postgres }: Binaries): boolean {
  return spawnSync(postgres, ['--version'], AS_NOBODY).status === 0;
}
