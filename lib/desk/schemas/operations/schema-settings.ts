import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { SaveSchemaSettings, SaveThreshold, SchemaSettings, saveRetentionSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { isSameJson } from '#lib/document/review/seen.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sendCount } from '../../context/send-count.ts';
import { sendOpinion } from '../../context/send-opinion.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { chooseDeployment } from '../../deployments/choose-deployment.ts';
import { getCurrentSchema } from '../schema-row.ts';
import { findSchemaSettings, type SchemaSettingsRow } from '../schema-settings-row.ts';
import { schemaSettings, schemas } from '../tables.ts';
import { listSchemas } from './save-schema.ts';

const NUMBERS = new Set(['number', 'integer', 'money', 'percentage']);

function toSettings(schema: Schema, row: SchemaSettingsRow | null): SchemaSettings {
  return {
    schema_id: schema.id,
    schema_name: schema.name,
    second_approval: row?.secondApproval ?? { when: 'never' },
    priority: (row?.priority ?? null) as SchemaSettings['priority'],
    due_after_hours: row?.dueAfterHours ?? null,
    sample_percent: row?.samplePercent ?? 0,
    retention_days: row?.retentionDays ?? null,
    learn_from_approvals: row?.learnFromApprovals ?? true,
    second_opinion_by: row?.secondOpinionBy ?? null,
    thresholds: row?.thresholds ?? null,
    rejection_reasons: row?.rejectionReasons ?? [],
  };
}

/** The settings of every schema, by the schema's name. */
export async function listSchemaSettings(desk: Desk): Promise<SchemaSettings[]> {
  const [all, rows] = await Promise.all([listSchemas(desk), desk.database.select().from(schemaSettings)]);
  return all.map((schema) => toSettings(schema, rows.find((row) => row.schemaId === schema.id) ?? null));
}

/**
 * Saves what is done with documents of a schema from now on.
 * @throws ProblemError `not_found`; `invalid_request` when the rule's field is no number of the schema, or second opinions are to come from a
 * deployment that is unknown, retired or not ours; what `DeploymentError` says where that one must be asked and cannot be
 */
export async function saveSchemaSettings(
  desk: Desk,
  actor: NonNullable<Actor>,
  schemaId: string,
  body: SaveSchemaSettings,
): Promise<SchemaSettings> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  const rule = body.second_approval;
  if (rule.when === 'above' && !schema.fields.some((field) => field.name === rule.field && NUMBERS.has(field.type))) {
    const message = `The schema has no field “${rule.field}” that is a number or an amount.`;
    throw new ProblemError('invalid_request', message, { errors: [{ pointer: '/second_approval/field', message }] });
  }
  const { second_opinion_by: secondOpinionBy } = body;
  if (secondOpinionBy) await requireOurs(desk, schemaId, secondOpinionBy);
  const change = {
    secondApproval: rule,
    priority: body.priority,
    dueAfterHours: body.due_after_hours,
    samplePercent: body.sample_percent,
    ...(body.learn_from_approvals === undefined ? {} : { learnFromApprovals: body.learn_from_approvals }),
    ...(secondOpinionBy === undefined ? {} : { secondOpinionBy }),
    ...(body.rejection_reasons === undefined ? {} : { rejectionReasons: [...new Set(body.rejection_reasons)] }),
  };
  return save(desk, actor, schema, change, 'schema.settings_saved');
}

/** Second opinions come from deployments of ours that take documents. One that was chosen before stays, whatever became of it. @throws ProblemError */
async function requireOurs(desk: Desk, schemaId: string, deploymentId: string): Promise<void> {
  const before = await findSchemaSettings(desk.database, schemaId);
  if (before?.secondOpinionBy === deploymentId) return;
  const refuse = (message: string) =>
    new ProblemError('invalid_request', message, { errors: [{ pointer: '/second_opinion_by', message }] });
  const chosen = await chooseDeployment(desk, deploymentId).catch((error) => {
    throw error instanceof ProblemError && (error.code === 'not_found' || error.code === 'conflict') ? refuse(error.message) : error;
  });
  const isOurs = chosen.embedded || (chosen.ours ?? (await chosen.client.isOurs().catch(refuseHeld)));
  if (!isOurs) throw refuse(`“${chosen.name}” is not a document service of Countersign, so it learns nothing. Choose another one.`);
}

