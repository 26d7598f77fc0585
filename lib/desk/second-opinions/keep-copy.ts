import { and, eq, isNull } from 'drizzle-orm';
import { newId, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { sendTeach } from '../context/send-teach.ts';
import { deployments } from '../deployments/tables.ts';
import { removeKeptCopies } from '../documents/copies/send-copy-removal.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents } from '../documents/tables.ts';
import { atPace } from '../previews/at-pace.ts';
import { findMarked } from '../previews/remove-copy.ts';
import { isRefused, openFile, requireMayDelete, sendCopy } from '../previews/send-copy.ts';
import { schemas } from '../schemas/tables.ts';
import { type Asked, findStillAsked } from './find-asked.ts';

type Copy = typeof comparisonCopies.$inferSelect;
/** `isNew`: nothing was sent for it before. */
type ToSend = Pick<Copy, 'id' | 'deploymentId' | 'sha256' | 'sentAt'> & { isNew: boolean };

/** Whose turns the work takes there: one of its own, so that people's documents never wait behind it. */
export const SUBMITTER = 'second-opinion';
/** What is held for longer has its job come again later, so that others get its place. */
export const MOST_HELD_MS = 30_000;

/**
 * The copy of a document at the deployment that is asked about it: the one that is there, or a new one. It is known to the database before
 * it is sent, and looked for there where a program died before the answer (decision 225). It stays for as long as the document.
 * @returns its id there; null where it is not wanted any more
 * @throws ProblemError `not_found` where the file is missing, `damaged_file`, `deployment_refused` for a key that may not delete, what
 * `DeploymentError` says
 */
export async function keepCopy(desk: Desk, asked: Asked, deployment: ConnectedDeployment, signal: AbortSignal): Promise<string | null> {
  const known = await findKept(desk, asked, deployment.id);
  if (known?.remoteDocumentId) return known.remoteDocumentId;
  if (known) {
    const [found] = await atPace(signal, () => findMarked(deployment, known), MOST_HELD_MS);
    if (found) return recordSent(desk, known, found, signal);
  }
  await requireMayDelete(deployment, signal, MOST_HELD_MS);
  const file = await openFile(desk, asked.row);
  try {
    const copy = await recordCopy(desk, asked, deployment);
    if (copy === null) return null;
    const remoteDocumentId = await send(desk, asked, deployment, copy, { path: file.path, signal });
    return await recordSent(desk, copy, remoteDocumentId, signal);
  } finally {
    await file.release();
  }
}

async function findKept(desk: Desk, { row }: Asked, deploymentId: string): Promise<Copy | null> {
  const [kept] = await desk.database
    .select()
    .from(comparisonCopies)
    .where(
      and(eq(comparisonCopies.documentId, row.id), isNull(comparisonCopies.removeAt), eq(comparisonCopies.deploymentId, deploymentId)),
    );
  return kept ?? null;
}

/** Writes down that a copy is about to be sent; null where it is not wanted any more. */
async function recordCopy(desk: Desk, asked: Asked, deployment: ConnectedDeployment): Promise<ToSend | null> {
  const { row, opinion } = asked;
  return desk.database.transaction(async (transaction) => {
    // whoever removes the document, or ends its opinions, holds its row
    await transaction.select({ id: documents.id }).from(documents).where(eq(documents.id, row.id)).for('no key update');
    // settings saved from here on wait, so that what follows them finds this copy
    await transaction.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, opinion.schemaId)).for('key share');
    if (!(await findStillAsked(transaction, asked))) return null;
    const sentAt = now();
    const [known] = await transaction
      .select()
      .from(comparisonCopies)
      .where(and(eq(comparisonCopies.documentId, row.id), isNull(comparisonCopies.removeAt)));
    if (known?.deploymentId === deployment.id && known.sha256 === row.sha256) {
      // what is sent from here on may still arrive when somebody looks for it
      await transaction.update(comparisonCopies).set({ sentAt }).where(eq(comparisonCopies.id, known.id));
      return { ...known, sentAt, isNew: false };
    }
    if (known) await removeKeptCopies(desk, transaction, [row.id]);
    const copy = { id: newId(), deploymentId: deployment.id, sha256: row.sha256, sentAt };
    await transaction.insert(comparisonCopies).values({ ...copy, documentId: row.id, removeAt: null });
    const detail = { deployment: deployment.name };
    await appendAudit(transaction, [{ actor: null, documentId: row.id, event: 'document.sent_for_opinion', detail }]);
    return { ...copy, isNew: true };
  });
}

async function send(
  desk: Desk,
  { row }: Asked,
  deployment: ConnectedDeployment,
  { id, isNew }: ToSend,
  options: { path: string; signal: AbortSignal },
): Promise<string> {
  try {
    return await sendCopy(desk, { row, deployment, submitter: SUBMITTER }, { ...options, copyId: id, mostHeldMs: MOST_HELD_MS });
  } catch (error) {
    // else the next try looks for it: an earlier sending may have arrived that this one knows nothing of
    if (isNew && isRefused(error)) {
      const isUnsent = and(eq(comparisonCopies.id, id), isNull(comparisonCopies.remoteDocumentId));
      await desk.database.delete(comparisonCopies).where(isUnsent);
    }
    throw error;
  }
}

/** @returns null where the copy is removed again, or its document is gone */
async function recordSent(
  desk: Desk,
  sent: Pick<Copy, 'id' | 'deploymentId' | 'sha256' | 'sentAt'>,
  remoteDocumentId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const record = () =>
    desk.database.transaction(async (transaction) => {
      const [copy] = await transaction.select().from(comparisonCopies).where(eq(comparisonCopies.id, sent.id));
      const id = copy?.documentId;
      // whoever approves it meanwhile has it taught by this copy, or is seen here
      const [row] = id ? await transaction.select().from(documents).where(eq(documents.id, id)).for('no key update') : [];
      const [kept] = await transaction
        .update(comparisonCopies)
        .set({ remoteDocumentId })
        .where(eq(comparisonCopies.id, sent.id))
        .returning({ removeAt: comparisonCopies.removeAt });
      if (!kept) await recordLeft(transaction, { ...sent, remoteDocumentId });
      if (!row || kept?.removeAt !== null) return null;
      if (row.state === 'approved') await sendTeach(desk, { documentId: row.id }, { tx: transaction });
      return remoteDocumentId;
    });
  return recordReliably(record, signal);
}

/** A copy whose row went while it was sent is there all the same: it is due for removal. */
async function recordLeft(
  transaction: Transaction,
  { id, deploymentId, sha256, sentAt, remoteDocumentId }: Pick<Copy, 'id' | 'deploymentId' | 'sha256' | 'sentAt' | 'remoteDocumentId'>,
): Promise<void> {
  const [isThere] = await transaction.select().from(deployments).where(eq(deployments.id, deploymentId)).for('key share');
  // nobody could be asked to delete it
  if (!isThere) return;
  const left = { id, deploymentId, documentId: null, sha256, remoteDocumentId, sentAt, removeAt: now() };
  await transaction.insert(comparisonCopies).values(left).onConflictDoNothing();
}
