import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import {
  AUTOMATIC_APPROVER,
  type AutomaticApprovalState,
  type AutomaticSamples,
  type CheckedField,
  type StoppedBySamples,
} from '#lib/contract/desk/automatic-approval.ts';
import type { FieldOutcome } from '#lib/document/review/field-outcomes.ts';
import { upperErrorBound } from '#lib/document/statistics/upper-error-bound.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents } from '../documents/tables.ts';
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
  const isApproved = eq(documents.state, 'approved');
  const [row] = await executor
    .select({
      waiting: sql<number>`(count(*) filter (where ${isApproved}))::int`,
      reopened: sql<number>`(count(*) filter (where not (${isApproved})))::int`,
    })
    .from(qualitySamples)
    .innerJoin(documents, eq(documents.id, qualitySamples.documentId))
    .where(isUnchecked(schemaId, since));
  return { documents: checked.documents, ...sumChecked(checked.fields), waiting: row?.waiting ?? 0, reopened: row?.reopened ?? 0 };
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
 */
export async function addCheckedSample(
  transaction: Transaction,
  sample: { schemaId: string; chosenAt: Date },
  outcomes: readonly FieldOutcome[],
): Promise<void> {
  const { schemaId } = sample;
  const [row] = await transaction.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId)).for('update');
  const state = row?.automaticApproval;
  if (!state?.since || sample.chosenAt < new Date(state.since)) return;
  const fields = [...state.checked.fields];
  for (const { field, isEmpty, isWrong } of outcomes) {
    const at = fields.findIndex((one) => one.field === field && one.isEmpty === isEmpty);
    const known = fields[at] ?? { field, isEmpty, seen: 0, wrong: 0 };
    fields.splice(at < 0 ? fields.length : at, 1, { ...known, seen: known.seen + 1, wrong: known.wrong + (isWrong ? 1 : 0) });
  }
  const checked = { documents: state.checked.documents + 1, fields };
  await saveOrStop(transaction, schemaId, { ...state, checked });
}

/** Saves what is kept of it, switched off where the samples exceed what is accepted; for callers that hold the row. */
export async function saveOrStop(transaction: Transaction, schemaId: string, state: AutomaticApprovalState): Promise<void> {
  const at = now();
  const excess = state.on ? findExcess(state.checked.fields, state.error_rate) : null;
  const automaticApproval = excess ? { ...state, on: false, stopped: { at: at.toISOString(), ...excess } } : state;
  await transaction.update(schemaSettings).set({ automaticApproval, updatedAt: at }).where(eq(schemaSettings.schemaId, schemaId));
  if (!excess) return;
  const detail = { schema_id: schemaId, error_rate: state.error_rate, ...excess };
  await appendAudit(transaction, [{ actor: null, event: 'schema.automatic_approval_stopped', detail }]);
}

/**
 * What shows with 95 % confidence that more is wrong than accepted: what was found of all fields together, or a single field, found or empty;
 * null while nothing does. It is the other side of the bound of Clopper and Pearson, for single fields with the risk shared among them
 * (Bonferroni).
 */
function findExcess(fields: readonly CheckedField[], errorRate: number): Omit<StoppedBySamples, 'at'> | null {
  const worst = fields.find(({ seen, wrong }) => lowerErrorBound(wrong, seen, RISK / fields.length) > errorRate);
  if (worst) return { field: worst.field, values: worst.seen, errors: worst.wrong };
  const all = sumChecked(fields);
  return lowerErrorBound(all.errors, all.values, RISK) > errorRate ? { field: null, ...all } : null;
}

function lowerErrorBound(errors: number, total: number, risk: number): number {
  return errors === 0 ? 0 : 1 - upperErrorBound(total - errors, total, 1 - risk);
}

/** Of what was found; what is rightly empty would make errors look rare. */
function sumChecked(fields: readonly CheckedField[]): { values: number; errors: number } {
  const found = fields.filter(({ isEmpty }) => !isEmpty);
  return { values: found.reduce((sum, { seen }) => sum + seen, 0), errors: found.reduce((sum, { wrong }) => sum + wrong, 0) };
}
