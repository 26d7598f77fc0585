import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents } from '../documents/tables.ts';

/** How PostgreSQL would count the documents that fit, a step a line. */
export async function planOf(executor: Executor, condition: SQL | undefined): Promise<string> {
  const { sql: text, params } = new PgDialect().sqlToQuery(sql`explain select count(*) from ${documents} where ${condition ?? sql`true`}`);
  const literal = text.replaceAll(/\$(\d+)/g, (_, place) => `'${String(params[Number(place) - 1]).replaceAll("'", "''")}'`);
  const { rows } = await executor.execute<{ 'QUERY PLAN': string }>(sql.raw(literal));
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
