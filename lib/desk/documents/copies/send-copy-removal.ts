import { and, eq, inArray, isNull } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type Desk, REMOVE_QUEUE, type RemoveCopyJob } from '../../context/desk.ts';
import { comparisonCopies } from './tables.ts';

/** Between two tries to remove a copy, at least. */
export const LEAST_PAUSE_MS = 60_000;
/** The copies of more documents than this are removed in turn. */
const FEW = 10;

/** Has a copy removed by the worker, now. */
export async function sendCopyRemoval(desk: Pick<Desk, 'queue'>, transaction: Transaction, copyId: string): Promise<void> {
  const removeAt = new Date(now().getTime() + LEAST_PAUSE_MS);
  const [copy] = await transaction.update(comparisonCopies).set({ removeAt }).where(eq(comparisonCopies.id, copyId)).returning();
  if (copy) await sendRemoval(desk, transaction, copy);
}

/**
 * The same for the copies that are kept of documents whose rows are locked. Those of many documents are taken in turn by `removeLeftCopies`, so
 * that nothing else waits behind them all.
 * @param options.inTurn these are part of many
 * @returns the ids of those that had one
 */
export async function removeKeptCopies(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  documentIds: readonly string[],
  { inTurn = documentIds.length > FEW }: { inTurn?: boolean } = {},
): Promise<string[]> {
  if (documentIds.length === 0) return [];
  const removeAt = new Date(now().getTime() + (inTurn ? 0 : LEAST_PAUSE_MS));
  const removed = await transaction
    .update(comparisonCopies)
    .set({ removeAt })
    .where(and(inArray(comparisonCopies.documentId, [...documentIds]), isNull(comparisonCopies.removeAt)))
    .returning();
  if (!inTurn) for (const copy of removed) await sendRemoval(desk, transaction, copy);
  return removed.flatMap(({ documentId }) => documentId ?? []);
}

/** Sends the job that removes a copy, in turn with those of other deployments. */
export async function sendRemoval(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  { id, deploymentId }: { id: string; deploymentId: string },
): Promise<void> {
  const job: RemoveCopyJob = { copyId: id };
  // tried again by `removeLeftCopies`, however long that takes
  await desk.queue.send(REMOVE_QUEUE, job, { tx: transaction, submitter: deploymentId, retryLimit: 0 });
}
