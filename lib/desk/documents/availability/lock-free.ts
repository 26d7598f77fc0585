import { and, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../desk-document.ts';
import { documents } from '../tables.ts';

/**
 * Locks the rows of documents that a condition holds for, passing over those that other transactions have locked just now.
 * @param options.order whose rows come first, when there are more than `limit`
 */
export async function lockFree(
  transaction: Transaction,
  condition: SQL | undefined,
  { order = [], limit }: { order?: SQL[]; limit: number },
): Promise<DocumentRow[]> {
  const free = await transaction
    .select({ id: documents.id })
    .from(documents)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .for('update', { skipLocked: true });
  if (free.length === 0) return [];
  const ids = free.map(({ id }) => id);
  // a statement of its own, which sees what others did right before the rows were locked
  return transaction
    .select(getTableColumns(documents))
    .from(documents)
    .where(and(inArray(documents.id, ids), condition))
    .orderBy(...order);
}
