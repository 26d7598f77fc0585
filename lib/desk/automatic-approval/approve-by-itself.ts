import { eq, sql } from 'drizzle-orm';
import { AUTOMATIC_APPROVER, type AutomaticApprovalState, type PauseReason } from '#lib/contract/desk/automatic-approval.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { passesLimits } from '#lib/document/review/passes-limits.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import type { AuditDraft } from '../audit/append-audit.ts';
import type { Desk } from '../context/desk.ts';
import { sendCount } from '../context/send-count.ts';
import { removeAssignments } from '../documents/availability/assignment.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { stateAfter } from '../documents/states/document-states.ts';
import { documentAssignments, documentLocks, documentPostponements, documentSplits, documents, submissions } from '../documents/tables.ts';
import { settleEntries } from '../inbox/settle-entries.ts';
import { findOldestUnchecked } from '../review/automatic-samples.ts';
import { drawSample } from '../review/draw-sample.ts';
import type { Review } from '../review/review.ts';
import { needsTwo } from '../review/second-approval.ts';
import { actions, comments, decisions } from '../review/tables.ts';
import { wasReadWhole } from '../review/was-read-whole.ts';
import { findSchemaSettings, type SchemaSettingsRow } from '../schemas/schema-settings-row.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { findLimits, type Limits, toPassLimits } from './find-limits.ts';

/** Samples that nobody has checked for so long stop the approving: without them nobody would see it going wrong. */
const LONGEST_UNCHECKED_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

/** What is to be known before an answer is stored; null where documents of the schema do not approve themselves. */
export type ApprovalRule = { state: AutomaticApprovalState; limits: Limits };

/**
 * The rule by which documents of a schema approve themselves, with what approvals say of its fields now; null where it is switched
 * off or paused.
 */
export async function findApprovalRule(
  executor: Executor,
  answer: { documentId: string; schema: Schema; engine: string },
): Promise<ApprovalRule | null> {
  const settings = await findSchemaSettings(executor, answer.schema.id);
  const state = settings?.automaticApproval;
  if (!settings || !state?.on || (await findPause(executor, settings, state)) !== null) return null;
  const [at] = await executor.select().from(submissions).where(eq(submissions.documentId, answer.documentId));
  const limits = await findLimits(executor, {
    schema: answer.schema,
    thresholds: settings.thresholds,
    deploymentId: at?.deploymentId ?? '',
    errorRate: state.error_rate,
    engine: answer.engine,
  });
  return { state, limits };
}

/** Why documents do not approve themselves although that is switched on; null where they do. */
export async function findPause(
  executor: Executor,
  settings: Pick<SchemaSettingsRow, 'schemaId' | 'secondApproval'>,
  state: AutomaticApprovalState,
): Promise<PauseReason | null> {
  if (settings.secondApproval.when === 'always') return 'second_approval';
  const oldest = await findOldestUnchecked(executor, settings.schemaId, state.since);
  const isLate = oldest !== null && now().getTime() - oldest.getTime() > LONGEST_UNCHECKED_DAYS * DAY_MS;
  return isLate ? 'samples_wait' : null;
}

/**
 * Approves a document whose values all pass, in the transaction that stores them. Not where a person had it in hand, where two people
 * must approve, or where anything was said of the answer or the file.
 * @param row just written, `to_review`
 * @param options.isAwaited it waited for a second opinion of its first answer: it may be in a queue by now, and given to a person by that
 * @returns what to append to the audit trail; null where a person is to look at it
 */
export async function approveByItself(
  desk: Desk,
  transaction: Transaction,
  row: DocumentRow,
  answer: Pick<Review, 'schema' | 'result' | 'fields' | 'flags' | 'notice' | 'unfitting' | 'unfittingLeft'>,
  rule: ApprovalRule,
  { isAwaited = false }: { isAwaited?: boolean } = {},
): Promise<AuditDraft[] | null> {
  const isFresh = (isAwaited || row.reviewSince === null) && wasReadWhole(row, answer);
  if (!isFresh || !passesLimits(answer, toPassLimits(rule.limits))) return null;
  // it may have been switched off meanwhile, by a person or by a sample
  const [settings] = await transaction.select().from(schemaSettings).where(eq(schemaSettings.schemaId, answer.schema.id)).for('share');
  const { state, limits } = rule;
  if (!settings?.automaticApproval?.on || settings.automaticApproval.error_rate !== state.error_rate) return null;
  if ((await needsTwo(transaction, row, answer.fields)) || (await wasInHand(transaction, row.id, isAwaited))) return null;
  const [at, revision] = [now(), row.revision + 1];
  await transaction.insert(decisions).values({
    id: newId(),
    documentId: row.id,
    kind: 'auto_approve',
    revision,
    actorId: AUTOMATIC_APPROVER.id,
    actorName: AUTOMATIC_APPROVER.name,
    at,
  });
  await transaction
    .update(documents)
    .set({
      ...stateAfter('approved', row.state, 'approved'),
      revision,
      updatedAt: at,
      approvedAt: at,
      escalatedAt: null,
      approvedAutomatically: true,
    })
    .where(eq(documents.id, row.id));
  if (isAwaited) await removeAssignments(transaction, [row.id]);
  await sendCount(desk, { documentId: row.id }, { tx: transaction });
  await settleEntries(transaction, [row.id]);
  const draw = await drawSample(transaction, row, state.sample_percent, { revision, at, by: AUTOMATIC_APPROVER, answer: answer.result });
  const detail = {
    schema_id: answer.schema.id,
    schema_version: answer.schema.version,
    error_rate: state.error_rate,
    evidence_since: limits.since,
    ...draw?.detail,
  };
  return [{ actor: null, documentId: row.id, event: 'document.approved_automatically', detail }, ...(draw?.drafts ?? [])];
}

/** Whether anybody did anything with it, has it open, was asked to look at it, or is to say whether it is several documents. */
async function wasInHand(transaction: Transaction, id: string, isAwaited: boolean): Promise<boolean> {
  const tables = [actions, comments, decisions, documentLocks, documentPostponements];
  // what a queue gave to somebody who has not begun is in nobody's hand
  const isGiven = isAwaited ? sql`and ${documentAssignments.by} ->> 'kind' is distinct from 'queue'` : sql``;
  const anyOf = sql.join(
    [
      ...tables.map((table) => sql`exists (select 1 from ${table} where ${table.documentId} = ${id})`),
      sql`exists (select 1 from ${documentAssignments} where ${documentAssignments.documentId} = ${id} ${isGiven})`,
    ],
    sql` or `,
  );
  const isSplitOpen = sql`exists (select 1 from ${documentSplits}
    where ${documentSplits.documentId} = ${id} and ${documentSplits.state} in ('looking', 'proposed'))`;
  const { rows } = await transaction.execute<{ found: boolean }>(sql`select (${anyOf} or ${isSplitOpen}) as found`);
  return rows[0]?.found ?? true;
}
