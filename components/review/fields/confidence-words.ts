import type { Flag, MergedValue } from '#lib/contract/desk/review.ts';

/** From here on a value that nothing speaks against is called sure: of 100 such values at most 5 are wrong. */
const SURE = 0.95;

/**
 * How far a value can be trusted, in one word: `check` for what a person has to look at, `sure`, else `likely`. Where no
 * confidence was given nothing is sure. The number is told by Why.
 */
export function confidenceWord({ confidence }: Pick<MergedValue, 'confidence'>, flags: readonly Flag[]): 'sure' | 'likely' | 'check' {
  if (flags.length > 0) return 'check';
  return confidence !== null && confidence >= SURE ? 'sure' : 'likely';
}

/** What a flag says beside its value: the confidence in words, where the flag itself tells the number. */
export function flagWords({ reason, message }: Pick<Flag, 'reason' | 'message'>): string {
  return reason === 'low_confidence' && /\d/.test(message) ? 'The engine is not sure of this value.' : message;
}
