import { inArray, type SQL } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { examples } from './tables.ts';

/** Deletes examples with what they taught; returns how many there were. In one order, so that two who delete the same ones do not wait for each other. */
export async function deleteExamples(tx: Transaction, where: SQL | undefined): Promise<number> {
  const locked = tx.select({ id: examples.id }).from(examples).where(where).orderBy(examples.id).for('update');
  const deleted = await tx.delete(examples).where(inArray(examples.id, locked)).returning({ id: examples.id });
  return deleted.length;
}
