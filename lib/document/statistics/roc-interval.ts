import type { ConfidenceClass } from '#lib/contract/desk/insights/insights.ts';
import { areaUnderRoc } from './area-under-roc.ts';

const Z = 1.96;

/**
 * The area under the ROC curve with its 95 % interval, by the standard error of Hanley and McNeil (1982, “The meaning and use of the area
 * under a receiver operating characteristic curve”). Null where only right or only wrong values were seen.
 * @param classes lowest first
 */
export function rocInterval(
  classes: readonly Pick<ConfidenceClass, 'values' | 'right'>[],
): { area: number; low: number; high: number } | null {
  const area = areaUnderRoc(classes);
  if (area === null) return null;
  const right = classes.reduce((sum, one) => sum + one.right, 0);
  const wrong = classes.reduce((sum, one) => sum + one.values - one.right, 0);
  const [q1, q2] = [area / (2 - area), (2 * area ** 2) / (1 + area)];
  const variance = (area * (1 - area) + (right - 1) * (q1 - area ** 2) + (wrong - 1) * (q2 - area ** 2)) / (right * wrong);
  const reach = Z * Math.sqrt(Math.max(0, variance));
  return { area, low: Math.max(0, area - reach), high: Math.min(1, area + reach) };
}
