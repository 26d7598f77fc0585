import { type SQL, sql } from 'drizzle-orm';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import type { Insights, InsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents, submissions } from '../documents/tables.ts';

type Counted = { checked: number; agreed: number; blind: number; blind_agreed: number };
/** Sums over checked values, each an `entry`. */
const COUNTED = sql`count(*)::int as checked,
  count(*) filter (where (entry ->> 'agrees')::boolean)::int as agreed,
  count(*) filter (where entry ? 'entered')::int as blind,
  count(*) filter (where entry ? 'entered' and (entry ->> 'agrees')::boolean)::int as blind_agreed`;
const NONE: Counted = { checked: 0, agreed: 0, blind: 0, blind_agreed: 0 };

/** What quality samples that were checked in a time found, and how many drawn then still wait. */
export async function sumSamples(executor: Executor, query: InsightsQuery): Promise<Insights['samples']> {
  const [{ rows: counts }, { rows: found }] = await Promise.all([
    executor.execute<{ documents: number; waiting: number }>(sql`
      select count(*) filter (where ${qualitySamples.lookedAt} is not null)::int as documents,
        count(*) filter (where ${qualitySamples.lookedAt} is null and exists (select 1 from ${documents}
          where ${documents.id} = ${qualitySamples.documentId} and ${documents.state} = 'approved'))::int as waiting
      from ${qualitySamples} where ${isSampleOf(query)}`),
    executor.execute<Counted & { of_people: boolean }>(sql`
      select ${qualitySamples.approvedById} <> ${AUTOMATIC_APPROVER.id} as of_people, ${COUNTED}
      from ${qualitySamples}, jsonb_array_elements(${qualitySamples.fields}) as entry
      where ${isSampleOf(query)}
      group by 1`),
  ]);
  const ofPeople = found.find((row) => row.of_people) ?? NONE;
  const automatic = found.find((row) => !row.of_people) ?? NONE;
  const { documents: checkedDocuments = 0, waiting = 0 } = counts[0] ?? {};
  return {
    documents: checkedDocuments,
    values: ofPeople.checked + automatic.checked,
    agreed: ofPeople.agreed + automatic.agreed,
    waiting,
    blind: { values: ofPeople.blind + automatic.blind, agreed: ofPeople.blind_agreed + automatic.blind_agreed },
    by_people: {
      values: ofPeople.checked,
      wrong: ofPeople.checked - ofPeople.agreed,
      blind: { values: ofPeople.blind, wrong: ofPeople.blind - ofPeople.blind_agreed },
    },
  };
}

/**
 * Of each schema's quality samples that were checked in a time: how many values, and how many of them were wrong. Only those that were entered
 * blind, as long as there are some.
 */
export async function sumSamplesBySchema(
  executor: Executor,
  query: InsightsQuery,
): Promise<Map<string, { values: number; wrong: number }>> {
  const { rows } = await executor.execute<Counted & { id: string }>(sql`
    select ${qualitySamples.schemaId} as id, ${COUNTED}
    from ${qualitySamples}, jsonb_array_elements(${qualitySamples.fields}) as entry
    where ${isSampleOf(query)} and ${qualitySamples.lookedAt} is not null
    group by 1`);
  const countsOf = ({ checked, agreed, blind, blind_agreed }: Counted) =>
    blind > 0 ? { values: blind, wrong: blind - blind_agreed } : { values: checked, wrong: checked - agreed };
  return new Map(rows.map(({ id, ...counted }) => [id, countsOf(counted)]));
}

/** By when a sample was checked; one that waits, by when it was drawn. */
function isSampleOf({ schema_id, deployment_id, from, to }: InsightsQuery): SQL {
  const at = sql`coalesce(${qualitySamples.lookedAt}, ${qualitySamples.chosenAt})`;
  return sql`${at} >= ${`${from}T00:00:00Z`}::timestamptz and ${at} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'
    ${schema_id === undefined ? sql`` : sql`and ${qualitySamples.schemaId} = ${schema_id}`}
    ${
      deployment_id === undefined
        ? sql``
        : sql`and exists (select 1 from ${submissions} where ${submissions.documentId} = ${qualitySamples.documentId}
            and ${submissions.deploymentId} = ${deployment_id})`
    }`;
}
