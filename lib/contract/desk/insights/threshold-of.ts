import type { Thresholds } from './thresholds.ts';

/** A value with a lower confidence is shown to a person, where nobody said otherwise. */
export const DEFAULT_THRESHOLD = 0.85;

/** The threshold of a field. @param name `rows.column` for a column */
export function thresholdOf(thresholds: Thresholds | null | undefined, name: string): number {
  const own = thresholds && Object.hasOwn(thresholds.fields, name) ? thresholds.fields[name] : undefined;
  return own ?? thresholds?.all ?? DEFAULT_THRESHOLD;
}
