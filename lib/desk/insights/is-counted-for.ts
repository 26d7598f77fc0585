import { and, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { InsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import type { fieldCounts, kindCounts } from './tables.ts';

/** What a query selects of a table of sums by day. */
export function isCountedFor(
  table: typeof fieldCounts | typeof kindCounts,
  { schema_id, deployment_id, from, to }: InsightsQuery,
): SQL | undefined {
  return and(
    gte(table.day, from),
    lte(table.day, to),
    schema_id === undefined ? undefined : eq(table.schemaId, schema_id),
    deployment_id === undefined ? undefined : eq(table.deploymentId, deployment_id),
  );
}
