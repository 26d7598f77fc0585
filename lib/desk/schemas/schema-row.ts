import { and, eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { schemas, schemaVersions } from './tables.ts';

type VersionRow = typeof schemaVersions.$inferSelect;

/** A saved version as the contract has it. `created_at` is that of the first version, `updated_at` that of this one. */
export function toSchema(row: VersionRow, schemaCreatedAt: Date): Schema {
  return {
    ...row.draft,
    type: 'schema',
    id: row.schemaId,
    version: row.version,
    created_at: schemaCreatedAt.toISOString(),
    updated_at: row.createdAt.toISOString(),
  };
}

/** That version of a schema, also of a removed one; null when there is none. */
export async function findSchemaVersion(executor: Executor, id: string, version: number): Promise<Schema | null> {
  const [found] = await executor
    .select({ version: schemaVersions, createdAt: schemas.createdAt })
    .from(schemaVersions)
    .innerJoin(schemas, eq(schemas.id, schemaVersions.schemaId))
    .where(and(eq(schemaVersions.schemaId, id), eq(schemaVersions.version, version)));
  return found ? toSchema(found.version, found.createdAt) : null;
}

/** The newest version of a schema that was not removed. @throws ProblemError `not_found` */
export async function getCurrentSchema(executor: Executor, id: string): Promise<Schema> {
  const [found] = await executor
    .select({ version: schemaVersions, createdAt: schemas.createdAt, removedAt: schemas.removedAt })
    .from(schemas)
    .innerJoin(schemaVersions, and(eq(schemaVersions.schemaId, schemas.id), eq(schemaVersions.version, schemas.version)))
    .where(eq(schemas.id, id));
  if (!found || found.removedAt) throw new ProblemError('not_found', 'This schema does not exist; someone may have removed it.');
  return toSchema(found.version, found.createdAt);
}

/** The newest version of a schema, also of a removed one; null when there never was one. */
export async function findNewestSchema(executor: Executor, id: string): Promise<Schema | null> {
  const [found] = await executor
    .select({ version: schemaVersions, createdAt: schemas.createdAt })
    .from(schemas)
    .innerJoin(schemaVersions, and(eq(schemaVersions.schemaId, schemas.id), eq(schemaVersions.version, schemas.version)))
    .where(eq(schemas.id, id));
  return found ? toSchema(found.version, found.createdAt) : null;
}
