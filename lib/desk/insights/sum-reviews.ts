import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { InsightsQuery, ReviewCounts } from '#lib/contract/desk/insights/insights.ts';
import { REVIEW_MEASURES } from '#lib/document/statistics/add-reviews.ts';
import { reviewCounts } from './tables.ts';

const sumOf = (measure: keyof ReviewCounts) => sql<number>`coalesce(sum(${reviewCounts[measure]}), 0)::float8`;

/** Columns that sum rows of `review_counts`. */
export const REVIEW_SUMS = Object.fromEntries(REVIEW_MEASURES.map((measure) => [measure, sumOf(measure)])) as Record<
  keyof ReviewCounts,
  SQL<number>
>;

/** What a query selects of `review_counts`. */
export function isReviewOf({ schema_id, deployment_id, from, to }: InsightsQuery): SQL | undefined {
  return and(
    gte(reviewCounts.hour, new Date(`${from}T00:00:00Z`)),
    lt(reviewCounts.hour, sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`),
    schema_id === undefined ? undefined : eq(reviewCounts.schemaId, schema_id),
    deployment_id === undefined ? undefined : eq(reviewCounts.deploymentId, deployment_id),
  );
}
