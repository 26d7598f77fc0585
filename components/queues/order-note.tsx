'use client';

import { useQuery } from '@tanstack/react-query';
import { insightsQuery } from '#lib/client/team/insights.ts';
import { rocInterval } from '#lib/document/statistics/roc-interval.ts';
import { sumClasses } from '#lib/document/statistics/sum-classes.ts';

const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** Below so many wrong values the curve says little. */
const FEWEST_WRONG = 10;

/** Whether an order by expected errors puts the worst first: by what approvals of 90 days say of confidences. @param schemaId null = all */
export function OrderNote({ schemaId }: { schemaId: string | null }) {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const days = { from: dayOf(Date.now() - DAYS * DAY_MS), to: dayOf(Date.now()) };
  const { data } = useQuery(insightsQuery({ ...(schemaId === null ? {} : { schema_id: schemaId }), ...days }));
  if (!data) return null;
  return <p className="mt-2 text-ink-muted text-xs">{noteOf(sumClasses(data.fields))}</p>;
}

function noteOf(classes: ReturnType<typeof sumClasses>): string {
  const wrong = classes.reduce((sum, one) => sum + one.values - one.right, 0);
  const roc = rocInterval(classes);
  if (!roc || wrong < FEWEST_WRONG)
    return 'Ordered by probably wrong values for the time a document takes. Too few values were corrected in 90 days to say whether this puts the worst first.';
  const area = `AUROC ${roc.area.toFixed(2)}, ${wrong.toLocaleString('en')} wrong values in 90 days`;
  if (roc.low <= 0.5)
    return `Approvals do not show that confidence tells right from wrong values here (${area}). This order may be no better than chance.`;
  return `Ordered by probably wrong values for the time a document takes. Confidence tells right from wrong values here (${area}).`;
}
