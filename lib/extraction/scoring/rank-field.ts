import type { ExtractionContext } from './extraction-context.ts';
import { describeCandidate } from './features/describe-candidate.ts';
import { compareCandidates } from './features/field-candidates.ts';
import { shortList } from './short-list.ts';
import { groupOf, scoreForest, type Weights } from './weights.ts';

/** A candidate with its log-odds of being the value. */
export type Ranked = { index: number; score: number; features: Float32Array };

/** Candidates of a field by learned score, best first; equal values keep their best candidate only. */
export function rankField(context: ExtractionContext, field: number, weights: Weights): Ranked[] {
  const profile = context.profiles[field];
  const forest = profile && weights.forests[groupOf(profile.kind)];
  if (!profile || !forest) return [];
  const list = shortList(context, field);
  const candidates = compareCandidates(context, field, list);
  return list
    .map((index) => {
      const features = describeCandidate(context, candidates, index);
      return { index, features, score: scoreForest(forest, features) };
    })
    .sort((a, b) => b.score - a.score || a.index - b.index);
}
