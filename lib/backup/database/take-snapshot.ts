import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createDeflate } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { SecretName } from '#lib/platform/secrets.ts';
import { BackupError } from '../backup-error.ts';
import { type Progress, startProgress, type Tell } from '../progress.ts';
import type { TableInBackup } from '../repository/manifest.ts';
import type { ObjectStore } from '../repository/object-store.ts';
import { quote, withConnection } from './connect.ts';
import { listSequences, listTables, type Sequence, type Table } from './list-tables.ts';
import { measureRows } from './measure-rows.ts';
import { findMigrations, type Migrations } from './migrations.ts';
import { findNeededSecrets } from './needed-secrets.ts';
import { listReferencedFiles } from './referenced-files.ts';

export type Snapshot = Migrations & {
  server: string;
  tables: TableInBackup[];
  sequences: Sequence[];
  /** Keys of the files that these rows refer to. */
  referenced: Set<string>;
  /** The secrets that these rows are encrypted with. */
  neededSecrets: Set<SecretName>;
};

/**
 * Copies all tables as they were at one moment, while others go on writing. Constant memory.
 * @throws BackupError when the database has no tables of ours
 */
export function takeSnapshot(url: string, objects: ObjectStore, tell: Tell): Promise<Snapshot> {
  return withConnection(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const migrations = await findMigrations(client);
    const found = await listTables(client);
    if (found.length === 0 || Object.keys(migrations.migrations).length === 0) {
      throw new BackupError('This database holds nothing of Countersign. Is DATABASE_URL right?');
    }
    const { rows } = await client.query<{ server: string }>(`select current_setting('server_version') as server`);
    const referenced = await listReferencedFiles(client);
    const neededSecrets = await findNeededSecrets(client);
    const tables: TableInBackup[] = [];
    const progress = startProgress(tell, 'rows copied');
    for (const table of found) tables.push(await copyTable(client, table, objects, progress));
    // their numbers belong to no transaction: read last, they are at least those of the rows
    const sequences = await listSequences(client);
    await client.query('commit');
    progress.end();
    return { ...migrations, server: rows[0]?.server ?? '', tables, sequences, referenced, neededSecrets };
  });
}

async function copyTable(client: pg.Client, table: Table, objects: ObjectStore, progress: Progress): Promise<TableInBackup> {
  const { schema, name, columns } = table;
  // a query, because a table of parts cannot be copied itself
  const statement = `copy (select ${columns.map((column) => quote(column)).join(', ')} from ${quote(schema, name)}) to stdout`;
  // the rows end before the server is ready for the next statement
  const isReady = once(client, 'drain');
  const rows = client.query(copyTo(statement));
  const measure = measureRows();
  // always the same bytes for the same rows, so that a table that did not change is stored once
  const packed = createDeflate();
  const [stored] = await Promise.all([objects.put(packed, `The table ${schema}.${name}`), pipeline(rows, measure.pass, packed), isReady]);
  const measured = measure.measured();
  progress.add(measured.rows, stored.size);
  return { ...table, ...measured, object: { sha256: stored.sha256, size: stored.size } };
}
