import { sql } from 'drizzle-orm';
import type { LayoutInsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import type { LayoutInsight, LayoutInsights, LayoutWork } from '#lib/contract/desk/insights/layout-insights.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../../context/desk.ts';
import { findLayouts, findPictured, type LayoutGroup } from '../../learning/find-layouts.ts';
import { findParties } from '../../learning/find-parties.ts';
import { listPlaces } from '../../learning/list-places.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { findSchemaSettings } from '../../schemas/schema-settings-row.ts';
import { sumChanges } from '../sum-fields.ts';
import { isReviewOf, REVIEW_SUMS } from '../sum-reviews.ts';
import { countedDocuments, reviewCounts } from '../tables.ts';

const NO_WORK: LayoutWork = { approved: 0, unchanged: 0, values: 0, changed: 0, timed: 0, seconds: 0 };

/**
 * What people approved in a time, by the layout of the documents. Which documents have one layout is asked of the deployments that learn;
 * what was forgotten there is counted with the rest.
 * @throws ProblemError `not_found` for an unknown schema
 */
export async function listLayoutInsights(desk: Desk, query: LayoutInsightsQuery): Promise<LayoutInsights> {
  const { database } = desk;
  const schema = await getCurrentSchema(database, query.schema_id);
  const [settings, places, all] = await Promise.all([
    findSchemaSettings(database, query.schema_id),
    listPlaces(database, query.schema_id),
    sumAll(database, query),
  ]);
  const asked = places.filter(({ deploymentId }) => query.deployment_id === undefined || query.deployment_id === deploymentId);
  const found = await Promise.all(asked.map((place) => findLayouts(desk, settings, place)));
  const layouts: LayoutInsight[] = [];
  for (const { deployment, groups, own } of found) {
    const idsOf = ({ examples }: LayoutGroup) => examples.flatMap((example) => own.get(example.document_id)?.id ?? []);
    const works = await listWork(database, query, groups.flatMap(idsOf));
    const worked = groups
      .map((group) => ({ group, work: sumOf(idsOf(group).flatMap((id) => works.get(id) ?? [])) }))
      .filter(({ work }) => work.approved > 0);
    const parties = await findParties(
      database,
      schema,
      worked.map(({ group }) => group),
      own,
    );
    for (const { group, work } of worked) {
      const shown = {
        parties: parties.get(group.id) ?? [],
        newest_name: group.examples[0]?.document_name ?? '',
        picture_of: findPictured(group, own),
      };
      layouts.push({ id: group.id, deployment_id: deployment.id, ...shown, work });
    }
  }
  return {
    layouts: layouts.sort((one, other) => other.work.changed - one.work.changed || other.work.approved - one.work.approved),
    rest: without(all, sumOf(layouts.map(({ work }) => work))),
    problems: found.flatMap(({ deployment, problem }) => (problem === null ? [] : [{ name: deployment.name, problem }])),
    is_cut: found.some(({ isCut }) => isCut),
  };
}

/** What the sums have of the schema in the time. */
async function sumAll(executor: Executor, query: LayoutInsightsQuery): Promise<LayoutWork> {
  const [[review], changes] = await Promise.all([
    executor.select(REVIEW_SUMS).from(reviewCounts).where(isReviewOf(query)),
    sumChanges(executor, query),
  ]);
  const { approved = 0, unchanged = 0, timed = 0, seconds = 0 } = review ?? {};
  const [values, changed] = [changes.reduce((sum, one) => sum + one.values, 0), changes.reduce((sum, one) => sum + one.changed, 0)];
  return { approved, unchanged, values, changed, timed, seconds };
}

/** What each of the documents counts that people approved in the time, by its id. */
async function listWork(
  executor: Executor,
  { schema_id, from, to }: LayoutInsightsQuery,
  ids: readonly string[],
): Promise<Map<string, LayoutWork>> {
  if (ids.length === 0) return new Map();
  const counts = countedDocuments.counts;
  const review = (name: string) => sql`coalesce((${counts} #>> ${`{review,${name}}`}::text[])::float8, 0)`;
  const sumOfFields = (...measures: string[]) => sql`coalesce((select sum((field.value ->> measure)::float8)
    from jsonb_each(${counts} -> 'fields') field, unnest(${sql.param(measures)}::text[]) measure), 0)`;
  const { rows } = await executor.execute<LayoutWork & { id: string }>(sql`
    select ${countedDocuments.documentId} as id, ${review('approved')} as approved, ${review('unchanged')} as unchanged,
      ${review('timed')} as timed, ${review('seconds')} as seconds,
      ${sumOfFields('right', 'corrected', 'missed', 'invented')} as "values", ${sumOfFields('corrected', 'missed', 'invented')} as changed
    from ${countedDocuments}
    where ${countedDocuments.documentId} = any(${sql.param([...ids])}::uuid[]) and ${review('approved')} > 0
      and ${counts} ->> 'schemaId' = ${schema_id} and ${counts} ->> 'day' between ${from} and ${to}`);
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}

const MEASURES = Object.keys(NO_WORK) as (keyof LayoutWork)[];

function sumOf(works: readonly LayoutWork[]): LayoutWork {
  const sum = { ...NO_WORK };
  for (const work of works) for (const measure of MEASURES) sum[measure] += work[measure];
  return sum;
}

/** Never below zero: quality samples of automatic approvals count values, but no approval. */
function without(all: LayoutWork, part: LayoutWork): LayoutWork {
  const rest = { ...NO_WORK };
  for (const measure of MEASURES) rest[measure] = Math.max(0, all[measure] - part[measure]);
  return rest;
}
