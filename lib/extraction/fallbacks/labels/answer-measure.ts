import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isNamedOtherwise } from '../../scoring/named-otherwise.ts';
import { isInAskedUnit, printedUnit } from '../../scoring/printed-unit.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { tidyValue } from '../../values/tidy-value.ts';

/** How well text beside a figure must name the field, and how much better than beside any other figure in the unit. */
const [NAMED, LEAD] = [0.3, 0.1];
/** Confidence where only one figure has the unit, and where one of several is named best. Set by hand: a person sees both. */
const [ONLY, BEST] = [0.6, 0.5];

/**
 * A fallback for a field that asks for figures in a certain unit (“weight_kg”) and that scoring left empty: the only figure that is
 * printed in this unit, or of several the one whose label names the field best. Null for other fields, or where none stands out.
 */
export function answerMeasure(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  // Documents are full of percentages: the sign alone tells nothing.
  if (!profile?.unit || profile.unit === 'percent' || profile.field.type === 'list') return null;
  const found = new Map<unknown, { index: number; named: number }>();
  context.pool.candidates.forEach((candidate, index) => {
    if (!isSuitable(profile, candidate) || !isInAskedUnit(context, profile, candidate, index)) return;
    if (isNamedOtherwise(context, profile, candidate, index)) return;
    const named = Math.max(context.labelScores(index)[field] ?? 0, context.meaningsOf(index).best[field] ?? 0);
    if (named < NAMED && !printedUnit(context.view, candidate)) return;
    if (named > (found.get(candidate.value)?.named ?? -1)) found.set(candidate.value, { index, named });
  });
  const [best, second] = [...found.values()].sort((a, b) => b.named - a.named || a.index - b.index);
  if (!best || (second && (best.named < NAMED || best.named < second.named + LEAD))) return null;
  const confidence = second ? BEST : ONLY;
  const candidate = publicCandidate(context, field, best.index, confidence);
  const reason = candidate.reason ?? (second ? 'printed in the unit asked for' : 'the only figure in the unit asked for');
  return { ...candidate, value: tidyValue(candidate.value, profile.kind), candidates: [], reason };
}
