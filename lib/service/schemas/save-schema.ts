import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Database, Transaction } from '#lib/platform/database/database.ts';
import { deleteExamples } from '../context/delete-examples.ts';
import { examples, schemas, schemaVersions } from '../context/tables.ts';
import { getSchema } from './get-schema.ts';

type OnSaved = (tx: Transaction, schema: Schema) => Promise<void>;

/** Saves a new schema as version 1. @param onSaved runs in the same transaction */
export async function createSchema(database: Database, draft: SchemaDraft, onSaved?: OnSaved): Promise<Schema> {
  return database.transaction(async (tx) => {
    const schema = await insertSchema(tx, newId(), draft);
    await onSaved?.(tx, schema);
    return schema;
  });
}

/**
 * Saves a schema under an id of the caller's choice: the next version of a known one, version 1 of a new one. Saving what
 * the newest version says already makes no version, so repeating the request is harmless.
 * @param onSaved runs in the same transaction, when a version was made
 * @throws ProblemError `conflict` when a schema of this id was removed
 */
export async function saveSchema(
  database: Database,
  id: string,
  draft: SchemaDraft,
  onSaved?: (tx: Transaction, schema: Schema, created: boolean) => Promise<void>,
): Promise<{ schema: Schema; created: boolean }> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`service-schema:${id.toLowerCase()}`}, 0))`);
    const [known] = await tx.select().from(schemas).where(eq(schemas.id, id));
    if (!known) {
      const schema = await insertSchema(tx, id, draft);
      await onSaved?.(tx, schema, true);
      return { schema, created: true };
    }
    if (known.removedAt) throw new ProblemError('conflict', 'A schema with this id was removed. Use another id.');
    const newest = await getSchema(tx, id);
    const { type: _type, id: _id, version: _version, created_at: _created, updated_at: _updated, ...kept } = newest;
    if (isDeepStrictEqual(kept, JSON.parse(JSON.stringify(draft)))) return { schema: newest, created: false };
    const version = known.version + 1;
    await tx.insert(schemaVersions).values({ schemaId: id, version, draft });
    await tx.update(schemas).set({ version, updatedAt: sql`now()` }).where(eq(schemas.id, id));
    const schema = await getSchema(tx, id);
    await onSaved?.(tx, schema, false);
    return { schema, created: false };
  });
}

/**
 * Removes a schema from use, with all that it has learned; jobs that used it keep the version they name.
 * @throws ProblemError `not_found`
 */
export async function removeSchema(tx: Transaction, id: string): Promise<void> {
  const removed = await tx
    .update(schemas)
    .set({ removedAt: sql`now()` })
    .where(and(eq(schemas.id, id), isNull(schemas.removedAt)))
    .returning({ id: schemas.id });
  if (removed.length === 0) throw new ProblemError('not_found', 'There is no schema with this id.');
  await deleteExamples(tx, eq(examples.schemaId, id));
}

async function insertSchema(tx: Transaction, id: string, draft: SchemaDraft): Promise<Schema> {
  await tx.insert(schemas).values({ id, version: 1 });
  await tx.insert(schemaVersions).values({ schemaId: id, version: 1, draft });
  return getSchema(tx, id);
}
