import { isNotNull, ne } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Desk } from '../../context/desk.ts';
import { decisions } from '../../review/tables.ts';
import { forgetPeople } from '../forget-people.ts';
import { insightSettings, reviewCounts } from '../tables.ts';

/** Takes the people off what was counted whose accounts were removed since. Of no effect where nobody knows who has one. */
export async function forgetFormerPeople(desk: Pick<Desk, 'database' | 'listAccounts'>): Promise<void> {
  if (!desk.listAccounts) return;
  // before the accounts are listed: whoever gets one in between is not taken for somebody who is gone
  const counted = await union(
    desk.database.select({ id: reviewCounts.personId }).from(reviewCounts).where(ne(reviewCounts.personId, '')),
    desk.database.select({ id: decisions.actorId }).from(decisions).where(isNotNull(decisions.effort)),
  );
  if (counted.length === 0) return;
  const known = new Set((await desk.listAccounts()).map(({ id }) => id));
  const former = counted.map(({ id }) => id).filter((id) => !known.has(id));
  if (former.length === 0) return;
  await desk.database.transaction(async (transaction) => {
    await transaction.select().from(insightSettings).for('update');
    await forgetPeople(transaction, former);
  });
}
