import { and, eq, isNull } from 'drizzle-orm';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import { type FieldOutcome, fieldOutcomes } from '#lib/document/review/field-outcomes.ts';
import { judgeValues } from '#lib/document/review/judge-values.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { qualitySamples, sampleEntries } from '../documents/quality-samples/tables.ts';
import { addCheckedSample } from './automatic-samples.ts';
import type { Review } from './review.ts';

/**
 * A document that approved itself, was drawn as a sample and was reopened before anybody checked it, is checked by what a person does with it
 * now: what differs from the approved values was wrong, and everything where nothing of it was approved.
 * @param findApproved the review that the person approves; null where they reject or split the document
 */
export async function closeReopenedSample(
  transaction: Transaction,
  documentId: string,
  actor: { id: string; name: string },
  findApproved: (() => Promise<Review | null>) | null,
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
  if (!sample?.answer) return;
  const { answer } = sample;
  const approved = findApproved ? await findApproved() : null;
  const outcomes =
    approved?.schema.id === sample.schemaId
      ? fieldOutcomes(judgeValues({ ...approved, result: answer }))
      : Object.keys(answer.fields).map((field): FieldOutcome => ({ field, isEmpty: false, isWrong: true }));
  await transaction
    .update(qualitySamples)
    .set({ lookedAt: now(), lookedById: actor.id, lookedByName: actor.name })
    .where(eq(qualitySamples.documentId, documentId));
  await transaction.delete(sampleEntries).where(eq(sampleEntries.documentId, documentId));
  const differences = outcomes.filter(({ isWrong }) => isWrong).length;
  const detail = { looked: outcomes.length, differences, reopened: true };
  await appendAudit(transaction, [{ actor, documentId, event: 'sample.looked', detail }]);
  await addCheckedSample(transaction, sample, outcomes);
}
