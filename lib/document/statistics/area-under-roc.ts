import type { ConfidenceClass } from '#lib/contract/desk/insights/insights.ts';

/**
 * How well confidences tell right values from wrong ones: the probability that a right value has a higher one than a wrong value, ties
 * counting half (the area under the ROC curve, as the statistic of Mann and Whitney 1947). Null where only one sort was seen.
 * @param classes lowest first
 */
export function areaUnderRoc(classes: readonly Pick<ConfidenceClass, 'values' | 'right'>[]): number | null {
  const right = classes.reduce((sum, one) => sum + one.right, 0);
  const wrong = classes.reduce((sum, one) => sum + one.values - one.right, 0);
  if (right === 0 || wrong === 0) return null;
  let wrongBelow = 0;
  let wins = 0;
  for (const one of classes) {
    const wrongHere = one.values - one.right;
    wins += one.right * (wrongBelow + wrongHere / 2);
    wrongBelow += wrongHere;
  }
  return wins / (right * wrong);
}
