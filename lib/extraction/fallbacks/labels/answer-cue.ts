import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { startOf } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import { publicCandidate } from '../../values/build-value.ts';

/**
 * Least strength of the words right before a value. Lengths of time are led up to by the same words in many clauses, so only
 * five words and more count there.
 */
const [LEADS, LEADS_DURATION] = [0.7, 0.99];
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.6;

/**
 * A fallback for a date, an amount or a length of time in running text that scoring left empty: when the words right before
 * exactly one value lead up to just this field (“for a term of”, “by giving not less than”). Null otherwise.
 */
export function answerCue(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (!profile || !['date', 'money', 'duration'].includes(profile.kind)) return null;
  const least = profile.kind === 'duration' ? LEADS_DURATION : LEADS;
  const found = new Map<string, number>();
  context.pool.candidates.forEach((candidate, index) => {
    if (!isSuitable(profile, candidate)) return;
    const { strength, distance } = context.cues.before(field, startOf(candidate));
    if (distance === 0 && strength >= least && !found.has(String(candidate.value))) found.set(String(candidate.value), index);
  });
  const [index] = found.values();
  if (index === undefined || found.size > 1) return null;
  return { ...publicCandidate(context, field, index, CONFIDENCE), candidates: [], reason: 'stands behind words that lead up to it' };
}
