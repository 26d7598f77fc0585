import { and, eq } from 'drizzle-orm';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { approveByItself, findApprovalRule } from '../automatic-approval/approve-by-itself.ts';
import type { Desk } from '../context/desk.ts';
import { documents } from '../documents/tables.ts';
import { recountRow } from '../review/recount-flags.ts';
import { findReview } from '../review/review.ts';
import { secondOpinions } from '../review/tables.ts';
import type { Asked } from './find-asked.ts';

/** `waiting`: nothing came of it yet, and the document is not held for it any longer. */
type Outcome = { state: 'done'; fields: OpinionFields } | { state: 'failed'; message: string } | { state: 'waiting' };

/**
 * Writes down what came of asking about an answer, counts the document's flags anew, and has it approve itself where it only waited for this.
 * A document that somebody has decided about stays as it is, and nothing is written of an answer that is not the present one, or has its opinion.
 */
export async function settleOpinion(desk: Desk, { row, opinion, schema, engine }: Asked, outcome: Outcome): Promise<void> {
  const rule = opinion.holdsApproval ? await findApprovalRule(desk.database, { documentId: row.id, schema, engine }) : null;
  await desk.database.transaction(async (transaction) => {
    const [present] = await transaction.select().from(documents).where(eq(documents.id, row.id)).for('update');
    const isAsked = and(
      eq(secondOpinions.documentId, row.id),
      eq(secondOpinions.deploymentId, opinion.deploymentId),
      eq(secondOpinions.answerAt, opinion.answerAt),
    );
    const [stored] = present ? await transaction.select().from(secondOpinions).where(isAsked) : [];
    // what another try has found out meanwhile stays
    if (!present || !stored || stored.state === 'done') return;
    if (outcome.state === 'done' && present.state !== 'to_review') {
      await transaction.delete(secondOpinions).where(isAsked);
      return;
    }
    const message = outcome.state === 'failed' ? outcome.message : null;
    // one with a prototype, as the database's driver wants it
    const fields = outcome.state === 'done' ? { ...outcome.fields } : null;
    // one that is still waited for counts from its beginning
    const at = outcome.state === 'waiting' ? stored.at : now();
    await transaction.update(secondOpinions).set({ state: outcome.state, message, fields, holdsApproval: false, at }).where(isAsked);
    if (present.state !== 'to_review') return;
    const review = await findReview(transaction, present);
    if (!review) return;
    const counted = await recountRow(transaction, present, review);
    const isHeld = stored.holdsApproval && rule !== null;
    const approved = isHeld ? await approveByItself(desk, transaction, counted, review, rule, { isAwaited: true }) : null;
    if (approved) await appendAudit(transaction, approved);
  });
}
