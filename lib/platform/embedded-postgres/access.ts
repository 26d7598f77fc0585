import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { closeSync, fchownSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { ownerOf, type RunAs, runProgramAs } from './run-as.ts';
import { lastLines, SUPERUSER, serverEnvironment } from './server-settings.ts';

/** Who may connect: whoever knows the password. */
const RULES = '# Written by Countersign at each start.\nlocal all all scram-sha-256\n';
const ITERATIONS = 4096;
const PASSWORD_MS = 300_000;

/** Whether the server asks for a password. Folders of earlier releases let everybody in who reached the socket. */
export function asksForPassword(folder: string): boolean {
  const file = rulesFile(folder);
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file, 'utf8') === RULES;
}

/**
 * Sets the password of the server's one account, and has the server ask for it from its next start on. The server does not run.
 * Afterwards no other password opens it.
 * @throws EmbeddedPostgresError
 */
export async function setPassword(binaries: Binaries, as: RunAs, folder: string, password: string): Promise<void> {
  const args = ['--single', '-D', folder, '-c', 'log_min_error_statement=panic', 'postgres'];
  const input = `alter role ${SUPERUSER} password '${makeVerifier(password)}'\n`;
  const { status, said } = await runProgramAs(as, binaries.postgres, args, { env: serverEnvironment(), input, timeoutMs: PASSWORD_MS });
  if (status !== 0) throw new EmbeddedPostgresError(`The password of the embedded database could not be set: ${lastLines(said)}`);
  writeRules(as, folder);
}

/** Replaces the file in one step; one that is a link is replaced itself. */
function writeRules(as: RunAs, folder: string): void {
  const temporary = path.join(folder, 'pg_hba.conf.new');
  rmSync(temporary, { force: true });
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(fd, RULES);
    const owner = ownerOf(as);
    if (owner) fchownSync(fd, owner.uid, owner.gid);
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, rulesFile(folder));
}

const rulesFile = (folder: string) => path.join(folder, 'pg_hba.conf');

/** What PostgreSQL keeps instead of the password (RFC 5803), so that the password itself never passes through a log. */
function makeVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}
