import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { quote, withConnection } from '../database/connect.ts';
import type { TableInBackup } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';

type Columns = Pick<TableInBackup, 'schema' | 'name' | 'columns'>;

/** Rows of a table in a backup, sorted, as texts. @param without columns that are left out */
export async function readRowsOfBackup({ objects }: Repository, table: TableInBackup, without: string[] = []): Promise<string[]> {
  let bytes = Buffer.alloc(0);
  await pipeline(objects.get(table.object.sha256), createInflate(), async (source) => {
    bytes = await buffer(source);
  });
  return toRows(bytes, table, without);
}

/** Rows of a table in a database, sorted, as texts. */
export function readRows(url: string, table: Columns, without: string[] = []): Promise<string[]> {
  const columns = table.columns.map((column) => quote(column)).join(', ');
  return withConnection(url, async (client) => {
    const rows = client.query(copyTo(`copy (select ${columns} from ${quote(table.schema, table.name)}) to stdout`));
    return toRows(await buffer(rows), table, without);
  });
}

function toRows(bytes: Buffer, { columns }: Columns, without: string[]): string[] {
  const kept = columns.map((column) => !without.includes(column));
  return bytes
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .split('\t')
        .filter((_value, place) => kept[place])
        .join('\t'),
    )
    .toSorted();
}
