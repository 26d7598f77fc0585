import { type ExtractionContext, firstToken } from '../scoring/extraction-context.ts';
import type { Ranked } from '../scoring/rank-field.ts';

/** How far apart edges of figures in one column may lie, in ems. */
const ALIGNED = 0.6;
/** How well text beside the figures must name the field. */
const NAMED = 0.4;

/** Puts the sum at the foot of a column before the figures that it is the sum of, where a field asks for a total of a measure or count. */
export function totalFirst(context: ExtractionContext, field: number, ranked: Ranked[]): Ranked[] {
  const profile = context.profiles[field];
  const top = ranked[0];
  if (!top || profile?.kind !== 'number' || !profile.tags.has('total') || context.valueFacts[top.index]?.isColumnSum) return ranked;
  // Under a heading of other things a sum is one of these.
  if ((context.labelScores(top.index)[field] ?? 0) < NAMED) return ranked;
  const tokenOf = ({ index }: Ranked) => context.view.tokens[firstToken(context, index)];
  const own = tokenOf(top);
  const sum = ranked.find((entry) => {
    const token = tokenOf(entry);
    // A sum is more than each of its parts.
    if (!(Number(context.pool.candidates[entry.index]?.value) > Number(context.pool.candidates[top.index]?.value))) return false;
    if (!own || !token || !context.valueFacts[entry.index]?.isColumnSum || token.page !== own.page || token.top <= own.bottom) return false;
    return Math.abs(token.left - own.left) < ALIGNED || Math.abs(token.right - own.right) < ALIGNED;
  });
  return sum ? [{ ...sum, score: top.score }, ...ranked.filter((entry) => entry !== sum)] : ranked;
}
