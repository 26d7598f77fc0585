import type { ExtractedValue, Candidate as PublicCandidate } from '#lib/contract/service/extraction.ts';
import { sameValue } from './same-value.ts';

/** Candidates shown for a field. */
const SHOWN = 5;

/**
 * The answer that takes another's place, with what it replaces among its candidates: the replaced value first, then the candidates
 * of both, each value once. So a person who knows better can take the old value back.
 */
export function preserveAlternatives(answer: ExtractedValue, replaced: ExtractedValue): ExtractedValue {
  if (answer === replaced) return answer;
  const { value, text, confidence, evidence, reason } = replaced;
  const old: PublicCandidate[] = value === null ? [] : [{ value, text, confidence, evidence, ...(reason ? { reason } : {}) }];
  const candidates: PublicCandidate[] = [];
  for (const candidate of [...old, ...answer.candidates, ...replaced.candidates])
    if (![answer, ...candidates].some((known) => sameValue(known.value, candidate.value))) candidates.push(candidate);
  return { ...answer, candidates: candidates.slice(0, SHOWN) };
}
