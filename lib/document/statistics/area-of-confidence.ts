import type { ConfidenceClass } from '#lib/contract/desk/insights/insights.ts';
import { areaUnderRoc } from './area-under-roc.ts';

/** Below so many wrong values the area under the curve says little. */
const FEWEST_WRONG = 10;

/** How well confidence tells right from wrong values (AUROC, 0.5 to 1 where it helps); null where too few are wrong to say. */
export function areaOfConfidence(classes: readonly ConfidenceClass[]): number | null {
  const wrong = classes.reduce((sum, one) => sum + one.values - one.right, 0);
  return wrong < FEWEST_WRONG ? null : areaUnderRoc(classes);
}
