import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { causesOf, DOCUMENT_KINDS } from './causes.ts';
import { inboxEntries } from './tables.ts';

/** Settles the open entries about documents whose causes are over. Call it when a document was decided or changed hands. */
export async function settleEntries(transaction: Transaction, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  const isOver = or(...DOCUMENT_KINDS.map(isOverOf));
  await settle(transaction, and(inArray(inboxEntries.documentId, [...documentIds]), isOver));
}

/**
 * Settles the open entries about all documents whose causes are over, passing over those that are being written just now.
 * @param present who may review; null = everybody counts
 */
export async function settleAll(transaction: Transaction, present: readonly string[] | null): Promise<void> {
  if (present)
    await settle(transaction, sql`not (${inboxEntries.personId} = any(${sql.param([...present])}::text[]))`, { isPatient: false });
  // one kind at a time, so that the database joins instead of looking up each entry
  for (const kind of DOCUMENT_KINDS) await settle(transaction, isOverOf(kind), { isPatient: false });
}

async function settle(transaction: Transaction, which: SQL | undefined, { isPatient = true }: { isPatient?: boolean } = {}): Promise<void> {
  // locked in one order, so that two who settle at a time do not wait for each other
  const over = await transaction
    .select({ id: inboxEntries.id })
    .from(inboxEntries)
    .where(and(isNull(inboxEntries.settledAt), which))
    .orderBy(asc(inboxEntries.id))
    .for('update', isPatient ? {} : { skipLocked: true });
  const ids = over.map(({ id }) => id);
  if (ids.length > 0)
    await transaction
      .update(inboxEntries)
      .set({ settledAt: now() })
      .where(sql`${inboxEntries.id} = any(${sql.param(ids)}::uuid[])`);
}

function isOverOf(kind: (typeof DOCUMENT_KINDS)[number]): SQL | undefined {
  const causes = causesOf(kind, sql`select ${inboxEntries.personId} as person_id`);
  const isCaused = sql`exists (select 1 from (${causes}) as now where now.document_id = ${inboxEntries.documentId}
    and now.person_id = ${inboxEntries.personId} and now.cause = ${inboxEntries.cause})`;
  return and(eq(inboxEntries.kind, kind), not(isCaused));
}
