import type { Socket } from 'node:net';
import pg from 'pg';
import { BackupError } from '../backup-error.ts';

const CONNECT_MS = 15_000;
/** How long a lock of another statement is waited for. */
const LOCK_MS = 60_000;
/** When a computer that is gone is asked whether it is there. */
const ASK_AGAIN_MS = 60_000;
/** Longer than any statement takes: nothing comes while references of many rows are checked. */
const SILENCE_MS = 60 * 60_000;

/** Texts mean the same on every server; nothing ends a transaction that waits for a disk. */
const SETTINGS = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set search_path = pg_catalog; set client_min_messages = warning;
  set synchronize_seqscans = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${LOCK_MS};
  select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`;

/**
 * Runs work on one connection of its own.
 * @param silenceMs how long nothing may pass between here and the database
 * @throws BackupError when the database does not answer or refuses
 */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>, silenceMs = SILENCE_MS): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'countersign-backup',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ASK_AGAIN_MS,
  });
  // a connection that breaks is told by the statement that runs, or by the next one
  client.on('error', () => undefined);
  try {
    await client.connect();
    endAfterSilence(client, silenceMs);
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

function endAfterSilence(client: pg.Client, silenceMs: number): void {
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  const words = `The database has not answered for ${Math.round(silenceMs / 1000)} s. Look at its log, then run this again.`;
  socket.setTimeout(silenceMs, () => socket.destroy(new BackupError(words)));
}

/** A name of the database as SQL has it. */
export function quote(...names: string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join('.');
}
