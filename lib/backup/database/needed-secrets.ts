import type pg from 'pg';
import type { SecretName } from '#lib/platform/secrets.ts';
import { quote } from './connect.ts';

/** Columns that hold texts encrypted with a secret: without it they are of no use. */
export const SECRET_COLUMNS = [
  { secret: 'encryption-key', schema: 'desk', table: 'deployments', column: 'encrypted_key' },
  { secret: 'encryption-key', schema: 'desk', table: 'submissions', column: 'password' },
  { secret: 'encryption-key', schema: 'service', table: 'documents', column: 'password' },
  { secret: 'session-secret', schema: 'session', table: 'two_factors', column: 'secret' },
] as const satisfies { secret: SecretName; schema: string; table: string; column: string }[];

/** The secrets that rows are encrypted with. Columns that an older database does not have need none. */
export async function findNeededSecrets(client: pg.Client): Promise<Set<SecretName>> {
  const needed = new Set<SecretName>();
  for (const { secret, schema, table, column } of SECRET_COLUMNS) {
    const { rowCount: isThere } = await client.query(
      'select from information_schema.columns where table_schema = $1 and table_name = $2 and column_name = $3',
      [schema, table, column],
    );
    if (!isThere) continue;
    const { rowCount } = await client.query(`select from ${quote(schema, table)} where ${quote(column)} is not null limit 1`);
    if (rowCount) needed.add(secret);
  }
  return needed;
}
