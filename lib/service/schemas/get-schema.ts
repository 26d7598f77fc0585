import { and, desc, eq, isNull } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { schemas, schemaVersions } from '../context/tables.ts';

/** All that is selected to build a `Schema`. */
export const SCHEMA_COLUMNS = {
  id: schemas.id,
  version: schemaVersions.version,
  draft: schemaVersions.draft,
  createdAt: schemas.createdAt,
  updatedAt: schemaVersions.createdAt,
};
type Selected = {
  id: string;
  version: number;
  draft: Omit<Schema, 'type' | 'id' | 'version' | 'created_at' | 'updated_at'>;
  createdAt: Date;
  updatedAt: Date;
};

/** The schema as the interface gives it. */
export function toSchema({ id, version, draft, createdAt, updatedAt }: Selected): Schema {
  return { type: 'schema', id, version, ...draft, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

/** The schema in the given version, else its newest. @throws ProblemError `not_found`, also for a removed one */
export async function getSchema(executor: Executor, id: string, version?: number): Promise<Schema> {
  const rows = isUuid(id)
    ? await executor
        .select(SCHEMA_COLUMNS)
        .from(schemas)
        .innerJoin(schemaVersions, eq(schemaVersions.schemaId, schemas.id))
        .where(and(eq(schemas.id, id), isNull(schemas.removedAt), version ? eq(schemaVersions.version, version) : undefined))
        .orderBy(desc(schemaVersions.version))
        .limit(1)
    : [];
  if (!rows[0])
    throw new ProblemError('not_found', version ? 'There is no such version of this schema.' : 'There is no schema with this id.');
  return toSchema(rows[0]);
}
