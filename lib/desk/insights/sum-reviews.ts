import { type SQL, sql } from 'drizzle-orm';
import type { ReviewCounts } from '#lib/contract/desk/insights.ts';
import { reviewCounts } from './tables.ts';

const sumOf = (measure: keyof ReviewCounts) =>
  sql<number>`coalesce(sum(${reviewCounts.count}) filter (where ${reviewCounts.measure} = ${measure}), 0)::float8`;

/** Columns that sum rows of `review_counts` to what was decided. */
export const REVIEW_SUMS = {
  approved: sumOf('approved'),
  unchanged: sumOf('unchanged'),
  rejected: sumOf('rejected'),
  timed: sumOf('timed'),
  seconds: sumOf('seconds'),
  keys: sumOf('keys'),
} satisfies Record<keyof ReviewCounts, SQL<number>>;

export const NO_REVIEWS: ReviewCounts = { approved: 0, unchanged: 0, rejected: 0, timed: 0, seconds: 0, keys: 0 };
