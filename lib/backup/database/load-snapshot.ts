import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, DamageError } from '../backup-error.ts';
import { type Progress, startProgress, type Tell } from '../progress.ts';
import type { Manifest, TableInBackup } from '../repository/manifest.ts';
import type { ObjectStore } from '../repository/object-store.ts';
import { requireNoRows } from './claim-database.ts';
import { quote, withConnection } from './connect.ts';
import { listTables, type Table } from './list-tables.ts';
import { measureRows } from './measure-rows.ts';
import { renumberChanges, takeFreshNumbers } from './renumber-changes.ts';

/**
 * Loads all rows of a backup into a database with the same migrations and no rows, in one transaction: all or nothing. The account owns
 * the tables and needs no more rights.
 * @param options.onLoaded the last part of the transaction
 * @throws DamageError when the rows are not those that were backed up · BackupError when there are rows already
 */
export function loadSnapshot(
  url: string,
  objects: ObjectStore,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  { tell, onLoaded }: { tell: Tell; onLoaded?: (client: pg.Client) => Promise<void> },
): Promise<void> {
  return withConnection(url, async (client) => {
    const ordered = orderAsHere(await listTables(client), tables);
    const documents = tables.find(({ schema, name }) => schema === 'desk' && name === 'documents');
    const numbers = await takeFreshNumbers(client, documents?.rows ?? 0);
    await client.query('begin');
    for (const table of ordered) await client.query(`alter table ${quote(table.schema, table.name)} disable trigger user`);
    // from here on nobody else writes: what was written since the tables were made is not ours to remove
    await requireNoRows(client, ordered);
    // what migrations and the queue put there comes with the backup
    for (const table of ordered.toReversed()) await client.query(`delete from ${quote(table.schema, table.name)}`);
    const progress = startProgress(
      tell,
      'rows loaded',
      tables.reduce((sum, { rows }) => sum + rows, 0),
    );
    for (const table of ordered) await loadTable(client, table, objects, progress);
    if (documents) await renumberChanges(client, numbers);
    for (const { schema, name, value } of sequences) await client.query('select setval($1::regclass, $2)', [quote(schema, name), value]);
    for (const table of ordered) await client.query(`alter table ${quote(table.schema, table.name)} enable trigger user`);
    await onLoaded?.(client);
    await client.query('commit');
    progress.end();
    await client.query('analyze');
  });
}

function orderAsHere(here: Table[], tables: TableInBackup[]): TableInBackup[] {
  const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`;
  const columns = new Map(here.map((table) => [nameOf(table), new Set(table.columns)]));
  for (const table of tables) {
    const known = columns.get(nameOf(table));
    const lacks = table.columns.some((column) => !known?.has(column));
    if (lacks) throw new BackupError(`This version of Countersign cannot store what the backup holds of ${nameOf(table)}.`);
  }
  const places = new Map(here.map((table, place) => [nameOf(table), place]));
  return tables.toSorted((one, other) => (places.get(nameOf(one)) ?? 0) - (places.get(nameOf(other)) ?? 0));
}

async function loadTable(client: pg.Client, table: TableInBackup, objects: ObjectStore, progress: Progress): Promise<void> {
  const { schema, name, columns, object } = table;
  const measure = measureRows();
  const statement = `copy ${quote(schema, name)} (${columns.map((column) => quote(column)).join(', ')}) from stdin`;
  try {
    await pipeline(Readable.from(objects.get(object.sha256)), createInflate(), measure.pass, client.query(copyFrom(statement)));
  } catch (cause) {
    // bytes that make no sense are noticed before their hash is known
    await requireWhole(objects, table);
    throw cause;
  }
  const measured = measure.measured();
  if (measured.rows !== table.rows || measured.sha256 !== table.sha256) throw new DamageError(`The rows of ${schema}.${name} are damaged.`);
  progress.add(measured.rows, object.size);
}

/** @throws DamageError with the names of the table and of its object */
async function requireWhole(objects: ObjectStore, { schema, name, object }: TableInBackup): Promise<void> {
  try {
    for await (const _ of objects.get(object.sha256));
  } catch (cause) {
    if (!(cause instanceof DamageError)) throw cause;
    throw new DamageError(`The rows of ${schema}.${name} are damaged. ${cause.message}`, { cause });
  }
}
