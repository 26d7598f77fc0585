import { textKey } from '#lib/document/values/fold-text.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { Ranked } from '../scoring/rank-field.ts';

/** What two candidates with the same value share: letters and digits of a text, else the value. */
export function keyOfCandidate(context: ExtractionContext, index: number): string {
  const value = context.pool.candidates[index]?.value;
  return typeof value === 'string' ? textKey(value) : String(value);
}

/** Candidates with distinct values, best first. */
export function distinct(context: ExtractionContext, ranked: readonly Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return ranked.filter(({ index }) => {
    const key = keyOfCandidate(context, index);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** True when two candidates share tokens. */
export function overlaps(context: ExtractionContext, a: number, b: number): boolean {
  const first = context.pool.candidates[a];
  const second = context.pool.candidates[b];
  if (!first || !second || first.page !== second.page) return false;
  return first.ranges.some(([start, end]) => second.ranges.some(([from, to]) => start < to && from < end));
}
