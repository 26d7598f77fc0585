import { and, desc, eq, lt } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Actor } from '../context/desk.ts';
import { type DocumentRow, lockDocumentRow } from '../documents/desk-document.ts';
import { qualitySamples, sampleEntries } from '../documents/quality-samples/tables.ts';
import { decisions } from './tables.ts';

type Sample = typeof qualitySamples.$inferSelect;

/**
 * A quality sample that a person may check now, with its document's row, locked until the transaction ends, and what that person entered;
 * `entry` is null where they have not begun.
 * @throws ProblemError `not_found` (not drawn); `same_approver`; `conflict` (looked at before, or not approved any more)
 */
export async function requireCheckable(
  transaction: Transaction,
  actor: NonNullable<Actor>,
  documentId: string,
): Promise<{ row: DocumentRow; sample: Sample; entry: typeof sampleEntries.$inferSelect | null }> {
  const row = await lockDocumentRow(transaction, documentId);
  const [sample] = await transaction.select().from(qualitySamples).where(eq(qualitySamples.documentId, documentId));
  if (!sample) throw new ProblemError('not_found', 'This document is not a quality sample.');
  if (sample.lookedAt) throw new ProblemError('conflict', `${sample.lookedByName} has already checked this sample.`);
  if (row.state !== 'approved') throw new ProblemError('conflict', 'The document was reopened, so there are no approved values to check.');
  if (sample.approvedById === actor.id || (await findFirstApprover(transaction, sample)) === actor.id)
    throw new ProblemError('same_approver', 'You approved this document. Someone else must check the sample.');
  const [entry = null] = await transaction
    .select()
    .from(sampleEntries)
    .where(and(eq(sampleEntries.documentId, documentId), eq(sampleEntries.personId, actor.id)));
  return { row, sample, entry };
}

/** Who gave the first of the two approvals of what was drawn; null where one was enough. */
async function findFirstApprover(transaction: Transaction, sample: Sample): Promise<string | null> {
  const [before] = await transaction
    .select({ kind: decisions.kind, actorId: decisions.actorId })
    .from(decisions)
    .where(and(eq(decisions.documentId, sample.documentId), lt(decisions.revision, sample.revision)))
    .orderBy(desc(decisions.revision))
    .limit(1);
  return before?.kind === 'first_approve' ? before.actorId : null;
}
