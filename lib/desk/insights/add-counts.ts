import { type SQL, sql } from 'drizzle-orm';
import type { ReviewCounts } from '#lib/contract/desk/insights/insights.ts';
import { REVIEW_MEASURES } from '#lib/document/statistics/add-reviews.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Counts, Measures } from './counts.ts';
import { evidenceCounts, fieldCounts, kindCounts, reviewCounts } from './tables.ts';

/** Rows of one statement: PostgreSQL takes 65,535 parameters, and a row has eight. */
const PORTION = 1000;

/** Adds what a document counts to the sums. @param sign -1 takes it back */
export async function addCounts(transaction: Transaction, counts: Counts, sign: 1 | -1): Promise<void> {
  await addFieldCounts(transaction, counts, sign);
  await addKindCounts(transaction, counts, sign);
  if (counts.hour === '') return;
  const { hour, schemaId, deploymentId, personId, review } = counts;
  // what an earlier version kept of a document lacks newer measures
  const added = Object.fromEntries(REVIEW_MEASURES.map((measure) => [measure, sign * (review[measure] ?? 0)])) as ReviewCounts;
  const plus = (measure: keyof ReviewCounts): SQL => sql`${reviewCounts[measure]} + excluded.${sql.identifier(measure)}`;
  await transaction
    .insert(reviewCounts)
    .values({ hour: new Date(hour), schemaId, deploymentId, personId, ...added })
    .onConflictDoUpdate({
      target: [reviewCounts.hour, reviewCounts.schemaId, reviewCounts.deploymentId, reviewCounts.personId],
      set: Object.fromEntries(REVIEW_MEASURES.map((measure) => [measure, plus(measure)])),
    });
}

async function addFieldCounts(transaction: Transaction, counts: Counts, sign: number): Promise<void> {
  const { day, schemaId, schemaVersion, deploymentId, fields, evidence } = counts;
  const rows = listMeasures(fields, sign).map((one) => ({ day, schemaId, schemaVersion, deploymentId, ...one }));
  const { schemaId: schema, day: onDay, field, measure, schemaVersion: version, deploymentId: at } = fieldCounts;
  for (let from = 0; from < rows.length; from += PORTION) {
    await transaction
      .insert(fieldCounts)
      .values(rows.slice(from, from + PORTION))
      .onConflictDoUpdate({
        target: [schema, onDay, field, measure, version, at],
        set: { count: sql`${fieldCounts.count} + excluded.count` },
      });
  }
  if (!evidence) return;
  const { engine } = evidence;
  const seen = listMeasures(evidence.fields, sign).map((one) => ({ day, schemaId, schemaVersion, deploymentId, engine, ...one }));
  const key = evidenceCounts;
  for (let from = 0; from < seen.length; from += PORTION) {
    await transaction
      .insert(evidenceCounts)
      .values(seen.slice(from, from + PORTION))
      .onConflictDoUpdate({
        target: [key.schemaId, key.deploymentId, key.engine, key.day, key.field, key.measure, key.schemaVersion],
        set: { count: sql`${evidenceCounts.count} + excluded.count` },
      });
  }
}

async function addKindCounts(transaction: Transaction, { day, schemaId, deploymentId, kind }: Counts, sign: number): Promise<void> {
  if (!kind) return;
  const key = kindCounts;
  await transaction
    .insert(kindCounts)
    .values({ day, schemaId, deploymentId, ...kind, documents: sign })
    .onConflictDoUpdate({
      target: [key.schemaId, key.day, key.deploymentId, key.likeliestId, key.isSure],
      set: { documents: sql`${kindCounts.documents} + excluded.documents` },
    });
}

function listMeasures(fields: Record<string, Measures>, sign: number): { field: string; measure: string; count: number }[] {
  return Object.entries(fields)
    .flatMap(([field, measures]) => Object.entries(measures).map(([measure, count]) => ({ field, measure, count: sign * count })))
    .filter(({ count }) => count !== 0)
    .sort(byName);
}

/** Everybody takes the rows in the same order, so that no two wait for each other. */
function byName(one: { field: string; measure: string }, other: { field: string; measure: string }): number {
  const [a, b] = [`${one.field}\n${one.measure}`, `${other.field}\n${other.measure}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
