import { countOf } from '#components/shared/format.ts';
import type { MergedCandidate, MergedValue } from '#lib/contract/desk/review.ts';
import type { Support } from '#lib/contract/service/extraction.ts';

/** A reason of the engine as a sentence. */
export function asSentence(reason: string): string {
  const text = reason.trim();
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Why the engine gave this value, in plain words. */
export function whyExtracted(merged: Pick<MergedValue, 'original' | 'reason' | 'evidence' | 'status'>): string {
  if (merged.reason) return asSentence(merged.reason);
  if (merged.original === null) return 'Nothing on the pages matches this field.';
  return 'It fits the type of the field best, but no label on the page names the field.';
}

/** What bears out a value that was given without a confidence. */
const BORNE_OUT: Record<Support, string> = {
  agrees: 'The desk’s own engine found the same value.',
  labelled: 'The value stands on the page where this field is expected.',
  alone: 'Nothing else confirms the value.',
  differs: 'The desk’s own engine reads another value.',
};
/** The same where nothing was given. */
const BORNE_OUT_EMPTY: Partial<Record<Support, string>> = {
  agrees: 'The desk’s own engine found nothing either.',
  differs: 'The desk’s own engine reads a value.',
};

/** What the confidence means, or what stands in its place where there is none. For an answer of nothing it is the probability that there is nothing to find. */
export function howSure(merged: Pick<MergedValue, 'original' | 'confidence' | 'support'>): string {
  if (merged.confidence === null) {
    const { original, support = 'alone' } = merged;
    const borneOut = original === null ? BORNE_OUT_EMPTY[support] : BORNE_OUT[support];
    return ['No confidence given.', borneOut].filter(Boolean).join(' ');
  }
  const percent = Math.floor(merged.confidence * 100);
  const right = Math.min(99, Math.max(1, percent));
  return merged.original === null
    ? `${percent} %: of 100 fields left empty like this, about ${right} really have no value.`
    : `${percent} %: of 100 values with this confidence, about ${right} are right.`;
}

/** Answers below which they say little of a field. */
const FEW = 10;

/** How the engine's own answers for a field turned out in approved documents: those with a value, or those without. */
export function tellRecord({ right, count, untouched = 0, likely = right }: NonNullable<MergedValue['record']>, isEmpty: boolean): string {
  const found = isEmpty ? 'found nothing for this field' : 'found a value for this field';
  const [good, bad] = isEmpty ? ['There was nothing', 'There was a value'] : ['It was right', 'It was wrong'];
  const share = count === 1 ? (right === 1 ? good : bad) : `${good} in ${right === 0 ? 'none' : right} of them`;
  // what nobody looked at may be wrong without anybody having seen that
  const untouchedWords = `${untouched} of these ${untouched === 1 ? 'was' : 'were'} approved untouched`;
  const seen = count === 1 ? 'It was approved untouched' : `Nobody found that wrong in ${right} of them; ${untouchedWords}`;
  const fewer = likely < right && count >= FEW ? ` By quality samples, about ${likely} ${likely === 1 ? 'is' : 'are'} right.` : '';
  const told = `In ${countOf(count, 'approved document')} the engine by itself ${found}. ${untouched > 0 ? seen : share}.${fewer}`;
  return count < FEW ? `${told} That is too little to judge the field by.` : told;
}

/**
 * Why a candidate that is surer than what the field has was not taken; null for one that is not, and where one of them has no
 * confidence.
 * @param holder label of another field that has the candidate's value
 */
export function whyNotTaken(
  candidate: Pick<MergedCandidate, 'confidence'>,
  merged: Pick<MergedValue, 'status' | 'original' | 'confidence'>,
  holder: string | null,
): string | null {
  const percent = (confidence: number) => Math.floor(confidence * 100);
  if (candidate.confidence === null || merged.confidence === null) return null;
  if (percent(candidate.confidence) <= percent(merged.confidence)) return null;
  if (holder !== null) return `More likely on its own, but it is already the value of ${holder}.`;
  if (merged.original === null) return 'Its own confidence, which was too low to fill in the field without a person.';
  if (merged.status === 'machine') return 'More likely on its own, but the evidence for the value above is stronger.';
  return 'Its confidence is higher than that of the extracted value, but a person has decided since.';
}
