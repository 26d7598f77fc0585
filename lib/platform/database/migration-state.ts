import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { MigrationFolder } from './migration-folders.ts';

/**
 * `behind`: it lacks migrations that this program has, or is being migrated now. `newer`: it has some that this program does not know.
 * `restoring`: a backup is being restored into it, or such a restore was cut off.
 */
export type MigrationState = 'behind' | 'current' | 'newer' | 'restoring';

/** A table that is in a database from before a restore makes the other ones until the restore is whole. */
export const RESTORE_MARKER = 'restore.unfinished';

/** Version of the tables of pg-boss that we install. */
export const QUEUE_SCHEMA = 43;

/** The database was migrated by a newer version, which this one must not touch. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  constructor() {
    super('A newer version of Countersign has worked on this database. Start that version, or restore a backup from before the upgrade.');
  }
}

/** Compares what a database has with the migrations of this program. */
export async function findMigrationState(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<MigrationState> {
  const lock = ADVISORY_LOCKS.migrations;
  await client.query('begin');
  try {
    const { rows: tried } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock_shared($1) as free', [lock]);
    if (await isBeingRestored(client)) return 'restoring';
    return tried[0]?.free ? await compareMigrations(client, folders) : 'behind';
  } finally {
    await client.query('rollback');
  }
}

/** A backup is being restored into the database, or such a restore was cut off. */
export function isBeingRestored(client: pg.ClientBase): Promise<boolean> {
  return isThere(client, RESTORE_MARKER);
}

/** The same for whoever holds the lock on migrations. */
export async function compareMigrations(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<MigrationState> {
  const queue = await versionOfQueue(client);
  if (queue > QUEUE_SCHEMA) return 'newer';
  let isBehind = queue < QUEUE_SCHEMA;
  for (const { schema, folder } of folders) {
    const newest = newestOf(folder);
    const journal = `migrations."${schema}"`;
    const { rows } = (await isThere(client, journal))
      ? await client.query<{ newest: string | null }>(`select max(created_at)::text as newest from ${journal}`)
      : { rows: [] };
    const applied = Number(rows[0]?.newest ?? 0);
    if (applied > newest) return 'newer';
    if (applied < newest) isBehind = true;
  }
  return isBehind ? 'behind' : 'current';
}

async function versionOfQueue(client: pg.ClientBase): Promise<number> {
  if (!(await isThere(client, 'pgboss.version'))) return 0;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? 0;
}

async function isThere(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1)::text as found', [table]);
  return rows[0]?.found != null;
}

/** When the newest migration of a folder was made, in milliseconds since 1970: what drizzle keeps of it. */
function newestOf(folder: string): number {
  const journal = readFileSync(/* turbopackIgnore: true */ path.join(folder, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { when: number }[] };
  return Math.max(0, ...entries.map(({ when }) => when));
}
