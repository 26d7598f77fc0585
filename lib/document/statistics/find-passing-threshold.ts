import type { ConfidenceClass } from '#lib/contract/desk/insights/insights.ts';
import { upperErrorBound } from './upper-error-bound.ts';

/** What is known of values that would pass without a person. */
export type Passing = {
  /** Values with this confidence or a higher one pass. */
  threshold: number;
  /** Approved values with such a confidence, and how many of them were wrong. */
  passed: number;
  errors: number;
  /** The error rate among them, which is not exceeded with 95 % confidence. */
  bound: number;
};

const CONFIDENCE = 0.95;
/** With so many times the fewest values, the first test still holds where a few of them are wrong. */
const START_TIMES = 4;

/** How many values without a single error show that at most this share is wrong, with 95 % confidence. @param errorRate 0 to 1 */
export function fewestFor(errorRate: number): number {
  return Math.ceil(Math.log(1 - CONFIDENCE) / Math.log1p(-errorRate));
}

/**
 * The lowest threshold above which at most a share of the values is wrong, with 95 % confidence. Thresholds are tested in an order that
 * is fixed before any error is looked at: downwards from the highest one with enough values, up to the first that fails. So what is
 * chosen holds although several were tried (fixed sequence testing: Angelopoulos et al. 2021, “Learn then Test”, section 3.2); each test is
 * the exact bound of Clopper and Pearson (1934).
 * @param classes lowest first @param errorRate 0 to 1
 * @returns null while there is not enough evidence, or too many are wrong
 */
export function findPassingThreshold(classes: readonly ConfidenceClass[], errorRate: number): Passing | null {
  const downwards = classes.filter((one) => one.values > 0).reverse();
  const total = downwards.reduce((sum, { values }) => sum + values, 0);
  const start = Math.min(total, START_TIMES * fewestFor(errorRate));
  let found: Passing | null = null;
  let [passed, errors] = [0, 0];
  for (const one of downwards) {
    passed += one.values;
    errors += one.values - one.right;
    if (passed < start) continue;
    const bound = upperErrorBound(errors, passed, CONFIDENCE);
    if (bound > errorRate) break;
    found = { threshold: one.from, passed, errors, bound };
  }
  return found;
}
