import { and, desc, eq, isNull, lt, ne } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { inboxEntries } from '../inbox/tables.ts';
import { writeEntries } from '../inbox/write-entries.ts';
import { nightlyChecks } from './tables.ts';

/** After so long an entry is over even where quality did not come back: by then it is how things are. */
const LONGEST_DAYS = 30;

/**
 * Tells admins that a schema's quality fell, in the transaction that writes the check down, so that it is told once. Else settles what was told of
 * the schema before, when as large a share of its values is right as before the fall.
 */
export async function tellFall(
  transaction: Transaction,
  check: typeof nightlyChecks.$inferSelect,
  admins: readonly string[],
): Promise<void> {
  const { schemaId, at } = check;
  const isOpen = and(eq(inboxEntries.kind, 'quality'), eq(inboxEntries.schemaId, schemaId), isNull(inboxEntries.settledAt));
  const longAgo = new Date(at.getTime() - LONGEST_DAYS * 24 * 3_600_000);
  const isOver = check.fell || (await hasComeBack(transaction, check)) ? isOpen : and(isOpen, lt(inboxEntries.at, longAgo));
  await transaction.update(inboxEntries).set({ settledAt: at }).where(isOver);
  if (!check.fell) return;
  const cause = `${schemaId}@${at.toISOString()}`;
  await writeEntries(
    transaction,
    admins.map((personId) => ({ personId, kind: 'quality' as const, cause, schemaId, by: null })),
  );
}

async function hasComeBack(transaction: Transaction, { id, schemaId, values, right }: typeof nightlyChecks.$inferSelect): Promise<boolean> {
  const [fall] = await transaction
    .select({ fields: nightlyChecks.fields })
    .from(nightlyChecks)
    .where(and(eq(nightlyChecks.schemaId, schemaId), eq(nightlyChecks.fell, true), ne(nightlyChecks.id, id)))
    .orderBy(desc(nightlyChecks.at))
    .limit(1);
  const sum = (name: 'values' | 'right_before') => fall?.fields.reduce((total, { paired }) => total + paired[name], 0) ?? 0;
  return values > 0 && right * sum('values') >= sum('right_before') * values;
}