/** For a person who waits: what may only be asked later becomes a problem that says so. */
function refuseHeld(error: unknown): never {
  throw error instanceof HeldError ? new ProblemError('deployment_unreachable', error.message, { cause: error }) : error;
}

/** Saves how long approved documents of a schema are kept. @throws ProblemError `not_found` */
export async function saveRetention(
  desk: Desk,
  actor: NonNullable<Actor>,
  schemaId: string,
  body: z.output<typeof saveRetentionSchema>,
): Promise<SchemaSettings> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  return save(desk, actor, schema, { retentionDays: body.retention_days }, 'schema.retention_saved');
}

/**
 * Saves below which confidence values of a field, or of all fields, are flagged; the other thresholds stay. The flags of documents that
 * wait are counted anew by the worker.
 * @throws ProblemError `not_found`; `invalid_request` for a field that the schema does not have
 */
export async function saveThreshold(desk: Desk, actor: NonNullable<Actor>, schemaId: string, body: SaveThreshold): Promise<SchemaSettings> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  const { field, threshold } = body;
  const known = new Set(schema.fields.flatMap(({ name, fields = [] }) => [name, ...fields.map((column) => `${name}.${column.name}`)]));
  if (field !== null && !known.has(field)) {
    const message = `The schema has no field “${field}”.`;
    throw new ProblemError('invalid_request', message, { errors: [{ pointer: '/field', message }] });
  }
  const change = ({ thresholds }: SchemaSettings): Change => {
    // those of fields that are gone go with them
    const fields = Object.entries(thresholds?.fields ?? {}).filter(([name]) => known.has(name) && name !== field);
    if (field !== null && threshold !== null) fields.push([field, threshold]);
    const all = field === null ? threshold : (thresholds?.all ?? null);
    return { thresholds: all === null && fields.length === 0 ? null : { all, fields: Object.fromEntries(fields) } };
  };
  return save(desk, actor, schema, change, 'schema.thresholds_saved');
}

type Change = Partial<Omit<SchemaSettingsRow, 'schemaId' | 'updatedAt'>>;

/** @param wanted what changes, or how it follows from what was set before */
async function save(
  desk: Desk,
  actor: NonNullable<Actor>,
  schema: Schema,
  wanted: Change | ((before: SchemaSettings) => Change),
  event: string,
): Promise<SchemaSettings> {
  return desk.database.transaction(async (transaction) => {
    // one after the other, so that nobody changes what another has just changed
    const [known] = await transaction.select().from(schemas).where(eq(schemas.id, schema.id)).for('update');
    if (!known || known.removedAt) throw new ProblemError('not_found', 'This schema does not exist; someone may have removed it.');
    const before = toSettings(schema, await findSchemaSettings(transaction, schema.id));
    const change = typeof wanted === 'function' ? wanted(before) : wanted;
    const fresh = { schemaId: schema.id, secondApproval: { when: 'never' as const } };
    const updatedAt = now();
    const [row] = await transaction
      .insert(schemaSettings)
      .values({ ...fresh, ...change, updatedAt })
      .onConflictDoUpdate({ target: schemaSettings.schemaId, set: { ...change, updatedAt } })
      .returning();
    const after = toSettings(schema, row ?? null);
    // what was taught is taken back, or what was approved meanwhile is taught
    if (after.learn_from_approvals !== before.learn_from_approvals) await sendTeach(desk, { schemaId: schema.id }, { tx: transaction });
    const wasAsked = before.learn_from_approvals && before.second_opinion_by;
    // what was sent for opinions that are not wanted any more is deleted
    if (wasAsked && (!after.learn_from_approvals || after.second_opinion_by !== wasAsked))
      await sendOpinion(desk, { schemaId: schema.id }, { tx: transaction });
    if (!isSameJson(after.thresholds, before.thresholds)) await sendCount(desk, { schemaId: schema.id }, { tx: transaction });
    const detail = { schema_id: schema.id, schema_name: schema.name };
    await appendAudit(transaction, [{ actor, event, oldValue: before, newValue: after, detail }]);
    return after;
  });
}
