import { type SQL, sql } from 'drizzle-orm';
import type { ReviewCounts } from '#lib/contract/desk/insights/insights.ts';
import { reviewCounts } from './tables.ts';

export const NO_REVIEWS: ReviewCounts = { approved: 0, unchanged: 0, rejected: 0, timed: 0, seconds: 0, keys: 0 };
/** What is counted of decisions. */
export const REVIEW_MEASURES = Object.keys(NO_REVIEWS) as (keyof ReviewCounts)[];

const sumOf = (measure: keyof ReviewCounts) => sql<number>`coalesce(sum(${reviewCounts[measure]}), 0)::float8`;

/** Columns that sum rows of `review_counts`. */
export const REVIEW_SUMS = Object.fromEntries(REVIEW_MEASURES.map((measure) => [measure, sumOf(measure)])) as Record<
  keyof ReviewCounts,
  SQL<number>
>;

/** The sum of several sums. */
export function addReviews(all: readonly ReviewCounts[]): ReviewCounts {
  const total = { ...NO_REVIEWS };
  for (const one of all) for (const measure of REVIEW_MEASURES) total[measure] += one[measure];
  return total;
}
