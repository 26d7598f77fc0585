import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Counts, Measures } from './counts.ts';
import { fieldCounts, reviewCounts } from './tables.ts';

/** Adds what a document counts to the sums. @param sign -1 takes it back */
export async function addCounts(transaction: Transaction, counts: Counts, sign: 1 | -1): Promise<void> {
  const { day, hour, schemaId, schemaVersion, deploymentId, personId } = counts;
  const ofField = Object.entries(counts.fields)
    .flatMap(([field, measures]) => list(measures, sign).map((one) => ({ day, schemaId, schemaVersion, deploymentId, field, ...one })))
    .sort(byName);
  const ofReview = list(counts.review, sign)
    .map((one) => ({ hour: new Date(hour), schemaId, deploymentId, personId, ...one }))
    .sort(byName);
  if (ofField.length > 0) {
    await transaction
      .insert(fieldCounts)
      .values(ofField)
      .onConflictDoUpdate({
        target: [
          fieldCounts.schemaId,
          fieldCounts.day,
          fieldCounts.field,
          fieldCounts.measure,
          fieldCounts.schemaVersion,
          fieldCounts.deploymentId,
        ],
        set: { count: sql`${fieldCounts.count} + excluded.count` },
      });
  }
  if (ofReview.length === 0) return;
  await transaction
    .insert(reviewCounts)
    .values(ofReview)
    .onConflictDoUpdate({
      target: [reviewCounts.hour, reviewCounts.schemaId, reviewCounts.measure, reviewCounts.deploymentId, reviewCounts.personId],
      set: { count: sql`${reviewCounts.count} + excluded.count` },
    });
}

function list(measures: Measures, sign: number): { measure: string; count: number }[] {
  return Object.entries(measures)
    .filter(([, count]) => count !== 0)
    .map(([measure, count]) => ({ measure, count: sign * count }));
}

/** Everybody takes the rows in the same order, so that no two wait for each other. */
function byName(one: { field?: string; measure: string }, other: { field?: string; measure: string }): number {
  const [a, b] = [one, other].map(({ field = '', measure }) => `${field}\n${measure}`) as [string, string];
  return a < b ? -1 : a > b ? 1 : 0;
}
