import type { ReviewCounts } from '#lib/contract/desk/insights/insights.ts';

export const NO_REVIEWS: ReviewCounts = { approved: 0, unchanged: 0, rejected: 0, automatic: 0, timed: 0, seconds: 0, keys: 0 };
/** What is counted of decisions. */
export const REVIEW_MEASURES = Object.keys(NO_REVIEWS) as (keyof ReviewCounts)[];

/** The sum of several sums. */
export function addReviews(all: readonly ReviewCounts[]): ReviewCounts {
  const total = { ...NO_REVIEWS };
  for (const one of all) for (const measure of REVIEW_MEASURES) total[measure] += one[measure];
  return total;
}
