import { and, eq, sql } from 'drizzle-orm';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { SessionContext } from '../context/session-context.ts';
import { accounts } from '../context/tables.ts';

/** Sets a person's password, also when they had none. */
export async function setPassword(context: SessionContext, transaction: Transaction, userId: string, password: string): Promise<void> {
  const hash = await (await context.auth.$context).password.hash(password);
  const changed = await transaction
    .update(accounts)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .returning({ id: accounts.id });
  if (changed.length > 0) return;
  await transaction.insert(accounts).values({ id: newId(), accountId: userId, providerId: 'credential', userId, password: hash });
}
