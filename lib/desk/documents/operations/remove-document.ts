import { inArray } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit, blankAudit, REMOVED } from '../../audit/append-audit.ts';
import { type Actor, type Desk, REMOVE_QUEUE, type RemoveJob } from '../../context/desk.ts';
import { removeAnswerFile } from '../answers/keep-answer.ts';
import { keptAnswers } from '../answers/tables.ts';
import { refuseLocked } from '../availability/document-lock.ts';
import { removeKeptCopies } from '../copies/send-copy-removal.ts';
import { type DocumentRow, lockDocumentRow } from '../desk-document.ts';
import { removeUnusedFile } from '../remove-unused-file.ts';
import { documents, removedDocuments, submissions } from '../tables.ts';

/**
 * Removes a document and those of its attachments: values and actions now, bytes, pictures, words, and the deployment's
 * copy (where it can do that) by the worker a moment later. In the audit trail the facts stay, the values go.
 * @throws ProblemError `not_found`, `document_locked` (another person checks it)
 */
export async function removeDocument(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const top = await lockDocumentRow(transaction, id, { strength: 'no key update' });
    await removeTree(desk, transaction, top, { actor, detail: {} });
  });
}

/** Removes a document locked for `no key update` and all attached to it, inside the caller's transaction. Call it last. @returns how many @throws ProblemError `document_locked` */
export function removeTree(
  desk: Desk,
  transaction: Transaction,
  top: DocumentRow,
  why: { actor: Actor; detail: Record<string, unknown> },
): Promise<number> {
  return removeTrees(desk, transaction, [top], why);
}

/** The same of several locked documents. */
export async function removeTrees(
  desk: Desk,
  transaction: Transaction,
  tops: readonly DocumentRow[],
  { actor, detail }: { actor: Actor; detail: Record<string, unknown> },
): Promise<number> {
  if (tops.length === 0) return 0;
  const rows = await lockTrees(transaction, tops);
  // what the desk removes by itself nobody works on any more
  if (actor) for (const row of rows) await refuseLocked(transaction, row, actor, undefined);
  const ids = rows.map((row) => row.id);
  const sent = await transaction.select().from(submissions).where(inArray(submissions.documentId, ids));
  const answers = await transaction.select().from(keptAnswers).where(inArray(keptAnswers.documentId, ids));
  await removeKeptCopies(desk, transaction, ids);
  await transaction.delete(documents).where(inArray(documents.id, ids));
  await transaction.update(documents).set({ duplicateOfId: null, duplicateOfName: null }).where(inArray(documents.duplicateOfId, ids));
  const removedAt = now();
  await transaction.insert(removedDocuments).values(ids.map((removed) => ({ id: removed, removedAt })));
  for (const row of rows) {
    const submission = sent.find((candidate) => candidate.documentId === row.id);
    const bytes: RemoveJob = {
      sha256: row.sha256,
      deploymentId: submission?.deploymentId ?? null,
      remoteDocumentId: submission?.remoteDocumentId ?? null,
    };
    await desk.queue.send(REMOVE_QUEUE, bytes, { tx: transaction });
    await blankAudit(transaction, row.id);
  }
  for (const { sha256 } of answers) await removeAnswerFile(desk, transaction, sha256);
  await appendAudit(
    transaction,
    ids.map((removed) => ({ actor, documentId: removed, event: REMOVED, detail })),
  );
  return ids.length;
}

/**
 * The locked documents and all below them, locked level by level, so that none is added meanwhile: who adds one holds its parent.
 * For `no key update` until all are held: who holds an attachment may need a key share of its parent to come to an end.
 */
async function lockTrees(transaction: Transaction, tops: readonly DocumentRow[]): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  let level = [...tops];
  while (level.length > 0) {
    rows.push(...level);
    const above = level.map((row) => row.id);
    level = await transaction.select().from(documents).where(inArray(documents.parentId, above)).orderBy(documents.id).for('no key update');
  }
  const ids = rows.map((row) => row.id);
  // now for good: what refers to them comes to an end before anything of theirs is read
  await transaction.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids)).orderBy(documents.id).for('update');
  return rows;
}

/** Removes what a removed document left outside the database's tables. May be repeated. */
export async function removeBytes(desk: Desk, job: RemoveJob): Promise<void> {
  if (job.deploymentId && job.remoteDocumentId) {
    const { remoteDocumentId } = job;
    const deployment = await desk.getDeployment(job.deploymentId).catch(() => null);
    await deployment?.client.removeDocument(remoteDocumentId).catch((error) => {
      if (!(error instanceof ProblemError && (error.code === 'not_found' || error.code === 'method_not_allowed'))) throw error;
    });
  }
  await removeUnusedFile(desk, job.sha256);
}
