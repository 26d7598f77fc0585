import type { ConfidenceClass } from '#lib/contract/desk/insights/insights.ts';
import { upperErrorBound } from './upper-error-bound.ts';

/** What a threshold costs and what it lets through. */
export type ThresholdPoint = {
  /** Values with a lower confidence are shown to a person. */
  threshold: number;
  /** Of the values seen: those that a person would check. */
  checked: number;
  /** Those that would pass, and how many of them were wrong. */
  passed: number;
  errors: number;
  /** The error rate among those that pass, which is not exceeded with 95 % confidence. */
  bound: number;
};

/** Fewer values than this passing are not enough to say anything: without a single error the bound would still be above 5 %. */
export const FEWEST_PASSED = 59;

/** What each threshold between the classes of confidence means, judged by approved values. @param classes lowest first */
export function thresholdCurve(classes: readonly ConfidenceClass[], thresholds: readonly number[]): ThresholdPoint[] {
  const total = classes.reduce((sum, one) => sum + one.values, 0);
  return thresholds.map((threshold) => {
    const above = classes.filter(({ from }) => from >= threshold);
    const passed = above.reduce((sum, one) => sum + one.values, 0);
    const errors = above.reduce((sum, one) => sum + one.values - one.right, 0);
    return { threshold, checked: total - passed, passed, errors, bound: upperErrorBound(errors, passed) };
  });
}
