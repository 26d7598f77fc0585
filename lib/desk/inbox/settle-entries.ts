import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { causesOf, DOCUMENT_KINDS } from './causes.ts';
import { inboxEntries } from './tables.ts';

/** Settles the open entries about documents whose causes are over. Call it when a document was decided or changed hands. */
export async function settleEntries(transaction: Transaction, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length > 0) await settleOver(transaction, inArray(inboxEntries.documentId, [...documentIds]));
}

/**
 * Settles the open entries about all documents whose causes are over, passing over those that are being written just now.
 * @param present who may review; null = everybody counts
 */
export async function settleAll(transaction: Transaction, present: readonly string[] | null): Promise<void> {
  const isGone = present && sql`not (${inboxEntries.personId} = any(${sql.param([...present])}::text[]))`;
  await settleOver(transaction, sql`true`, { isGone, isPatient: false });
}

async function settleOver(
  transaction: Transaction,
  which: SQL,
  { isGone = null, isPatient = true }: { isGone?: SQL | null; isPatient?: boolean } = {},
): Promise<void> {
  const isOver = or(...DOCUMENT_KINDS.map((kind) => and(eq(inboxEntries.kind, kind), not(isCaused(kind)))), isGone ?? undefined);
  // locked in one order, so that two who settle at a time do not wait for each other
  const over = await transaction
    .select({ id: inboxEntries.id })
    .from(inboxEntries)
    .where(and(isNull(inboxEntries.settledAt), which, isOver))
    .orderBy(asc(inboxEntries.id))
    .for('update', isPatient ? {} : { skipLocked: true });
  const ids = over.map(({ id }) => id);
  if (ids.length > 0)
    await transaction
      .update(inboxEntries)
      .set({ settledAt: now() })
      .where(sql`${inboxEntries.id} = any(${sql.param(ids)}::uuid[])`);
}

function isCaused(kind: (typeof DOCUMENT_KINDS)[number]): SQL {
  const causes = causesOf(kind, sql`select ${inboxEntries.personId} as person_id`);
  return sql`exists (select 1 from (${causes}) as now where now.document_id = ${inboxEntries.documentId}
    and now.person_id = ${inboxEntries.personId} and now.cause = ${inboxEntries.cause})`;
}
