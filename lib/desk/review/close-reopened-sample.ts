import { and, eq, isNull } from 'drizzle-orm';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import { fieldOutcomes } from '#lib/document/review/field-outcomes.ts';
import { judgeValues } from '#lib/document/review/judge-values.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { addCheckedSample } from './automatic-samples.ts';
import type { Review } from './review.ts';

/**
 * A document that approved itself, was drawn as a sample and was reopened before anybody checked it, is checked by the person who decides about
 * it now: what they changed was wrong, and of a rejected one everything.
 */
export async function closeReopenedSample(
  transaction: Transaction,
  documentId: string,
  review: Review | null,
  decision: { kind: 'approve' | 'reject'; actor: { id: string; name: string }; at: Date },
): Promise<void> {
  const [sample] = await transaction
    .select()
    .from(qualitySamples)
    .where(
      and(
        eq(qualitySamples.documentId, documentId),
        isNull(qualitySamples.lookedAt),
        eq(qualitySamples.approvedById, AUTOMATIC_APPROVER.id),
      ),
    );
  if (!sample || !review) return;
  const { actor, at, kind } = decision;
  const found = fieldOutcomes(judgeValues(review));
  const outcomes = new Map([...found].map(([field, { isWrong }]) => [field, { isWrong: isWrong || kind === 'reject' }]));
  const fields = [...outcomes].map(([field, { isWrong }]) => ({
    pointer: formatPointer(...field.split('.')),
    agrees: !isWrong,
    approved: null,
  }));
  await transaction
    .update(qualitySamples)
    .set({ lookedAt: at, lookedById: actor.id, lookedByName: actor.name, fields })
    .where(eq(qualitySamples.documentId, documentId));
  await addCheckedSample(transaction, sample, outcomes);
}
