import { eq, sql } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk-document.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../append-audit.ts';
import type { Actor, Desk } from '../desk.ts';
import { lockDocumentRow, toDeskDocument } from '../desk-document.ts';
import { sendFollow } from '../send-follow.ts';
import { documents, submissions } from '../tables.ts';

/**
 * Repeats what failed: the extraction when the deployment had read the document, otherwise everything from sending the
 * file, to the deployment that new documents go to.
 * @throws ProblemError `not_found`, `conflict` (it did not fail)
 */
export async function retryDocument(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (row.state !== 'failed') throw new ProblemError('conflict', 'Only what failed can be tried again.');
    const again = row.serviceStatus === 'completed' && row.schemaId !== null && row.failure?.code !== 'not_found';
    const at = now();
    const [submission] = await transaction
      .update(submissions)
      .set({
        run: sql`${submissions.run} + 1`,
        remoteJobId: null,
        looks: 0,
        stepAt: at,
        ...(again ? {} : { remoteDocumentId: null, sending: sql`${submissions.sending} + 1`, deploymentId: desk.present().id }),
      })
      .where(eq(submissions.documentId, id))
      .returning();
    const [updated] = await transaction
      .update(documents)
      .set({
        state: again ? 'extracting' : 'received',
        failure: null,
        updatedAt: at,
        ...(again ? {} : { serviceStatus: null, pagesRead: 0 }),
      })
      .where(eq(documents.id, id))
      .returning();
    await sendFollow(desk, { documentId: id, run: submission?.run ?? 1 }, { tx: transaction });
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.retried', detail: { failure: row.failure } }]);
    return toDeskDocument(updated ?? row);
  });
}
