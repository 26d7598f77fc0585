import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { SecondApprovalRule } from '#lib/contract/desk/schemas/schema-settings.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Actor } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { lastingCondition, listQueuesOf } from '../documents/queue-condition.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';

/** True when values fall under the rule. A missing amount does: what cannot be compared is not let through. */
export function isUnderRule(rule: SecondApprovalRule, fields: MergedFields): boolean {
  if (rule.when !== 'above') return rule.when === 'always';
  const entry = ownValue(fields, rule.field);
  const value = entry === undefined || Array.isArray(entry) ? null : entry.value;
  return typeof value !== 'number' || value > rule.amount;
}

/**
 * Whether an approval by this person is only the first of two, by the settings of the document's schema or of a queue whose lasting
 * conditions it meets. A first approval that stands always asks for the second, whatever was changed since.
 * @throws ProblemError `same_approver` when it would be the second one, by the person who gave the first
 */
export async function isFirstOfTwo(
  transaction: Transaction,
  row: DocumentRow,
  fields: MergedFields,
  actor: NonNullable<Actor>,
): Promise<boolean> {
  if (row.firstApproval?.id === actor.id)
    throw new ProblemError('same_approver', 'You gave the first approval. The second one must come from someone else.');
  if (row.firstApproval !== null) return false;
  return needsTwo(transaction, row, fields);
}

/** Whether two people must approve, by the settings of the document's schema or of a queue whose lasting conditions it meets. */
export async function needsTwo(
  transaction: Transaction,
  row: Pick<DocumentRow, 'id' | 'schemaId'>,
  fields: MergedFields,
): Promise<boolean> {
  const settings = await findSchemaSettings(transaction, row.schemaId);
  if (settings !== null && isUnderRule(settings.secondApproval, fields)) return true;
  const holding = await listQueuesOf(transaction, row.id, lastingCondition, ({ draft }) => draft.second_approval);
  return holding.length > 0;
}
