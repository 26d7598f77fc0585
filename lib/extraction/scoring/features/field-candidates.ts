import { textKey } from '#lib/document/values/fold-text.ts';
import { findExactLabels } from '../exact-labels.ts';
import type { ExtractionContext } from '../extraction-context.ts';

/** What a field's candidates have in common, needed to compare them. */
export type FieldCandidates = {
  field: number;
  best: number;
  ranks: Map<number, number>;
  /** Candidates that stand literally behind the field's label, and whether all of them say the same. */
  exactLabel: ReadonlySet<number>;
  isOnlyExactLabel: boolean;
  /** The best meaning of a label beside any of them, and the candidates by it. */
  bestMeaning: number;
  meaningRanks: Map<number, number>;
};

/** What two candidates with the same value share. */
function keyOfValue(context: ExtractionContext, candidate: number): string {
  const value = context.pool.candidates[candidate]?.value;
  return typeof value === 'string' ? textKey(value) : String(value);
}

/** Ranks the candidates of a field by how well their labels name it, in words and in meaning. */
export function compareCandidates(context: ExtractionContext, field: number, candidates: readonly number[]): FieldCandidates {
  const byLabel = rankBy(candidates, (candidate) => context.labelScores(candidate)[field] ?? 0);
  const byMeaning = rankBy(candidates, (candidate) => context.meaningsOf(candidate).best[field] ?? 0);
  const exactLabel = findExactLabels(context, field, candidates);
  return {
    field,
    best: byLabel.best,
    ranks: byLabel.ranks,
    bestMeaning: byMeaning.best,
    meaningRanks: byMeaning.ranks,
    exactLabel,
    isOnlyExactLabel: new Set([...exactLabel].map((candidate) => keyOfValue(context, candidate))).size === 1,
  };
}

/** The best score, and each candidate's rank by it; equal scores share a rank. */
function rankBy(candidates: readonly number[], scoreOf: (candidate: number) => number): { best: number; ranks: Map<number, number> } {
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate) })).sort((a, b) => b.score - a.score);
  const ranks = new Map<number, number>();
  let rank = -1;
  let last = Number.NaN;
  for (const { candidate, score } of scored) {
    if (score !== last) rank++;
    last = score;
    ranks.set(candidate, rank);
  }
  return { best: scored[0]?.score ?? 0, ranks };
}
