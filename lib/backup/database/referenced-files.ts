import type pg from 'pg';
import { fileKey } from '#lib/files/file-key.ts';
import { quote } from './connect.ts';

/** The columns whose hashes name files that must be there. */
export const FILE_COLUMNS = [
  { schema: 'desk', table: 'documents', column: 'sha256' },
  { schema: 'desk', table: 'kept_answers', column: 'sha256' },
  { schema: 'service', table: 'documents', column: 'sha256' },
] as const;

/** Keys of all files that the database refers to. A room that an older database does not have refers to none. */
export async function listReferencedFiles(client: pg.Client): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const { schema, table, column } of FILE_COLUMNS) {
    const { rows: found } = await client.query('select to_regclass($1) is not null as there', [`${schema}.${table}`]);
    if (!(found[0] as { there: boolean }).there) continue;
    const { rows } = await client.query<{ sha256: string }>(`select distinct ${quote(column)} as sha256 from ${quote(schema, table)}`);
    for (const { sha256 } of rows) keys.add(fileKey(sha256));
  }
  return keys;
}
