import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { DeploymentInsight, InsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import { NO_REVIEWS } from '#lib/document/statistics/add-reviews.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { CONFIDENCE_MEASURE, type Measures } from './counts.ts';
import { isCountedFor } from './is-counted-for.ts';
import { toConfidenceClasses, toValueCounts } from './sum-fields.ts';
import { isReviewOf, REVIEW_SUMS } from './sum-reviews.ts';
import { failureCounts, fieldCounts, reviewCounts } from './tables.ts';

/** What approvals say of each deployment in a time, and how often documents failed there; those with most documents first. */
export async function sumDeployments(executor: Executor, query: InsightsQuery): Promise<DeploymentInsight[]> {
  const isValue = sql`(${fieldCounts.measure} in ('right', 'corrected', 'missed', 'invented')
    or ${fieldCounts.measure} like ${`${CONFIDENCE_MEASURE}:%`})`;
  const [values, reviews, failures, names] = await Promise.all([
    executor
      .select({ id: fieldCounts.deploymentId, measure: fieldCounts.measure, total: sql<number>`sum(${fieldCounts.count})::float8` })
      .from(fieldCounts)
      .where(and(isCountedFor(fieldCounts, query), isValue))
      .groupBy(fieldCounts.deploymentId, fieldCounts.measure),
    executor
      .select({ id: reviewCounts.deploymentId, ...REVIEW_SUMS })
      .from(reviewCounts)
      .where(isReviewOf(query))
      .groupBy(reviewCounts.deploymentId),
    executor
      .select({ id: failureCounts.deploymentId, total: sql<number>`sum(${failureCounts.failures})::int` })
      .from(failureCounts)
      .where(isFailureOf(query))
      .groupBy(failureCounts.deploymentId),
    executor.select({ id: deployments.id, name: deployments.name }).from(deployments),
  ]);
  const measures = new Map<string, Measures>();
  for (const { id, measure, total } of values) measures.set(id, { ...measures.get(id), [measure]: total });
  const ids = new Set([...measures.keys(), ...reviews.map(({ id }) => id), ...failures.map(({ id }) => id)]);
  return [...ids]
    .map((id): DeploymentInsight => {
      const { id: _, ...review } = reviews.find((one) => one.id === id) ?? { id, ...NO_REVIEWS };
      const { values: all, right } = toValueCounts(measures.get(id) ?? {});
      return {
        deployment_id: id,
        name: names.find((one) => one.id === id)?.name ?? id,
        review,
        values: all,
        changed: all - right,
        confidence: toConfidenceClasses(measures.get(id) ?? {}),
        failures: failures.find((one) => one.id === id)?.total ?? 0,
      };
    })
    .filter(({ review, values: all, failures: failed }) => review.approved + review.automatic + review.rejected + all + failed > 0)
    .sort((one, other) => documentsOf(other) - documentsOf(one) || one.name.localeCompare(other.name));
}

const documentsOf = ({ review }: DeploymentInsight) => review.approved + review.automatic;

function isFailureOf({ schema_id, deployment_id, from, to }: InsightsQuery) {
  return and(
    gte(failureCounts.day, from),
    lte(failureCounts.day, to),
    schema_id === undefined ? undefined : eq(failureCounts.schemaId, schema_id),
    deployment_id === undefined ? undefined : eq(failureCounts.deploymentId, deployment_id),
  );
}
