import { and, eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { deployments } from '../deployments/tables.ts';
import { lockDocumentRow } from './desk-document.ts';
import { isUnmapped } from './find-unmapped.ts';
import { mayHappen, stateAfter } from './states/document-states.ts';
import { documents, submissions } from './tables.ts';

/** Why a document waits for the id of its schema at a deployment, as the deployment says it; null = nothing was asked. */
type Refusal = { message: string } | null;

/**
 * Has a document wait until somebody tells the id that its schema has at its deployment. Nothing is sent meanwhile, and nothing that
 * is there already is sent again. An id that is told at this very moment is seen.
 * @param refusal what the deployment said to the id that is known; null = none is known
 */
export async function parkDocument(
  desk: Desk,
  of: { documentId: string; run: number },
  deployment: ConnectedDeployment,
  refusal: Refusal = null,
): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    // first the deployment, as whoever tells an id: one of the two sees the other
    await transaction.select({ id: deployments.id }).from(deployments).where(eq(deployments.id, deployment.id)).for('share');
    const row = await lockDocumentRow(transaction, of.documentId);
    const [submission] = await transaction
      .select()
      .from(submissions)
      .where(and(eq(submissions.documentId, of.documentId), eq(submissions.run, of.run)));
    if (!submission || !mayHappen('parked', row.state)) return;
    if (!refusal && !(await isUnmapped(transaction, deployment, row.schemaId)))
      return void (await sendFollow(desk, of, { tx: transaction }));
    const columns = { hold: refusal ? { message: refusal.message } : null, failure: null, trouble: null, updatedAt: now() };
    await transaction
      .update(documents)
      .set({ ...stateAfter('parked', row.state, 'unmapped'), ...columns })
      .where(eq(documents.id, row.id));
    const detail = { deployment: deployment.name, schema_id: row.schemaId, ...(refusal ? { message: refusal.message } : {}) };
    await appendAudit(transaction, [{ actor: null, documentId: row.id, event: 'document.parked', detail }]);
  });
}
