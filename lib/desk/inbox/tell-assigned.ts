import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { findMissing } from './find-missing.ts';
import { settleEntries } from './settle-entries.ts';
import { writeEntries } from './write-entries.ts';

/** After documents changed hands: tells those who have them now, unless they took them themselves, and settles what others were told. */
export async function tellAssigned(transaction: Transaction, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await settleEntries(transaction, documentIds);
  const isAmong = sql`cause.document_id = any(${sql.param([...documentIds])}::uuid[])`;
  await writeEntries(transaction, await findMissing(transaction, 'assigned', { where: isAmong }));
}
