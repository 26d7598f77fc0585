import { and, eq, sql } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { encrypt, secretOf } from '#lib/platform/secrets.ts';
import { type AuditDraft, appendAudit } from '../../audit/append-audit.ts';
import { type Actor, type ConnectedDeployment, type Desk, READ_QUEUE, type ReadJob } from '../../context/desk.ts';
import { sendFollow } from '../../context/send-follow.ts';
import { getDeploymentRow } from '../../deployments/deployment-row.ts';
import { deployments } from '../../deployments/tables.ts';
import { type DocumentRow, getDeskDocument, getDocumentRow, lockDocumentRow } from '../desk-document.ts';
import { forgetRemoteDocument } from '../forget-remote-document.ts';
import { findRemoteJob, renewRemoteJob } from '../remote-jobs.ts';
import { findResumePoint } from '../resume-point.ts';
import { mayHappen, stateAfter } from '../states/document-states.ts';
import { documents, submissions } from '../tables.ts';

/** The state in which work goes on at each point. */
const STATE_AT = { index: 'indexing', same_job: 'extracting', new_job: 'extracting' } as const;

/**
 * Repeats what failed, from the point where it can go on: the file is sent again only where the deployment does not have it or could
 * not read it, to the deployment it was sent to, or where new documents go when that one is retired.
 * @throws ProblemError `not_found`, `conflict` (it did not fail)
 */
export async function retryDocument(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<DeskDocument> {
  const target = await chooseAgain(desk, id);
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (!mayHappen('retried', row.state)) throw new ProblemError('conflict', 'Only what failed can be tried again.');
    const audit: AuditDraft = { actor, documentId: id, event: 'document.retried', detail: { failure: row.failure } };
    const [before] = await transaction.select().from(submissions).where(eq(submissions.documentId, id));
    const extraction = before && (await findRemoteJob(transaction, { kind: 'extraction', documentId: id, run: before.run }));
    const found = findResumePoint(row.failure, {
      remoteDocumentId: before?.remoteDocumentId ?? null,
      indexedAt: before?.indexedAt ?? null,
      jobId: extraction?.remoteId ?? null,
    });
    if (found === 'send' || !before) return resend(desk, transaction, row, target, {}, audit);
    // without a schema there is nothing to extract: how it goes on is decided as after indexing
    const point = row.schemaId === null ? 'index' : found;
    if (point === 'index') await renewRemoteJob(transaction, { kind: 'document', documentId: id, run: before.sending }, before.sending);
    if (point === 'same_job') await renewRemoteJob(transaction, { kind: 'extraction', documentId: id, run: before.run }, before.run + 1);
    const [submission] = await transaction
      .update(submissions)
      .set({ run: sql`${submissions.run} + 1` })
      .where(eq(submissions.documentId, id))
      .returning();
    await transaction
      .update(documents)
      .set({ ...stateAfter('retried', row.state, STATE_AT[point]), failure: null, trouble: null, updatedAt: now() })
      .where(eq(documents.id, id));
    await sendFollow(desk, { documentId: id, run: submission?.run ?? 1 }, { tx: transaction });
    await appendAudit(transaction, [audit]);
    return getDeskDocument(transaction, id);
  });
}

/**
 * Sends a protected file again with its password. The password is kept encrypted until the file was read by the deployment and
 * by the desk, see `forgetPassword`.
 * @throws ProblemError `not_found`, `conflict` (the document did not fail for want of a password)
 */
export async function givePassword(desk: Desk, actor: NonNullable<Actor>, id: string, password: string): Promise<DeskDocument> {
  const kept = encrypt(secretOf(desk.config, 'encryption-key'), password);
  const target = await chooseAgain(desk, id);
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (!mayHappen('retried', row.state) || !['password_required', 'password_wrong'].includes(row.failure?.code ?? '')) {
      throw new ProblemError('conflict', 'This document is not waiting for a password.');
    }
    return resend(desk, transaction, row, target, { password: kept }, { actor, documentId: id, event: 'document.password_given' });
  });
}

/** Failures that have nothing to do with the file itself, so that the same may go well now. */
const OF_THE_DEPLOYMENT = ['deployment_refused', 'deployment_unreachable', 'rate_limited', 'document_not_processed', 'unavailable'];
const MOST_AT_ONCE = 1_000;

/**
 * Tries again all documents of a deployment that failed because of it: its key was refused, it was away or late. Documents
 * of which it may have a copy already (`sending_unsure`) are left to a person.
 * @throws ProblemError `not_found`
 */
export async function retryFailedAt(
  desk: Desk,
  actor: NonNullable<Actor>,
  deploymentId: string,
): Promise<{ retried: number; left: number }> {
  await getDeploymentRow(desk.database, deploymentId);
  const failed = await desk.database
    .select({ id: documents.id, code: sql<string>`${documents.failure}->>'code'` })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(and(eq(submissions.deploymentId, deploymentId), eq(documents.state, 'failed')))
    .orderBy(documents.createdAt)
    .limit(MOST_AT_ONCE);
  let retried = 0;
  for (const { id } of failed.filter(({ code }) => OF_THE_DEPLOYMENT.includes(code))) {
    const done = await retryDocument(desk, actor, id).catch((error) => {
      // tried again or removed by someone else meanwhile
      if (!(error instanceof ProblemError)) throw error;
      return null;
    });
    if (done) retried += 1;
  }
  return { retried, left: failed.length - retried };
}

/** The deployment it was sent to, or where new documents go when that one is retired or the document unknown. Not for use inside a transaction. */
async function chooseAgain(desk: Desk, documentId: string): Promise<ConnectedDeployment> {
  const { id } = await getDocumentRow(desk.database, documentId);
  const [row] = await desk.database
    .select({ id: deployments.id, retiredAt: deployments.retiredAt })
    .from(submissions)
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(submissions.documentId, id));
  return row && !row.retiredAt ? desk.getDeployment(row.id) : desk.present();
}

/** Begins anew from sending the file; what the deployment had of it is removed there. */
async function resend(
  desk: Desk,
  transaction: Transaction,
  row: DocumentRow,
  target: ConnectedDeployment,
  more: { password?: string },
  audit: AuditDraft,
): Promise<DeskDocument> {
  const at = now();
  await forgetRemoteDocument(desk, transaction, row, { deploymentId: target.id, ...more });
  const [submission] = await transaction
    .update(submissions)
    .set({ run: sql`${submissions.run} + 1` })
    .where(eq(submissions.documentId, row.id))
    .returning();
  await transaction
    .update(documents)
    .set({
      ...stateAfter('retried', row.state, 'received'),
      failure: null,
      readingFailure: null,
      trouble: null,
      serviceStatus: null,
      updatedAt: at,
    })
    .where(eq(documents.id, row.id));
  await sendFollow(desk, { documentId: row.id, run: submission?.run ?? 1 }, { tx: transaction });
  if (!target.embedded) await desk.queue.send(READ_QUEUE, { documentId: row.id } satisfies ReadJob, { tx: transaction });
  await appendAudit(transaction, [audit]);
  return getDeskDocument(transaction, row.id);
}
