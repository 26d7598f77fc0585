import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { makeServerFolder } from './give-folder.ts';
import type { RunAs } from './run-as.ts';

const SOCKET_NAME = '.s.PGSQL.5432';
/** Bytes that a socket's path may have (macOS; Linux allows four more). */
const LONGEST_PATH = 103;

/**
 * The folder of the server's socket, closed to others: beside the server's data, or a private one of the temporary folder where
 * the data's path is too long or its file system holds no sockets.
 * @param folder the server's data folder
 * @param before the one of an earlier start, whose address the programs know
 * @throws EmbeddedPostgresError
 */
export async function createSocketFolder(as: RunAs, folder: string, before?: string): Promise<string> {
  const beside = `${folder}-socket`;
  if (before === undefined && fits(beside)) {
    makeServerFolder(as, beside);
    if (await holdsSockets(beside)) return beside;
    rmSync(beside, { recursive: true, force: true });
  }
  const apart = before ?? mkdtempSync(path.join(tmpdir(), 'countersign-'));
  if (!fits(apart)) throw new EmbeddedPostgresError(`The path ${apart} is too long for a socket. Set TMPDIR to a shorter folder.`);
  makeServerFolder(as, apart);
  return apart;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= LONGEST_PATH;
}

function holdsSockets(folder: string): Promise<boolean> {
  const probe = path.join(folder, '.probe');
  rmSync(probe, { force: true });
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(probe, () => server.close(() => resolve(true)));
  });
}
