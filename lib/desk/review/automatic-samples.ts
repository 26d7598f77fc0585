import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import { AUTOMATIC_APPROVER, type AutomaticSamples } from '#lib/contract/desk/automatic-approval.ts';
import { upperErrorBound } from '#lib/document/statistics/upper-error-bound.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { type AuditDraft, appendAudit } from '../audit/append-audit.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { qualitySamples } from './tables.ts';

const ofAutomatic = (schemaId: string, since: string | null) =>
  and(
    eq(qualitySamples.schemaId, schemaId),
    eq(qualitySamples.approvedById, AUTOMATIC_APPROVER.id),
    since === null ? undefined : gte(qualitySamples.chosenAt, new Date(since)),
  );

/** What people found in the samples of documents of a schema that approved themselves since a moment. */
export async function sumAutomaticSamples(executor: Executor, schemaId: string, since: string | null): Promise<AutomaticSamples> {
  const { lookedAt, fields } = qualitySamples;
  const [row] = await executor
    .select({
      documents: sql<number>`(count(*) filter (where ${lookedAt} is not null))::int`,
      values: sql<number>`coalesce(sum(jsonb_array_length(${fields})), 0)::int`,
      errors: sql<number>`coalesce(sum(jsonb_array_length(jsonb_path_query_array(${fields}, '$[*] ? (@.agrees == false)'))), 0)::int`,
      waiting: sql<number>`(count(*) filter (where ${lookedAt} is null))::int`,
    })
    .from(qualitySamples)
    .where(ofAutomatic(schemaId, since));
  return row ?? { documents: 0, values: 0, errors: 0, waiting: 0 };
}

/** Since when the oldest of these samples waits for a person; null where none does. */
export async function findOldestUnchecked(executor: Executor, schemaId: string, since: string | null): Promise<Date | null> {
  const [oldest] = await executor
    .select({ at: qualitySamples.chosenAt })
    .from(qualitySamples)
    .where(and(isNull(qualitySamples.lookedAt), ofAutomatic(schemaId, since)))
    .orderBy(asc(qualitySamples.chosenAt))
    .limit(1);
  return oldest?.at ?? null;
}

/**
 * Switches the automatic approval of a schema off once the samples show, with 95 % confidence, that more values are wrong than its owner
 * accepts.
 */
export async function stopWhereExceeded(transaction: Transaction, schemaId: string): Promise<void> {
  const [row] = await transaction.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId)).for('update');
  const state = row?.automaticApproval;
  if (!state?.on) return;
  const { values, errors } = await sumAutomaticSamples(transaction, schemaId, state.since);
  if (lowerErrorBound(errors, values) <= state.error_rate) return;
  const at = now();
  await transaction
    .update(schemaSettings)
    .set({ automaticApproval: { ...state, on: false, stopped: { at: at.toISOString(), values, errors } }, updatedAt: at })
    .where(eq(schemaSettings.schemaId, schemaId));
  const stopped: AuditDraft = {
    actor: null,
    event: 'schema.automatic_approval_stopped',
    detail: { schema_id: schemaId, error_rate: state.error_rate, values, errors },
  };
  await appendAudit(transaction, [stopped]);
}

/** The error rate that is exceeded with 95 % confidence: the other side of the bound of Clopper and Pearson. */
function lowerErrorBound(errors: number, total: number): number {
  return errors === 0 ? 0 : 1 - upperErrorBound(total - errors, total);
}
