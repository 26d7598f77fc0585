import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, copyBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The account that exists everywhere as nobody; initdb needs one that has a name. */
const NOBODY = 65_534;
/** A group that nobody else has, so that other processes of nobody may not walk into the data folder. */
const SERVER_GROUP = 65_533;

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
  const enters = openToServer(path.dirname(folder));
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
  return { command, args, options: as.kind === 'nobody' ? { uid: NOBODY, gid: SERVER_GROUP } : {} };
}

/** Who shall own the server's folders; null when they are ours in any case. */
export function ownerOf(as: RunAs): { uid: number; gid: number } | null {
  if (as.kind === 'plain') return null;
  return as.kind === 'nobody' ? { uid: NOBODY, gid: SERVER_GROUP } : { uid: 0, gid: 0 };
}

/**
 * Runs a program of the server to its end.
 * @param options.input for its standard input
 * @returns its exit code (null when it was killed or could not be started) and the last of what it said
 */
export function runProgramAs(
  as: RunAs,
  command: string,
  args: string[],
  options: { env: NodeJS.ProcessEnv; input?: string; timeoutMs: number },
): Promise<{ status: number | null; said: string }> {
  const run = wrap(as, command, args);
  const settings: SpawnOptions = { ...run.options, env: options.env, stdio: ['pipe', 'pipe', 'pipe'], timeout: options.timeoutMs };
  return new Promise((resolve) => {
    const child = spawn(run.command, run.args, settings);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        said = (said + chunk).slice(-4000);
      });
    }
    child.once('error', (error) => resolve({ status: null, said: error.message }));
    child.once('close', (status) => resolve({ status, said }));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
}

/**
 * Closes the data folder to others than root and the server, and says whether the server can walk to it. A folder to which its
 * owner has given another group is left as it is.
 */
function openToServer(dataDir: string): boolean {
  const { uid, gid, mode } = statSync(dataDir);
  if (uid !== 0 || (gid !== 0 && gid !== SERVER_GROUP)) return nobodyCanEnter(dataDir);
  chownSync(dataDir, 0, SERVER_GROUP);
  chmodSync(dataDir, (mode & 0o700) | 0o010);
  if (nobodyCanEnter(dataDir)) return true;
  chownSync(dataDir, 0, 0);
  chmodSync(dataDir, mode & 0o700);
  return false;
}

const AS_NOBODY = { stdio: 'ignore', uid: NOBODY, gid: SERVER_GROUP, timeout: 20_000 } as const;

function nobodyCanEnter(folder: string): boolean {
  return spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], AS_NOBODY).status === 0;
}

function nobodyCanRun({ postgres }: Binaries): boolean {
  return spawnSync(postgres, ['--version'], AS_NOBODY).status === 0;
}
