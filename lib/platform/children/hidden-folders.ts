import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';

/** Folders that child processes shall not see, and the protections that must not be claimed, because a folder had to stay in sight. */
export type HiddenFolders = { folders: string[]; unguarded: Protection[] };

type Protection = 'no secrets' | 'no database';
type Places = Pick<Config, 'rootDir' | 'dataDir' | 'secretFiles' | 'database' | 'blobs' | 'reading'>;

/**
 * What children have no business with: the secrets, and the database with its socket. A folder that holds something children
 * need, as `/tmp` with a database's socket in it does, stays in sight, as do the folders of the system right below `/`.
 */
export function listHiddenFolders(config: Places): HiddenFolders {
  const { dataDir, database, secretFiles } = config;
  const socket = database.url ? findSocketFolder(database.url) : null;
  const unwanted: [string, Protection][] = [
    [path.join(dataDir, 'secrets'), 'no secrets'],
    ...[...new Set(secretFiles.map((file) => path.dirname(file)))].map((folder): [string, Protection] => [folder, 'no secrets']),
    [path.join(dataDir, 'postgres'), 'no database'],
    [path.join(dataDir, 'postgres-socket'), 'no database'],
    ...(socket ? [[socket, 'no database'] as [string, Protection]] : []),
  ];
  const needed = listNeeded(config);
  const isNeeded = (folder: string) => path.dirname(follow(folder)) === '/' || needed.some((place) => contains(folder, place));
  return {
    folders: unwanted.filter(([folder]) => !isNeeded(folder)).map(([folder]) => path.resolve(folder)),
    unguarded: unwanted.filter(([folder]) => isNeeded(folder)).map(([, protection]) => protection),
  };
}

function listNeeded({ rootDir, dataDir, blobs, reading }: Places): string[] {
  const places = [os.tmpdir(), rootDir, process.execPath, dataDir, path.join(dataDir, 'incoming')];
  const others = [blobs.kind === 'folder' ? blobs.folder : null, reading.ocrModelDir, reading.fontDir];
  return [...places, ...others.filter((place) => place !== null)];
}

/** The folder of the Unix socket that a connection string names, as `?host=/folder` or as `@%2Ffolder/`; null for a network address. */
function findSocketFolder(url: string): string | null {
  const named = /[?&]host=([^&#]+)/.exec(url)?.[1] ?? /^\w+:\/\/(?:[^@/]*@)?(%2F[^/:?#]*)/i.exec(url)?.[1];
  const host = named ? decodeURIComponent(named) : '';
  return host.startsWith('/') ? host : null;
}

function contains(folder: string, place: string): boolean {
  const way = path.relative(follow(folder), follow(place));
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** The place itself where there are links to it. */
function follow(place: string): string {
  try {
    return realpathSync(/* turbopackIgnore: true */ place);
  } catch {
    return path.resolve(/* turbopackIgnore: true */ place);
  }
}
