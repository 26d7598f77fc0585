import pg from 'pg';
import { BackupError } from '../backup-error.ts';

const CONNECT_MS = 15_000;
/** How long a lock of another statement is waited for. */
const LOCK_MS = 60_000;

/** Texts mean the same on every server; nothing ends a transaction that waits for a disk. */
const SETTINGS = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set search_path = pg_catalog; set client_min_messages = warning;
  set synchronize_seqscans = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${LOCK_MS}`;

/** Runs work on one connection of its own. @throws BackupError when the database does not answer or refuses */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'countersign-backup',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  // a connection that breaks is told by the statement that runs, or by the next one
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SETTINGS);
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw new BackupError(`The database cannot be used: ${(cause as Error).message}.`, { cause });
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A name of the database as SQL has it. */
export function quote(...names: string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join('.');
}
