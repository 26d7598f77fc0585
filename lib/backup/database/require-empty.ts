import type pg from 'pg';
import { BackupError } from '../backup-error.ts';
import { quote, withConnection } from './connect.ts';
import { JOURNAL, listTables, SCHEMAS } from './list-tables.ts';

/** What a migrated database has without anybody's doing. */
const FROM_MIGRATIONS = ['desk.insight_settings'];

/**
 * Leaves an empty database alone, and refuses any other one.
 * @param isContinued a restore that was cut off made tables here: without a row in them they are removed
 * @throws BackupError
 */
export function requireEmptyDatabase(url: string, isContinued: boolean): Promise<void> {
  return withConnection(url, async (client) => {
    const all = [...SCHEMAS, JOURNAL];
    const { rows } = await client.query<{ name: string }>('select nspname::text as name from pg_namespace where nspname = any($1)', [all]);
    if (rows.length === 0) return;
    if (!isContinued || (await findRow(client))) {
      throw new BackupError('The database is not empty. Nothing is ever overwritten: restore into a new one.');
    }
    await client.query(`drop schema ${rows.map(({ name }) => quote(name)).join(', ')} cascade`);
  });
}

async function findRow(client: pg.Client): Promise<boolean> {
  for (const { schema, name } of await listTables(client)) {
    if (schema === 'pgboss' || FROM_MIGRATIONS.includes(`${schema}.${name}`)) continue;
    const { rows } = await client.query<{ any: boolean }>(`select exists (select from ${quote(schema, name)}) as any`);
    if (rows[0]?.any) return true;
  }
  return false;
}
