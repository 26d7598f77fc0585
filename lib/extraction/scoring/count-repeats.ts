import { textKey } from '#lib/document/values/fold-text.ts';
import { type Candidate, startOf } from '../candidates/candidate.ts';

/** Tells how often the text of a candidate is printed in the document: what begins at one token counts once. */
export function countRepeats(candidates: readonly Candidate[]): (candidate: number) => number {
  const starts = new Map<string, Set<number>>();
  const keys = candidates.map((candidate) => {
    const key = textKey(candidate.text);
    const known = starts.get(key);
    if (known) known.add(startOf(candidate));
    else starts.set(key, new Set([startOf(candidate)]));
    return key;
  });
  return (index) => Math.max(1, starts.get(keys[index] ?? '')?.size ?? 1);
}
