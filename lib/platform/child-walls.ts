import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from './config.ts';

const run = promisify(execFile);
const PROBE_MS = 20_000;
const BUBBLEWRAP = ['--unshare-net', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session', '--as-pid-1'];
/** Tried in turn: the last needs no right of its own. */
const PRIVILEGES = [['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'], ['--no-new-privs']];
const NETWORKS = [['--net'], ['--user', '--map-current-user', '--net']];

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
let kind: Promise<Kind> | null = null;

type Kind = { bubblewrap: boolean; network: string[] | null; privileges: string[] | null };

/** What children have no business with: the secrets, and the database with its socket. */
export function listHiddenFolders({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): string[] {
  const inside = ['secrets', 'postgres', 'postgres-socket'].map((name) => path.join(dataDir, name));
  const socket = database.url ? /[?&]host=([^&]+)/.exec(database.url)?.[1] : undefined;
  return socket ? [...inside, decodeURIComponent(socket)] : inside;
}

/** Children of this process shall not see these folders, where the system offers that. */
export function hideFromChildren(folders: readonly string[]): void {
  for (const folder of folders) hidden.add(path.resolve(folder));
}

/** What holds for the next child. Tried out once by running a program in it. */
export async function findChildWalls(): Promise<ChildWalls> {
  kind ??= findKind();
  const { bubblewrap, network, privileges } = await kind;
  if (bubblewrap) {
    return {
      command: ['bwrap', '--info-fd', '4', ...bubblewrapArguments(), '--'],
      isInner: true,
      protections: ['no network', 'no secrets', 'no database', 'no capabilities', 'no new privileges', 'processes of their own'],
    };
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
  if (process.platform !== 'linux') return { bubblewrap: false, network: null, privileges: null };
  if (await works(['bwrap', ...bubblewrapArguments(), '--'])) return { bubblewrap: true, network: null, privileges: null };
  const network = await first(NETWORKS, (flags) => ['unshare', ...flags, '--']);
  const before = network ? ['unshare', ...network, '--'] : [];
  const privileges = await first(PRIVILEGES, (flags) => [...before, 'setpriv', ...flags, '--']);
  return { bubblewrap: false, network, privileges };
}

/** All is there to be read, only temporary files can be written, and hidden folders are empty. */
function bubblewrapArguments(): string[] {
  const temporary = os.tmpdir();
  const masks = [...hidden].filter((folder) => existsSync(folder)).flatMap((folder) => ['--tmpfs', folder]);
  const files = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', temporary, temporary, ...masks];
  return [...files, ...BUBBLEWRAP, '--cap-drop', 'ALL'];
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
