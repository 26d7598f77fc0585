import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { type ListPage, parseCursor, toListPage } from '../context/cursor.ts';
import { schemas, schemaVersions } from '../context/tables.ts';
import { getSchema, SCHEMA_COLUMNS, toSchema } from './get-schema.ts';

/** A page of schemas in their newest versions, newest schema first. */
export async function listSchemas(database: Database, page: { cursor?: string; limit: number }): Promise<ListPage<Schema>> {
  const after = parseCursor(page.cursor);
  const rows = await database
    .select(SCHEMA_COLUMNS)
    .from(schemas)
    .innerJoin(schemaVersions, and(eq(schemaVersions.schemaId, schemas.id), eq(schemaVersions.version, schemas.version)))
    .where(and(isNull(schemas.removedAt), after ? lt(schemas.id, after) : undefined))
    .orderBy(desc(schemas.id))
    .limit(page.limit + 1);
  return toListPage(rows, page.limit, toSchema);
}

/** Every version of a schema, newest first. @throws ProblemError `not_found` */
export async function listSchemaVersions(database: Database, id: string): Promise<Schema[]> {
  await getSchema(database, id);
  const rows = await database
    .select(SCHEMA_COLUMNS)
    .from(schemas)
    .innerJoin(schemaVersions, eq(schemaVersions.schemaId, schemas.id))
    .where(eq(schemas.id, id))
    .orderBy(desc(schemaVersions.version));
  return rows.map(toSchema);
}
