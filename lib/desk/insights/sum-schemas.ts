import { inArray } from 'drizzle-orm';
import type { InsightsQuery, SchemaInsight } from '#lib/contract/desk/insights/insights.ts';
import { NO_REVIEWS } from '#lib/document/statistics/add-reviews.ts';
import { sortSchemas } from '#lib/document/statistics/sort-schemas.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { schemas } from '../schemas/tables.ts';
import type { Measures } from './counts.ts';
import { addMeasures, toConfidenceClasses, toValueCounts } from './sum-fields.ts';
import { isReviewOf, REVIEW_SUMS } from './sum-reviews.ts';
import { sumSamplesBySchema } from './sum-samples.ts';
import { reviewCounts } from './tables.ts';

const NONE_CHECKED = { values: 0, wrong: 0 };

/** What approvals say of each schema in a time; those of which most values are changed at least first. @param fields as `sumFields` gives them */
export async function sumSchemas(
  executor: Executor,
  query: InsightsQuery,
  fields: readonly { schemaId: string; measures: Measures }[],
): Promise<SchemaInsight[]> {
  const [reviews, samples] = await Promise.all([
    executor
      .select({ id: reviewCounts.schemaId, ...REVIEW_SUMS })
      .from(reviewCounts)
      .where(isReviewOf(query))
      .groupBy(reviewCounts.schemaId),
    sumSamplesBySchema(executor, query),
  ]);
  const ofFields = new Map<string, Measures[]>();
  for (const { schemaId, measures } of fields) ofFields.set(schemaId, [...(ofFields.get(schemaId) ?? []), measures]);
  // rejected documents may have had no schema
  const ids = [...new Set([...ofFields.keys(), ...reviews.map(({ id }) => id)])].filter((id) => id !== '');
  const names = ids.length === 0 ? [] : await executor.select().from(schemas).where(inArray(schemas.id, ids));
  const found = ids.map((id): SchemaInsight => {
    const { id: _, ...review } = reviews.find((one) => one.id === id) ?? { id, ...NO_REVIEWS };
    const measures = addMeasures(ofFields.get(id) ?? []);
    const { values, right } = toValueCounts(measures);
    return {
      schema_id: id,
      schema_name: names.find((one) => one.id === id)?.name ?? '',
      review,
      values,
      changed: values - right,
      confidence: toConfidenceClasses(measures),
      samples: samples.get(id) ?? NONE_CHECKED,
    };
  });
  const decided = found.filter(({ review, values }) => review.approved + review.automatic + review.rejected + values > 0);
  return sortSchemas(decided, { by: 'changed', order: 'desc' });
}
