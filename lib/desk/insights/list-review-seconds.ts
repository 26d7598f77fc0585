import { and, gte, ne, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { ReviewSeconds } from '../documents/queue-condition.ts';
import { reviewCounts } from './tables.ts';

const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** Of fewer measured documents the mean says little. */
const FEWEST = 5;

/** How many seconds a person needed for a document of each schema in the last 90 days, as far as it was measured; at least one. */
export async function listReviewSeconds(executor: Executor): Promise<ReviewSeconds> {
  const rows = await executor
    .select({
      schemaId: reviewCounts.schemaId,
      timed: sql<number>`sum(${reviewCounts.timed})::float8`,
      seconds: sql<number>`sum(${reviewCounts.seconds})::float8`,
    })
    .from(reviewCounts)
    .where(and(gte(reviewCounts.hour, new Date(now().getTime() - DAYS * DAY_MS)), ne(reviewCounts.timed, 0)))
    .groupBy(reviewCounts.schemaId);
  const measured = rows.filter(({ timed }) => timed >= FEWEST);
  const of = new Map(measured.map(({ schemaId, timed, seconds }) => [schemaId, Math.max(1, seconds / timed)]));
  const all = [...of.values()];
  return { of, other: all.length === 0 ? 1 : all.reduce((sum, one) => sum + one, 0) / all.length };
}
