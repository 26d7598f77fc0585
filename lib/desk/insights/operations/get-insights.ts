import { and, eq, exists, gte, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FieldInsight, Insights, InsightsQuery, ReviewCounts } from '#lib/contract/desk/insights/insights.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { addReviews } from '#lib/document/statistics/add-reviews.ts';
import { sortFields } from '#lib/document/statistics/sort-fields.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../../context/desk.ts';
import { findNewestSchema } from '../../schemas/schema-row.ts';
import { schemas, schemaVersions } from '../../schemas/tables.ts';
import type { Measures } from '../counts.ts';
import { labelOfField } from '../label-of-field.ts';
import { sumDeployments } from '../sum-deployments.ts';
import { addMeasures, sumChanges, sumFields, toConfidenceClasses, toReasons, toValueCounts } from '../sum-fields.ts';
import { sumKinds } from '../sum-kinds.ts';
import { isReviewOf, REVIEW_SUMS } from '../sum-reviews.ts';
import { sumSamples } from '../sum-samples.ts';
import { sumSchemas } from '../sum-schemas.ts';
import { reviewCounts, seenEngines } from '../tables.ts';
import { findInsightSettings } from './insight-settings.ts';

const MOST_MARKS = 50;

/**
 * What approvals say of extraction and of the work on it, in a time: from sums that are kept, not from documents.
 * @param options.withPeople also who decided how much, where that is counted
 */
export async function getInsights(desk: Desk, query: InsightsQuery, options: { withPeople: boolean }): Promise<Insights> {
  const { database } = desk;
  const settings = await findInsightSettings(database);
  const fields = await sumFields(database, query);
  const [described, bySchema, changes, reviews, byDeployment, kinds, samples, marks] = await Promise.all([
    describeFields(database, fields),
    query.schema_id === undefined ? sumSchemas(database, query, fields) : [],
    sumChanges(database, query),
    sumReviews(database, query),
    sumDeployments(database, query),
    sumKinds(database, query),
    sumSamples(database, query),
    listMarks(database, query),
  ]);
  const all = addMeasures(fields.map(({ measures }) => measures));
  return {
    review: addReviews(reviews),
    values: toValueCounts(all),
    fields: described,
    days: listDays(changes, reviews),
    reasons: toReasons(all),
    by_deployment: byDeployment,
    by_schema: bySchema,
    kinds,
    people: options.withPeople && settings.count_people ? listPeople(reviews) : null,
    samples,
    marks,
    count_people: settings.count_people,
  };
}

type ReviewRow = { day: string; personId: string } & ReviewCounts;

function sumReviews(executor: Executor, query: InsightsQuery): Promise<ReviewRow[]> {
  const day = sql<string>`((${reviewCounts.hour} at time zone 'UTC')::date)::text`;
  return executor
    .select({ day: day.as('day'), personId: reviewCounts.personId, ...REVIEW_SUMS })
    .from(reviewCounts)
    .where(isReviewOf(query))
    .groupBy(sql`1`, reviewCounts.personId);
}

function listDays(changes: Awaited<ReturnType<typeof sumChanges>>, reviews: readonly ReviewRow[]): Insights['days'] {
  const [changesOf, reviewsOf] = [groupBy(changes, ({ day }) => day), groupBy(reviews, ({ day }) => day)];
  return [...new Set([...changesOf.keys(), ...reviewsOf.keys()])].sort().map((day) => {
    const ofDay = changesOf.get(day) ?? [];
    return { day, review: addReviews(reviewsOf.get(day) ?? []), values: sumOf(ofDay, 'values'), changed: sumOf(ofDay, 'changed') };
  });
}

function listPeople(reviews: readonly ReviewRow[]): NonNullable<Insights['people']> {
  return [...groupBy(reviews, ({ personId }) => personId)]
    .filter(([id]) => id !== '')
    .map(([person_id, rows]) => ({ person_id, review: addReviews(rows) }))
    .sort((one, other) => other.review.approved - one.review.approved);
}

async function describeFields(
  executor: Executor,
  fields: readonly { schemaId: string; field: string; measures: Measures }[],
): Promise<FieldInsight[]> {
  const known = new Map<string, Schema | null>();
  for (const { schemaId } of fields) if (!known.has(schemaId)) known.set(schemaId, await findNewestSchema(executor, schemaId));
  const described = fields.map(({ schemaId, field, measures }): FieldInsight => {
    const schema = known.get(schemaId) ?? null;
    const timed = measures.timed ?? 0;
    return {
      schema_id: schemaId,
      schema_name: schema?.name ?? '',
      field,
      label: labelOfField(schema, field),
      counts: toValueCounts(measures),
      seconds: timed > 0 ? Math.max(0, (measures.seconds ?? 0) / timed) : null,
      keys: timed > 0 ? Math.max(0, (measures.keys ?? 0) / timed) : null,
      timed: Math.max(0, Math.round(timed)),
      confidence: toConfidenceClasses(measures),
    };
  });
  return sortFields(described, { by: 'changed', order: 'desc' });
}

async function listMarks(executor: Executor, { schema_id, deployment_id, from, to }: InsightsQuery): Promise<Insights['marks']> {
  const [begin, end] = [new Date(`${from}T00:00:00Z`), new Date(new Date(`${to}T00:00:00Z`).getTime() + 24 * 60 * 60_000)];
  const earlier = alias(seenEngines, 'earlier');
  const [versions, engines] = await Promise.all([
    executor
      .select({ at: schemaVersions.createdAt, name: schemas.name, version: schemaVersions.version })
      .from(schemaVersions)
      .innerJoin(schemas, eq(schemas.id, schemaVersions.schemaId))
      .where(
        and(
          gte(schemaVersions.createdAt, begin),
          lt(schemaVersions.createdAt, end),
          sql`${schemaVersions.version} > 1`,
          schema_id === undefined ? undefined : inArray(schemaVersions.schemaId, [schema_id]),
        ),
      )
      .orderBy(schemaVersions.createdAt)
      .limit(MOST_MARKS),
    executor
      .select({ at: seenEngines.since, name: seenEngines.engine })
      .from(seenEngines)
      .where(
        and(
          gte(seenEngines.since, begin),
          lt(seenEngines.since, end),
          deployment_id === undefined ? undefined : eq(seenEngines.deploymentId, deployment_id),
          // the first engine of all is not a new one
          exists(
            executor
              .select({ one: sql`1` })
              .from(earlier)
              .where(
                and(
                  lt(earlier.since, seenEngines.since),
                  deployment_id === undefined ? undefined : eq(earlier.deploymentId, deployment_id),
                ),
              ),
          ),
        ),
      )
      .orderBy(seenEngines.since)
      .limit(MOST_MARKS),
  ]);
  return [
    ...versions.map(({ at, name, version }) => ({ at: at.toISOString(), kind: 'schema' as const, name: `${name}, version ${version}` })),
    ...engines.map(({ at, name }) => ({ at: at.toISOString(), kind: 'engine' as const, name })),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function sumOf<Name extends string>(items: readonly Record<Name, number>[], name: Name): number {
  return items.reduce((sum, item) => sum + item[name], 0);
}
