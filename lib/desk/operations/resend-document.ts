import { eq, sql } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk-document.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database.ts';
import { encrypt, getSecret } from '#lib/platform/secrets.ts';
import { type AuditDraft, appendAudit } from '../append-audit.ts';
import { type Actor, type Desk, READ_QUEUE, REMOVE_QUEUE, type ReadJob, type RemoveJob } from '../desk.ts';
import { type DocumentRow, lockDocumentRow, toDeskDocument } from '../desk-document.ts';
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
    const audit: AuditDraft = { actor, documentId: id, event: 'document.retried', detail: { failure: row.failure } };
    const wasRead = row.serviceStatus === 'completed' && row.schemaId !== null && row.failure?.code !== 'not_found';
    if (!wasRead) return resend(desk, transaction, row, {}, audit);
    const at = now();
    const [submission] = await transaction
      .update(submissions)
      .set({ run: sql`${submissions.run} + 1`, remoteJobId: null, looks: 0, stepAt: at })
      .where(eq(submissions.documentId, id))
      .returning();
    const [updated] = await transaction
      .update(documents)
      .set({ state: 'extracting', failure: null, updatedAt: at })
      .where(eq(documents.id, id))
      .returning();
    await sendFollow(desk, { documentId: id, run: submission?.run ?? 1 }, { tx: transaction });
    await appendAudit(transaction, [audit]);
    return toDeskDocument(updated ?? row);
  });
}

/**
 * Sends a protected file again with its password. The password is kept encrypted as long as the document, because
 * pictures of its pages need it.
 * @throws ProblemError `not_found`, `conflict` (the document did not fail for want of a password)
 */
export async function givePassword(desk: Desk, actor: NonNullable<Actor>, id: string, password: string): Promise<DeskDocument> {
  const kept = encrypt(getSecret(desk.config.dataDir, 'encryption-key'), password);
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (row.state !== 'failed' || !['password_required', 'password_wrong'].includes(row.failure?.code ?? '')) {
      throw new ProblemError('conflict', 'This document does not wait for a password.');
    }
    return resend(desk, transaction, row, { password: kept }, { actor, documentId: id, event: 'document.password_given' });
  });
}

/** Begins anew from sending the file; what the deployment had of it is removed there. */
async function resend(
  desk: Desk,
  transaction: Transaction,
  row: DocumentRow,
  more: { password?: string },
  audit: AuditDraft,
): Promise<DeskDocument> {
  const at = now();
  const present = await desk.present();
  const [before] = await transaction.select().from(submissions).where(eq(submissions.documentId, row.id));
  if (before?.remoteDocumentId) {
    const job: RemoveJob = { sha256: row.sha256, deploymentId: before.deploymentId, remoteDocumentId: before.remoteDocumentId };
    await desk.queue.send(REMOVE_QUEUE, job, { tx: transaction });
  }
  const [submission] = await transaction
    .update(submissions)
    .set({
      run: sql`${submissions.run} + 1`,
      sending: sql`${submissions.sending} + 1`,
      deploymentId: present.id,
      remoteDocumentId: null,
      remoteJobId: null,
      looks: 0,
      stepAt: at,
      ...more,
    })
    .where(eq(submissions.documentId, row.id))
    .returning();
  const [updated] = await transaction
    .update(documents)
    .set({ state: 'received', failure: null, serviceStatus: null, updatedAt: at })
    .where(eq(documents.id, row.id))
    .returning();
  await sendFollow(desk, { documentId: row.id, run: submission?.run ?? 1 }, { tx: transaction });
  if (!present.embedded) await desk.queue.send(READ_QUEUE, { documentId: row.id } satisfies ReadJob, { tx: transaction });
  await appendAudit(transaction, [audit]);
  return toDeskDocument(updated ?? row);
}
