import type { InsightSettings } from '#lib/contract/desk/insights/insights.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { forgetPeople } from '../forget-people.ts';
import { insightSettings } from '../tables.ts';

/** What is set for insights; figures of people are counted until an admin switches that off. */
export async function findInsightSettings(executor: Executor): Promise<InsightSettings> {
  const [row] = await executor.select().from(insightSettings);
  return { count_people: row?.countPeople ?? true };
}

/**
 * Switches the counting for each person on or off. Switched off, what was counted before loses its person, and what reviews took is kept in
 * the sums alone.
 */
export async function saveInsightSettings(desk: Pick<Desk, 'database'>, actor: NonNullable<Actor>, body: InsightSettings): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const [before] = await transaction.select().from(insightSettings).for('update');
    if (before?.countPeople === body.count_people) return;
    await transaction.update(insightSettings).set({ countPeople: body.count_people });
    if (!body.count_people) await forgetPeople(transaction);
    await appendAudit(transaction, [{ actor, event: 'insights.settings', detail: { count_people: body.count_people } }]);
  });
}
