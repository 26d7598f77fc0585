import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findServer } from './cluster.ts';
import { addressOf } from './server-address.ts';

const SOCKET_LINE = 4;

/**
 * The address of the server that a launcher keeps running on a folder, or null when none runs there that this process can see.
 * @param folder `DATA/postgres`
 * @param password of the server
 */
export function findRunningPostgres(folder: string, password: string): string | null {
  try {
    const real = path.join(realpathSync(path.dirname(folder)), path.basename(folder));
    if (findServer(real) === null) return null;
    // the server writes where its socket is: data folders with a long path have it elsewhere
    const socketFolder = readFileSync(path.join(real, 'postmaster.pid'), 'utf8').split('\n')[SOCKET_LINE]?.trim();
    return socketFolder ? addressOf({ password, socketFolder }) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
