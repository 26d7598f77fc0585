import type { Ranked } from '../scoring/rank-field.ts';
import { firstToken, type Scene } from '../scoring/scene.ts';

/** How far apart edges of figures in one column may lie, in ems. */
const ALIGNED = 0.6;
/** How well print beside the figures must name the field. */
const NAMED = 0.4;

/** Puts the sum at the foot of a column before the figures that it is the sum of, where a field asks for a total of a measure or count. */
export function totalFirst(scene: Scene, field: number, ranked: Ranked[]): Ranked[] {
  const profile = scene.profiles[field];
  const top = ranked[0];
  if (!top || profile?.kind !== 'number' || !profile.tags.has('total') || scene.valueFacts[top.index]?.isColumnSum) return ranked;
  // Under a heading of other things a sum is one of these.
  if ((scene.labelScores(top.index)[field] ?? 0) < NAMED) return ranked;
  const tokenOf = ({ index }: Ranked) => scene.view.tokens[firstToken(scene, index)];
  const own = tokenOf(top);
  const sum = ranked.find((entry) => {
    const token = tokenOf(entry);
    // A sum is more than each of its parts.
    if (!(Number(scene.pool.candidates[entry.index]?.value) > Number(scene.pool.candidates[top.index]?.value))) return false;
    if (!own || !token || !scene.valueFacts[entry.index]?.isColumnSum || token.page !== own.page || token.top <= own.bottom) return false;
    return Math.abs(token.left - own.left) < ALIGNED || Math.abs(token.right - own.right) < ALIGNED;
  });
  return sum ? [{ ...sum, score: top.score }, ...ranked.filter((entry) => entry !== sum)] : ranked;
}
