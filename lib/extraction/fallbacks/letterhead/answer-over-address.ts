import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { neighbourOf } from '../../view/document-view.ts';

/** Gap between a name and the address under it at most, in ems, and how far their left edges may lie apart. */
const [CLOSE, APART] = [1.2, 1];
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.6;

/**
 * The name of a party that nothing named, when its address was found: the line right over the address. Null when the field asks
 * for no party's name, its address is not known, or that line is another party's name or no name.
 * @param answerOf the answer that was given for a field, by place among the context's fields
 */
export function answerOverAddress(
  context: ExtractionContext,
  field: number,
  answerOf: (field: number) => ExtractedValue | undefined,
): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.kind !== 'name' || !profile.role) return null;
  const ofOthers = new Set(
    context.profiles.flatMap((other, at) =>
      other.kind === 'name' && other.role !== profile.role ? [textKey(String(answerOf(at)?.value ?? ''))] : [],
    ),
  );
  for (const [at, other] of context.profiles.entries()) {
    if (other.kind !== 'address' || other.role !== profile.role) continue;
    const address = answerOf(at);
    const place = context.pool.candidates.find(({ text }) => address?.value !== null && text === address?.text);
    const own = context.view.segments[place?.segment ?? -1];
    const over = neighbourOf(context.view, own, 'above');
    if (!own || !over || own.top - over.bottom > CLOSE || Math.abs(own.left - over.left) > APART) continue;
    const index = context.pool.candidates.findIndex(
      (candidate) =>
        candidate.kind === 'text' && candidate.origin === 'segment' && candidate.segment === over.index && isSuitable(profile, candidate),
    );
    const facts = index < 0 ? null : context.textFacts(index);
    if (!facts || facts.digits > 0 || facts.colon > 0 || context.isPartyHeading(index)) continue;
    const { value, text, evidence } = publicCandidate(context, field, index, CONFIDENCE);
    if (ofOthers.has(textKey(String(value)))) continue;
    return { value, text, confidence: CONFIDENCE, evidence, candidates: [], reason: 'stands over the address' };
  }
  return null;
}
