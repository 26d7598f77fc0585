import type { FieldInsight } from '#lib/contract/desk/insights/insights.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** What the table of fields can be sorted by. */
export const FIELD_SORTS = ['changed', 'corrected', 'flags', 'minutes', 'seconds'] as const;
export type FieldSort = (typeof FIELD_SORTS)[number];

/**
 * Fields by what they cost. Shares count with the lower bound of their 95 % interval, so that 1 of 1 does not stand before 40 of 100. Equal
 * ones keep the order of changed values.
 * @returns a new list
 */
export function sortFields<Field extends Pick<FieldInsight, 'counts' | 'seconds' | 'timed'>>(
  fields: readonly Field[],
  { by, order }: { by: FieldSort; order: 'asc' | 'desc' },
): Field[] {
  const sign = order === 'desc' ? 1 : -1;
  return [...fields].sort(
    (one, other) =>
      sign * (weightOf(other, by) - weightOf(one, by)) ||
      weightOf(other, 'changed') - weightOf(one, 'changed') ||
      other.counts.values - one.counts.values,
  );
}

/** Seconds that people had a field in focus, over all documents in which that was measured. */
export function secondsSpent({ seconds, timed }: Pick<FieldInsight, 'seconds' | 'timed'>): number {
  return (seconds ?? 0) * timed;
}

function weightOf(field: Pick<FieldInsight, 'counts' | 'seconds' | 'timed'>, by: FieldSort): number {
  const { counts } = field;
  if (by === 'changed') return atLeast(counts.values - counts.right, counts.values);
  if (by === 'corrected') return atLeast(counts.corrected, counts.values);
  if (by === 'flags') return counts.flagged;
  return by === 'minutes' ? secondsSpent(field) : (field.seconds ?? 0);
}

function atLeast(part: number, whole: number): number {
  return whole === 0 ? 0 : wilsonInterval(part, whole).low;
}
