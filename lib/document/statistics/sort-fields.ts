import type { FieldInsight } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from './area-of-confidence.ts';
import { wilsonInterval } from './wilson-interval.ts';

type Sorted = Pick<FieldInsight, 'counts' | 'seconds' | 'keys' | 'timed' | 'confidence'>;

/** What the table of fields can be sorted by. */
export const FIELD_SORTS = ['changed', 'corrected', 'flags', 'auroc', 'minutes', 'seconds', 'keys'] as const;
export type FieldSort = (typeof FIELD_SORTS)[number];

/**
 * Fields by what they cost. Shares count with the lower bound of their 95 % interval, so that 1 of 1 does not stand before 40 of 100. Equal
 * ones keep the order of changed values. Where too few values were wrong to say how well confidence does, a field stands last in either order.
 * @returns a new list
 */
export function sortFields<Field extends Sorted>(
  fields: readonly Field[],
  { by, order }: { by: FieldSort; order: 'asc' | 'desc' },
): Field[] {
  const sign = order === 'desc' ? 1 : -1;
  return [...fields].sort(
    (one, other) => compareBy(one, other, by, sign) || compareBy(one, other, 'changed', 1) || other.counts.values - one.counts.values,
  );
}

/** Seconds that people had a field in focus, over all documents in which that was measured. */
export function secondsSpent({ seconds, timed }: Pick<FieldInsight, 'seconds' | 'timed'>): number {
  return (seconds ?? 0) * timed;
}

function compareBy(one: Sorted, other: Sorted, by: FieldSort, sign: 1 | -1): number {
  const [here, there] = [weightOf(one, by), weightOf(other, by)];
  return here === null || there === null ? Number(here === null) - Number(there === null) : sign * (there - here);
}

function weightOf(field: Sorted, by: FieldSort): number | null {
  const { counts } = field;
  switch (by) {
    case 'changed':
      return atLeast(counts.values - counts.right, counts.values);
    case 'corrected':
      return atLeast(counts.corrected, counts.values);
    case 'flags':
      return counts.flagged;
    case 'auroc':
      return areaOfConfidence(field.confidence);
    case 'minutes':
      return secondsSpent(field);
    default:
      return field[by] ?? 0;
  }
}

function atLeast(part: number, whole: number): number {
  return whole === 0 ? 0 : wilsonInterval(part, whole).low;
}
