import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { decisions } from '../review/tables.ts';
import { countedDocuments, reviewCounts } from './tables.ts';

/**
 * Takes the person off what was counted, and off what reviews took, which is kept in the sums alone. Whoever calls it holds the row of
 * `insight_settings`, so that nothing is counted meanwhile.
 * @param ids of the people; without, everybody
 */
export async function forgetPeople(transaction: Transaction, ids?: readonly string[]): Promise<void> {
  const isMeant = (person: SQL) => (ids ? sql`${person} = any(${sql.param([...ids])}::text[])` : sql`true`);
  await transaction.execute(sql`
    with named as (delete from ${reviewCounts} where person_id <> '' and ${isMeant(sql`person_id`)} returning *)
    insert into ${reviewCounts} (hour, schema_id, deployment_id, person_id, approved, unchanged, rejected, automatic, timed, seconds, keys)
    select hour, schema_id, deployment_id, '', sum(approved), sum(unchanged), sum(rejected), sum(automatic), sum(timed), sum(seconds), sum(keys)
    from named group by hour, schema_id, deployment_id
    on conflict (hour, schema_id, deployment_id, person_id) do update set approved = review_counts.approved + excluded.approved,
      unchanged = review_counts.unchanged + excluded.unchanged, rejected = review_counts.rejected + excluded.rejected,
      automatic = review_counts.automatic + excluded.automatic, timed = review_counts.timed + excluded.timed, seconds = review_counts.seconds + excluded.seconds,
      keys = review_counts.keys + excluded.keys`);
  await transaction
    .update(decisions)
    .set({ effort: null })
    .where(and(isNotNull(decisions.effort), isMeant(sql`${decisions.actorId}`)));
  await transaction
    .update(countedDocuments)
    .set({ counts: sql`jsonb_set(${countedDocuments.counts}, '{personId}', '""')` })
    .where(isMeant(sql`${countedDocuments.counts} ->> 'personId'`));
}
