import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { Candidate } from '#lib/contract/service/extraction.ts';

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

/** What the confidence means. For an answer of nothing it is the probability that there is nothing to find. */
export function howSure(merged: Pick<MergedValue, 'original' | 'confidence'>): string {
  const percent = Math.floor(merged.confidence * 100);
  const right = Math.min(99, Math.max(1, percent));
  return merged.original === null
    ? `${percent} %: of 100 fields left empty like this, about ${right} really have no value.`
    : `${percent} %: of 100 values with this confidence, about ${right} are right.`;
}

/**
 * Why a candidate that is surer than what the field has was not taken; null for one that is not.
 * @param holder label of another field that has the candidate's value
 */
export function whyNotTaken(
  candidate: Pick<Candidate, 'confidence'>,
  merged: Pick<MergedValue, 'status' | 'original' | 'confidence'>,
  holder: string | null,
): string | null {
  const percent = (confidence: number) => Math.floor(confidence * 100);
  if (percent(candidate.confidence) <= percent(merged.confidence)) return null;
  if (holder !== null) return `More likely on its own, but it is already the value of ${holder}.`;
  if (merged.original === null) return 'Its own confidence, which was too low to fill in the field without a person.';
  if (merged.status === 'machine') return 'More likely on its own, but the evidence for the value above is stronger.';
  return 'Its confidence is higher than that of the extracted value, but a person has decided since.';
}
