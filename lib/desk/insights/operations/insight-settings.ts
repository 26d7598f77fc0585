import { isNotNull, sql } from 'drizzle-orm';
import type { InsightSettings } from '#lib/contract/desk/insights/insights.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { decisions } from '../../review/tables.ts';
import { countedDocuments, insightSettings, reviewCounts } from '../tables.ts';

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

async function forgetPeople(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    with named as (delete from ${reviewCounts} where person_id <> '' returning *)
    insert into ${reviewCounts} (hour, schema_id, deployment_id, person_id, approved, unchanged, rejected, automatic, timed, seconds, keys)
    select hour, schema_id, deployment_id, '', sum(approved), sum(unchanged), sum(rejected), sum(automatic), sum(timed), sum(seconds), sum(keys)
    from named group by hour, schema_id, deployment_id
    on conflict (hour, schema_id, deployment_id, person_id) do update set approved = review_counts.approved + excluded.approved,
      unchanged = review_counts.unchanged + excluded.unchanged, rejected = review_counts.rejected + excluded.rejected,
      automatic = review_counts.automatic + excluded.automatic, timed = review_counts.timed + excluded.timed, seconds = review_counts.seconds + excluded.seconds,
      keys = review_counts.keys + excluded.keys`);
  await transaction.update(decisions).set({ effort: null }).where(isNotNull(decisions.effort));
  await transaction.execute(sql`update ${countedDocuments} set counts = jsonb_set(counts, '{personId}', '""')`);
}
