import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { BackupError } from '#lib/backup/backup-error.ts';
import { findUnfinishedRestore } from '#lib/backup/keeping/claim-data-folder.ts';
import type { Config } from '#lib/platform/config.ts';
import { explainPort } from '#lib/platform/http/explain-port.ts';

/** Something the person must change before the product can start; the message is one sentence that says what. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Makes the data folder if needed, closed to other accounts, and proves that it can be written. @throws StartError */
export function requireWritableFolder(folder: string): void {
  // The processes that read files have a /dev of their own, and would find no file there.
  if (path.resolve(folder).startsWith('/dev/'))
    throw new StartError(
      `The data folder ${folder} is below /dev, where the desk cannot read files. Choose another one with COUNTERSIGN_DATA_DIR.`,
    );
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const own of [folder, path.join(folder, 'blobs')]) closeToOthers(own);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = path.join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data folder ${folder} cannot be written (${code ?? 'unknown error'}): give this account the right to it, or choose another one with COUNTERSIGN_DATA_DIR.`,
    );
  }
}

/** Takes the rights of other accounts away from our own folder. With a group that someone gave it, it is left as it is. */
function closeToOthers(folder: string): void {
  const own = process.getuid?.();
  const found = statSync(folder, { throwIfNoEntry: false });
  if (own === undefined || !found) return;
  const { uid, gid, mode } = found;
  if (uid !== own || (own === 0 && gid !== 0)) return;
  if (mode & 0o007) chmodSync(folder, mode & 0o770);
}

/** @throws StartError when something listens on the port already, or the address is not ours */
export async function requireFreePort(host: string, port: number, name: string): Promise<void> {
  await listenOnce(host, port).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(explainPort(error, { host, port, name }));
  });
}

/** A port that is free now. */
export function findFreePort(host: string): Promise<number> {
  return listenOnce(host, 0);
}

function listenOnce(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/** @throws StartError when the programs were not built */
export function requireBuilt(rootDir: string, files: string[]): void {
  const missing = files.find((file) => !existsSync(path.join(rootDir, file)));
  if (missing) throw new StartError(`${missing} is missing: start with "npm start", which builds what is needed.`);
}

/** @throws StartError when a restore was cut off in the data folder: what it left is not the desk */
export function requireWholeFolder(config: Pick<Config, 'dataDir'>): void {
  const found = readUnfinished(config);
  if (found !== null) throw new StartError(found);
}

function readUnfinished(config: Pick<Config, 'dataDir'>): string | null {
  try {
    const unfinished = findUnfinishedRestore(config);
    if (unfinished === null) return null;
    return `A restore of the backup ${unfinished.id} was cut off in ${config.dataDir}. Run "restore" again with --backup ${unfinished.id}, then start.`;
  } catch (error) {
    if (error instanceof BackupError) return error.message;
    throw error;
  }
}
