import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { type Schema, type SchemaDraft, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findDraftFaults } from '#lib/document/rules/find-draft-faults.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sendOpinion } from '../../context/send-opinion.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { findSchemaVersion, getCurrentSchema, toSchema } from '../schema-row.ts';
import { schemaSettings, schemas, schemaVersions } from '../tables.ts';

/** Every schema in its newest version, by name. */
export async function listSchemas(desk: Desk): Promise<Schema[]> {
  const rows = await desk.database
    .select({ version: schemaVersions, createdAt: schemas.createdAt })
    .from(schemas)
    .innerJoin(schemaVersions, and(eq(schemaVersions.schemaId, schemas.id), eq(schemaVersions.version, schemas.version)))
    .where(isNull(schemas.removedAt))
    .orderBy(asc(schemas.name), asc(schemas.id));
  return rows.map((row) => toSchema(row.version, row.createdAt));
}

/** One schema: its newest version, or that of the number (also of a removed schema). @throws ProblemError `not_found` */
export async function getSchema(desk: Desk, id: string, version?: number): Promise<Schema> {
  if (version === undefined) return getCurrentSchema(desk.database, id);
  const found = await findSchemaVersion(desk.database, id, version);
  if (!found) throw new ProblemError('not_found', 'The schema has no such version.');
  return found;
}

/** All versions, newest first. @throws ProblemError `not_found` */
export async function listSchemaVersions(desk: Desk, id: string): Promise<Schema[]> {
  const rows = await desk.database
    .select({ version: schemaVersions, createdAt: schemas.createdAt })
    .from(schemaVersions)
    .innerJoin(schemas, eq(schemas.id, schemaVersions.schemaId))
    .where(eq(schemaVersions.schemaId, id))
    .orderBy(desc(schemaVersions.version));
  if (rows.length === 0) throw new ProblemError('not_found', 'This schema does not exist.');
  return rows.map((row) => toSchema(row.version, row.createdAt));
}

/**
 * Saves a schema: a new one, or with `id` the next version of it. Saving what the newest version says already changes nothing.
 * @throws ProblemError `not_found`; `invalid_request` for patterns and rules that cannot be used, with the pointer of each
 */
export async function saveSchema(desk: Desk, actor: Actor, draft: SchemaDraft, id?: string): Promise<Schema> {
  const given = schemaDraftSchema.parse(draft);
  const errors = findDraftFaults(given);
  if (errors[0]) throw new ProblemError('invalid_request', `${errors[0].pointer}: ${errors[0].message}`, { errors });
  return desk.database.transaction(async (transaction) => {
    const saved = id === undefined ? await addSchema(transaction, actor, given) : await addVersion(transaction, actor, given, id);
    if (saved.isNew) {
      const detail = { schema_id: saved.schema.id, schema_name: saved.schema.name, schema_version: saved.schema.version };
      await appendAudit(transaction, [{ actor, event: 'schema.saved', detail }]);
    }
    return saved.schema;
  });
}

/** Adds a schema as version 1, inside the caller's transaction. */
export async function addSchema(transaction: Transaction, actor: Actor, draft: SchemaDraft): Promise<{ schema: Schema; isNew: true }> {
  const at = now();
  const id = newId();
  await transaction.insert(schemas).values({ id, name: draft.name, version: 1, createdAt: at, updatedAt: at });
  return { schema: await insertVersion(transaction, actor, draft, { id, version: 1, at, createdAt: at }), isNew: true };
}

async function addVersion(
  transaction: Transaction,
  actor: Actor,
  draft: SchemaDraft,
  id: string,
): Promise<{ schema: Schema; isNew: boolean }> {
  const [row] = await transaction.select().from(schemas).where(eq(schemas.id, id)).for('update');
  if (!row || row.removedAt) throw new ProblemError('not_found', 'This schema does not exist; someone may have removed it.');
  const present = await getCurrentSchema(transaction, id);
  if (JSON.stringify(schemaDraftSchema.parse(present)) === JSON.stringify(draft)) return { schema: present, isNew: false };
  const at = now();
  const version = row.version + 1;
  await transaction.update(schemas).set({ name: draft.name, version, updatedAt: at }).where(eq(schemas.id, id));
  return { schema: await insertVersion(transaction, actor, draft, { id, version, at, createdAt: row.createdAt }), isNew: true };
}

async function insertVersion(
  transaction: Transaction,
  actor: Actor,
  draft: SchemaDraft,
  of: { id: string; version: number; at: Date; createdAt: Date },
): Promise<Schema> {
  const [row] = await transaction
    .insert(schemaVersions)
    .values({
      schemaId: of.id,
      version: of.version,
      draft,
      createdAt: of.at,
      createdById: actor?.id ?? null,
      createdByName: actor?.name ?? null,
    })
    .returning();
  return toSchema(row!, of.createdAt);
}

/**
 * Takes a schema out of the lists; documents keep what was extracted with it, but none approves itself any more, and their second opinions end.
 * @throws ProblemError `not_found`
 */
export async function removeSchema(desk: Desk, actor: Actor, id: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    // who ends second opinions waits for this to be seen
    await transaction.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, id)).for('update');
    const schema = await getCurrentSchema(transaction, id);
    await transaction.update(schemas).set({ removedAt: now() }).where(eq(schemas.id, id));
    await transaction
      .update(schemaSettings)
      .set({ automaticApproval: sql`jsonb_set(${schemaSettings.automaticApproval}, '{on}', 'false')`, secondOpinionBy: null })
      .where(eq(schemaSettings.schemaId, id));
    // what was imported for it has no document here that it would go with
    await sendTeach(desk, { schemaId: id }, { tx: transaction });
    await sendOpinion(desk, { schemaId: id }, { tx: transaction });
    await appendAudit(transaction, [{ actor, event: 'schema.removed', detail: { schema_id: id, schema_name: schema.name } }]);
  });
}
