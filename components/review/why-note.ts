import type { MergedValue } from '#lib/contract/review.ts';

/** A reason of the engine as a sentence. */
export function asSentence(reason: string): string {
  const text = reason.trim();
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Why the machine gave this answer, in plain words. */
export function whyMachine(merged: Pick<MergedValue, 'original' | 'reason' | 'evidence' | 'status'>): string {
  if (merged.reason) return asSentence(merged.reason);
  if (merged.original === null) return 'Nothing on the pages looked like this field.';
  return 'It fits the kind of the field best; nothing around it names the field.';
}

/** What the confidence means. For an answer of nothing it is the probability that there is nothing to find. */
export function howSure(merged: Pick<MergedValue, 'original' | 'confidence'>): string {
  const percent = Math.floor(merged.confidence * 100);
  const right = Math.min(99, Math.max(1, percent));
  return merged.original === null
    ? `${percent} %: of 100 such answers, about ${right} are right that there is nothing.`
    : `${percent} %: of 100 values this sure, about ${right} are right.`;
}
