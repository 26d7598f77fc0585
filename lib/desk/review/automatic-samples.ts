import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import {
  AUTOMATIC_APPROVER,
  type AutomaticApprovalState,
  type AutomaticSamples,
  type CheckedFields,
} from '#lib/contract/desk/automatic-approval.ts';
import { upperErrorBound } from '#lib/document/statistics/upper-error-bound.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { schemaSettings } from '../schemas/tables.ts';

const RISK = 0.05;

const isUnchecked = (schemaId: string, since: string | null) =>
  and(
    isNull(qualitySamples.lookedAt),
    eq(qualitySamples.schemaId, schemaId),
    eq(qualitySamples.approvedById, AUTOMATIC_APPROVER.id),
    since === null ? undefined : gte(qualitySamples.chosenAt, new Date(since)),
  );

/** What people found in the samples of documents of a schema that approved themselves, and what waits for them. */
export async function sumAutomaticSamples(
  executor: Executor,
  schemaId: string,
  { since, checked }: Pick<AutomaticApprovalState, 'since' | 'checked'>,
): Promise<AutomaticSamples> {
  const [row] = await executor.select({ waiting: sql<number>`count(*)::int` }).from(qualitySamples).where(isUnchecked(schemaId, since));
  return { documents: checked.documents, ...sumChecked(checked.fields), waiting: row?.waiting ?? 0 };
}

/** Since when the oldest of these samples waits for a person; null where none does. */
export async function findOldestUnchecked(executor: Executor, schemaId: string, since: string | null): Promise<Date | null> {
  const [oldest] = await executor
    .select({ at: qualitySamples.chosenAt })
    .from(qualitySamples)
    .where(isUnchecked(schemaId, since))
    .orderBy(asc(qualitySamples.chosenAt))
    .limit(1);
  return oldest?.at ?? null;
}

/**
 * Adds what a person found in a sample, and switches the automatic approval of the schema off once the samples show that more is wrong than
 * its owner accepts. The sums stand with the settings: they stay when documents are removed.
 * @param sample drawn before it was switched on anew, it does not count
 * @param outcome whether each field that stood in it was wrong
 */
export async function addCheckedSample(
  transaction: Transaction,
  sample: { schemaId: string; chosenAt: Date },
  outcome: ReadonlyMap<string, { isWrong: boolean }>,
): Promise<void> {
  const { schemaId } = sample;
  const [row] = await transaction.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId)).for('update');
  const state = row?.automaticApproval;
  if (!state?.since || sample.chosenAt < new Date(state.since)) return;
  const fields = { ...state.checked.fields };
  for (const [field, { isWrong }] of outcome) {
    const { seen, wrong } = Object.hasOwn(fields, field) ? fields[field]! : { seen: 0, wrong: 0 };
    fields[field] = { seen: seen + 1, wrong: wrong + (isWrong ? 1 : 0) };
  }
  const checked = { documents: state.checked.documents + 1, fields };
  await saveOrStop(transaction, schemaId, { ...state, checked });
}

/** Saves what is kept of it, switched off where the samples exceed what is accepted; for callers that hold the row. */
export async function saveOrStop(transaction: Transaction, schemaId: string, state: AutomaticApprovalState): Promise<void> {
  const at = now();
  const isOver = state.on && exceeds(state.checked.fields, state.error_rate);
  const sums = sumChecked(state.checked.fields);
  const automaticApproval = isOver ? { ...state, on: false, stopped: { at: at.toISOString(), ...sums } } : state;
  await transaction.update(schemaSettings).set({ automaticApproval, updatedAt: at }).where(eq(schemaSettings.schemaId, schemaId));
  if (!isOver) return;
  const detail = { schema_id: schemaId, error_rate: state.error_rate, ...sums };
  await appendAudit(transaction, [{ actor: null, event: 'schema.automatic_approval_stopped', detail }]);
}

/**
 * True once the samples show with 95 % confidence that the fields together are wrong more often than accepted, or a single one is: the other
 * side of the bound of Clopper and Pearson, for single fields with the risk shared among them (Bonferroni).
 */
function exceeds(fields: CheckedFields, errorRate: number): boolean {
  const each = Object.values(fields);
  const all = sumChecked(fields);
  return (
    lowerErrorBound(all.errors, all.values, RISK) > errorRate ||
    each.some(({ seen, wrong }) => lowerErrorBound(wrong, seen, RISK / each.length) > errorRate)
  );
}

function lowerErrorBound(errors: number, total: number, risk: number): number {
  return errors === 0 ? 0 : 1 - upperErrorBound(total - errors, total, 1 - risk);
}

function sumChecked(fields: CheckedFields): { values: number; errors: number } {
  const all = Object.values(fields);
  return { values: all.reduce((sum, { seen }) => sum + seen, 0), errors: all.reduce((sum, { wrong }) => sum + wrong, 0) };
}
