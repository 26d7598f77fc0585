import { eq, not, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { documentPostponements, documents } from '../tables.ts';

/** A document is set aside until later. */
export function isPostponed(): SQL {
  const ofDocument = eq(documentPostponements.documentId, documents.id);
  return sql`exists (select 1 from ${documentPostponements} where ${ofDocument} and ${documentPostponements.until} > statement_timestamp())`;
}

/** A document is not set aside until later. */
export function isNotPostponed(): SQL {
  return not(isPostponed());
}

/** Takes a document out of the line until a moment. Call with its row locked. */
export async function savePostponement(
  transaction: Transaction,
  documentId: string,
  columns: { until: Date; reason: string },
): Promise<void> {
  await transaction
    .insert(documentPostponements)
    .values({ documentId, ...columns })
    .onConflictDoUpdate({ target: documentPostponements.documentId, set: columns });
}

/** Until when, and why, a document is set aside, also where that time is past and it has not been brought back yet; null = it is not. */
export async function findPostponement(executor: Executor, documentId: string): Promise<{ until: Date; reason: string } | null> {
  const [row] = await executor.select().from(documentPostponements).where(eq(documentPostponements.documentId, documentId));
  return row ? { until: row.until, reason: row.reason } : null;
}

/** Puts a document back into the line. Call with its row locked. @returns whether it was out of it */
export async function removePostponement(transaction: Transaction, documentId: string): Promise<boolean> {
  const removed = await transaction
    .delete(documentPostponements)
    .where(eq(documentPostponements.documentId, documentId))
    .returning({ id: documentPostponements.documentId });
  return removed.length > 0;
}
