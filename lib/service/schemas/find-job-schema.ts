import { and, eq } from 'drizzle-orm';
import { type Schema, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { type JobRow, schemas, schemaVersions } from '../context/tables.ts';
import { SCHEMA_COLUMNS, toSchema } from './get-schema.ts';

/**
 * What a job extracts by: its draft, else the version it was created with, also when the schema was removed since. Null when there is
 * neither.
 */
export async function findJobSchema(executor: Executor, row: JobRow): Promise<Schema | null> {
  const { schemaId, schemaVersion, options } = row;
  if (schemaId === null) return null;
  const version = schemaVersion ?? 1;
  if (options.draft) {
    const at = row.createdAt.toISOString();
    return { type: 'schema', id: schemaId, version, ...schemaDraftSchema.parse(options.draft), created_at: at, updated_at: at };
  }
  const [found] = await executor
    .select(SCHEMA_COLUMNS)
    .from(schemas)
    .innerJoin(schemaVersions, eq(schemaVersions.schemaId, schemas.id))
    .where(and(eq(schemas.id, schemaId), eq(schemaVersions.version, version)));
  return found ? toSchema(found) : null;
}
