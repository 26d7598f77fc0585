import type pg from 'pg';
import { ADVISORY_LOCKS } from '#lib/platform/database/advisory-locks.ts';
import { RESTORE_MARKER } from '#lib/platform/database/migration-state.ts';
import { BackupError } from '../backup-error.ts';
import { quote, withConnection } from './connect.ts';
import { JOURNAL, listTables, SCHEMAS, type Table } from './list-tables.ts';

/** What a migrated database has without anybody's doing. */
const FROM_MIGRATIONS = ['desk.insight_settings'];
const NOT_EMPTY = 'The database is not empty. Nothing is ever overwritten: restore into a new one.';
const MARKER_SCHEMA = RESTORE_MARKER.split('.')[0] as string;

type Marker = { token: string; isLoaded: boolean };

/** Changes nothing. @throws BackupError unless the database is empty */
export function requireEmptyDatabase(url: string): Promise<void> {
  return withConnection(url, async (client) => {
    const [mine, others] = [await findMarker(client), await listSchemas(client)];
    if (mine !== null) throw new BackupError('Another restore into this database is under way, or was cut off. Restore into a new one.');
    if (others.length > 0) throw new BackupError(NOT_EMPTY);
  });
}

/**
 * Makes the restore's marker in an empty database, before there are any tables: those that are made afterwards are the restore's own.
 * If the marker is there already, tables without a row are removed: a restore was cut off while it made them.
 * @param token of the restore
 * @returns whether all rows are loaded
 * @throws BackupError when the database holds anything that this restore did not make
 */
export function claimDatabase(url: string, token: string): Promise<{ isLoaded: boolean }> {
  return withConnection(url, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
    const marker = await findMarker(client);
    if (marker === null) {
      if ((await listSchemas(client)).length > 0) throw new BackupError(NOT_EMPTY);
      await client.query(`create schema ${MARKER_SCHEMA}`);
      await client.query(`create table ${RESTORE_MARKER} (token text not null, is_loaded boolean not null)`);
      await client.query(`insert into ${RESTORE_MARKER} values ($1, false)`, [token]);
    } else {
      requireOwn(marker, token);
      const made = (await listSchemas(client)).filter((name) => name !== MARKER_SCHEMA);
      if (!marker.isLoaded && made.length > 0) {
        await requireNoRows(client, await listTables(client));
        await client.query(`drop schema ${made.map((name) => quote(name)).join(', ')} cascade`);
      }
    }
    await client.query('commit');
    return { isLoaded: marker?.isLoaded === true };
  });
}

/** Part of the transaction that loads the rows. @throws BackupError when the marker is gone or another's */
export async function markLoaded(client: pg.Client, token: string): Promise<void> {
  requireOwn(await findMarker(client), token);
  await client.query(`update ${RESTORE_MARKER} set is_loaded = true`);
}

/** Removes the restore's own marker, where there is one: programs may start. */
export function releaseDatabase(url: string, token: string): Promise<void> {
  return withConnection(url, async (client) => {
    if ((await findMarker(client))?.token !== token) return;
    await client.query('begin');
    await client.query(`drop table ${RESTORE_MARKER}`);
    await client.query(`drop schema ${MARKER_SCHEMA}`);
    await client.query('commit');
  });
}

/** @throws BackupError when somebody has written something into tables that a restore has made */
export async function requireNoRows(client: pg.Client, tables: readonly Pick<Table, 'schema' | 'name'>[]): Promise<void> {
  for (const { schema, name } of tables) {
    // the queue's own tables are filled when they are made
    if (schema === 'pgboss' || FROM_MIGRATIONS.includes(`${schema}.${name}`)) continue;
    const { rows } = await client.query<{ any: boolean }>(`select exists (select from ${quote(schema, name)}) as any`);
    if (rows[0]?.any) throw new BackupError(`Somebody has written into ${schema}.${name} meanwhile. ${NOT_EMPTY}`);
  }
}

function requireOwn(marker: Marker | null, token: string): void {
  if (marker?.token === token) return;
  throw new BackupError('Another restore into this database is under way, or was cut off. Restore into a new one.');
}

async function findMarker(client: pg.Client): Promise<Marker | null> {
  const { rows: found } = await client.query('select to_regclass($1) is not null as there', [RESTORE_MARKER]);
  if (!(found[0] as { there: boolean }).there) return null;
  const { rows } = await client.query<Marker>(`select token, is_loaded as "isLoaded" from ${RESTORE_MARKER}`);
  return rows[0] ?? null;
}

async function listSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select nspname::text as name from pg_namespace where nspname = any($1)', [
    [...SCHEMAS, JOURNAL, MARKER_SCHEMA],
  ]);
  return rows.map(({ name }) => name);
}
