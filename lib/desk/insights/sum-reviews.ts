import { type SQL, sql } from 'drizzle-orm';
import type { ReviewCounts } from '#lib/contract/desk/insights/insights.ts';
import { REVIEW_MEASURES } from '#lib/document/statistics/add-reviews.ts';
import { reviewCounts } from './tables.ts';

const sumOf = (measure: keyof ReviewCounts) => sql<number>`coalesce(sum(${reviewCounts[measure]}), 0)::float8`;

/** Columns that sum rows of `review_counts`. */
export const REVIEW_SUMS = Object.fromEntries(REVIEW_MEASURES.map((measure) => [measure, sumOf(measure)])) as Record<
  keyof ReviewCounts,
  SQL<number>
>;
