import { and, eq, inArray, isNull } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type Desk, REMOVE_QUEUE, type RemoveCopyJob } from '../../context/desk.ts';
import { comparisonCopies } from './tables.ts';

/** Between two tries to remove a copy, at least. */
export const LEAST_PAUSE_MS = 60_000;

/** Has a copy removed by the worker, now. */
export async function sendCopyRemoval(desk: Pick<Desk, 'queue'>, transaction: Transaction, copyId: string): Promise<void> {
  const removeAt = new Date(now().getTime() + LEAST_PAUSE_MS);
  await transaction.update(comparisonCopies).set({ removeAt }).where(eq(comparisonCopies.id, copyId));
  await sendJob(desk, transaction, copyId);
}

/** The same for the copies that are kept of documents whose rows are locked. @returns the ids of those that had one */
export async function removeKeptCopies(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  documentIds: readonly string[],
): Promise<string[]> {
  if (documentIds.length === 0) return [];
  const removeAt = new Date(now().getTime() + LEAST_PAUSE_MS);
  const removed = await transaction
    .update(comparisonCopies)
    .set({ removeAt })
    .where(and(inArray(comparisonCopies.documentId, [...documentIds]), isNull(comparisonCopies.removeAt)))
    .returning({ id: comparisonCopies.id, documentId: comparisonCopies.documentId });
  for (const { id } of removed) await sendJob(desk, transaction, id);
  return removed.flatMap(({ documentId }) => documentId ?? []);
}

async function sendJob(desk: Pick<Desk, 'queue'>, transaction: Transaction, copyId: string): Promise<void> {
  // tried again by `removeLeftCopies`, however long that takes
  const job: RemoveCopyJob = { copyId };
  await desk.queue.send(REMOVE_QUEUE, job, { tx: transaction, retryLimit: 0 });
}
