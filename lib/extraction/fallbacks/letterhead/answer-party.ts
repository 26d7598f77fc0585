import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import { publicCandidate } from '../../values/build-value.ts';

/** Lines between a party's heading and its name at most, and how far they may be apart (ems). */
const [STEPS, REACH] = [1, 3];
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.6;

/**
 * The name of a party that scoring left empty: the whole line right under (or behind) a heading that names the party ("Bill to").
 * Null when the field asks for no name of a party or no such line stands there.
 */
export function answerParty(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.kind !== 'name' || !profile.role) return null;
  const index = context.pool.candidates.findIndex(({ kind, origin, text }, at) => {
    if (kind !== 'text' || origin !== 'segment' || /[\d:@]|^\p{Ll}/u.test(text)) return false;
    const candidate = context.pool.candidates[at];
    if (!candidate || !isSuitable(profile, candidate) || context.isPartyHeading(at)) return false;
    const party = context.party(at);
    return party?.role === profile.role && party.steps <= STEPS && party.distance < REACH;
  });
  if (index < 0) return null;
  const { value, text, evidence, reason } = publicCandidate(context, field, index, CONFIDENCE);
  return { value, text, confidence: CONFIDENCE, evidence, candidates: [], reason: reason ?? 'stands under the heading of that party' };
}
