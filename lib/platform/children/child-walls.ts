import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import { promisify } from 'node:util';
import type { HiddenFolders } from './hidden-folders.ts';

const run = promisify(execFile);
const PROBE_MS = 20_000;
const BUBBLEWRAP = ['--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session', '--as-pid-1'];
const NO_PRIVILEGES = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'];
/** Tried in turn: the last needs no right of its own. */
const PRIVILEGES = [NO_PRIVILEGES, ['--no-new-privs']];
const MOUNTS = [
  ['--net', '--mount'],
  ['--user', '--map-root-user', '--net', '--mount'],
];
const NETWORKS = [['--net'], ['--user', '--map-current-user', '--net']];
/** Lays an empty folder over each of the first $1 arguments, and runs the others. */
const MASK =
  'n=$1; shift; while [ "$n" -gt 0 ]; do mount -t tmpfs -o mode=700,size=64k none "$1" || exit 1; shift; n=$((n-1)); done; exec "$@"';

/** What keeps a child process that handles hostile files from the rest of the machine, as far as the system offers it. */
export type ChildWalls = {
  /** The command that a program is run by, and its arguments up to the program; empty where the system offers nothing. */
  command: string[];
  /** The program is a child of the command's process, which tells its process id as JSON on descriptor 4. */
  isInner: boolean;
  /** What holds, in words for the person who runs the product. */
  protections: string[];
};

const hidden = new Set<string>();
const unguarded = new Set<string>();
let kind: Promise<Kind> | null = null;

type Kind = { bubblewrap: boolean; mounts: string[] | null; network: string[] | null; privileges: string[] | null };

/** Children of this process shall not see these folders, where the system offers that. */
export function hideFromChildren({ folders, unguarded: open }: HiddenFolders): void {
  for (const folder of folders) hidden.add(folder);
  for (const protection of open) unguarded.add(protection);
}

/** What holds for the next child. Tried out once by running a program in it. */
export async function findChildWalls(): Promise<ChildWalls> {
  kind ??= findKind();
  const walls = describeWalls(await kind);
  return { ...walls, protections: walls.protections.filter((protection) => !unguarded.has(protection)) };
}

function describeWalls({ bubblewrap, mounts, network, privileges }: Kind): ChildWalls {
  if (bubblewrap) {
    return {
      command: ['bwrap', '--info-fd', '4', ...bubblewrapArguments(), '--'],
      isInner: true,
      protections: ['no network', 'no secrets', 'no database', 'no capabilities', 'no new privileges', 'processes of their own'],
    };
  }
  if (mounts) {
    const protections = ['no network', 'no secrets', 'no database', 'no capabilities', 'no new privileges'];
    return { command: masked(mounts), isInner: false, protections };
  }
  const hasCapabilities = process.getuid?.() === 0 && (privileges?.length ?? 0) < 2;
  return {
    command: [...(network ? ['unshare', ...network, '--'] : []), ...(privileges ? ['setpriv', ...privileges, '--'] : [])],
    isInner: false,
    protections: [
      ...(network ? ['no network'] : []),
      ...(hasCapabilities ? [] : ['no capabilities']),
      ...(privileges ? ['no new privileges'] : []),
    ],
  };
}

async function findKind(): Promise<Kind> {
  if (process.platform !== 'linux') return { bubblewrap: false, mounts: null, network: null, privileges: null };
  if (await works(['bwrap', ...bubblewrapArguments(), '--'])) return { bubblewrap: true, mounts: null, network: null, privileges: null };
  const mounts = await first(MOUNTS, (flags) => masked(flags, [os.tmpdir()]));
  if (mounts) return { bubblewrap: false, mounts, network: null, privileges: null };
  const network = await first(NETWORKS, (flags) => ['unshare', ...flags, '--']);
  const before = network ? ['unshare', ...network, '--'] : [];
  const privileges = await first(PRIVILEGES, (flags) => [...before, 'setpriv', ...flags, '--']);
  return { bubblewrap: false, mounts: null, network, privileges };
}

/** All is there to be read, only temporary files can be written, and hidden folders are empty. */
function bubblewrapArguments(): string[] {
  const temporary = os.tmpdir();
  const masks = listMasked().flatMap((folder) => ['--tmpfs', folder]);
  const files = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', temporary, temporary, ...masks];
  return [...files, ...BUBBLEWRAP, '--cap-drop', 'ALL'];
}

/** Hidden folders are empty, and the right to mount is gone before the program runs. */
function masked(mounts: string[], folders = listMasked()): string[] {
  return ['unshare', ...mounts, '--', 'sh', '-c', MASK, 'sh', `${folders.length}`, ...folders, 'setpriv', ...NO_PRIVILEGES, '--'];
}

function listMasked(): string[] {
  // mounts go over the folder itself, not over a link to it
  return [...hidden].flatMap((folder) => {
    try {
      return [realpathSync(/* turbopackIgnore: true */ folder)];
    } catch {
      return [];
    }
  });
}

async function first(candidates: string[][], commandOf: (flags: string[]) => string[]): Promise<string[] | null> {
  for (const flags of candidates) if (await works(commandOf(flags))) return flags;
  return null;
}

function works([command = '', ...args]: string[]): Promise<boolean> {
  return run(command, [...args, process.execPath, '--version'], { timeout: PROBE_MS }).then(
    () => true,
    () => false,
  );
}
