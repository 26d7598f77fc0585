import type { SchemaInsight } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from './area-of-confidence.ts';
import { FEWEST_PASSED } from './threshold-curve.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** What the table of schemas can be sorted by. */
export const SCHEMA_SORTS = ['changed', 'documents', 'unchanged', 'seconds', 'auroc', 'samples', 'automatic'] as const;
export type SchemaSort = (typeof SCHEMA_SORTS)[number];

/** Whether enough values were approved to say how many of them people change; below so many as a threshold needs, they are too few. */
export function hasEvidence({ values }: Pick<SchemaInsight, 'values'>): boolean {
  return values >= FEWEST_PASSED;
}

/**
 * Schemas by how they do. Shares count with the bound of their 95 % interval that is nearer to the middle of the list: the lower one downwards,
 * the upper one upwards, so that few documents never stand first. Where nothing is known, or too little, a schema stands last in either order.
 * @returns a new list
 */
export function sortSchemas<Schema extends SchemaInsight>(
  schemas: readonly Schema[],
  { by, order }: { by: SchemaSort; order: 'asc' | 'desc' },
): Schema[] {
  const sign = order === 'desc' ? 1 : -1;
  const bound = order === 'desc' ? 'low' : 'high';
  const compare = (one: number | null, other: number | null) =>
    one === null || other === null ? Number(one === null) - Number(other === null) : sign * (other - one);
  return [...schemas].sort(
    (one, other) =>
      compare(weightOf(one, by, bound), weightOf(other, by, bound)) ||
      other.values - one.values ||
      one.schema_name.localeCompare(other.schema_name),
  );
}

function weightOf(schema: SchemaInsight, by: SchemaSort, bound: 'low' | 'high'): number | null {
  const { review, values, changed, samples } = schema;
  const shareOf = (part: number, whole: number) => (whole === 0 ? null : wilsonInterval(part, whole)[bound]);
  switch (by) {
    case 'changed':
      return hasEvidence(schema) ? shareOf(changed, values) : null;
    case 'documents':
      return review.approved + review.automatic;
    case 'unchanged':
      return shareOf(review.unchanged, review.approved);
    case 'seconds':
      return review.timed === 0 ? null : review.seconds / review.timed;
    case 'auroc':
      return areaOfConfidence(schema.confidence);
    case 'samples':
      return shareOf(samples.wrong, samples.values);
    default:
      return shareOf(review.automatic, review.approved + review.automatic);
  }
}
