import { useQuery } from '@tanstack/react-query';
import { insightsQuery } from '#lib/client/team/insights.ts';
import { rocInterval } from '#lib/document/statistics/roc-interval.ts';
import { sumClasses } from '#lib/document/statistics/sum-classes.ts';

const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** Below so many wrong values the curve says little. */
const FEWEST_WRONG = 10;

/** `shown`: confidence tells right from wrong values. `missing`: approvals do not show that it does. `few`: too few values were wrong to say. */
export type OrderEvidence = { says: 'shown' | 'missing' | 'few'; wrong: number; area: number | null };

/**
 * Whether an order by expected errors puts the worst first, by what approvals of 90 days say of confidences; null until it is known.
 * @param schemaId null = all
 */
export function useOrderEvidence(schemaId: string | null): OrderEvidence | null {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const days = { from: dayOf(Date.now() - DAYS * DAY_MS), to: dayOf(Date.now()) };
  const { data } = useQuery(insightsQuery({ ...(schemaId === null ? {} : { schema_id: schemaId }), ...days }));
  if (!data) return null;
  const classes = sumClasses(data.fields);
  const wrong = classes.reduce((sum, one) => sum + one.values - one.right, 0);
  const roc = rocInterval(classes);
  if (!roc || wrong < FEWEST_WRONG) return { says: 'few', wrong, area: null };
  return { says: roc.low <= 0.5 ? 'missing' : 'shown', wrong, area: roc.area };
}
