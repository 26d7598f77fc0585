import type { Calibration } from '#lib/extraction/scoring/weights.ts';

/** A chosen value: its raw score and whether it was right. */
export type Outcome = { score: number; right: boolean };

/**
 * Monotone map from score to probability: pooled adjacent violators (Ayer et al. 1955) over groups of outcomes, drawn in to
 * the middle a little (one right and one wrong added to each group), as points to interpolate between.
 */
export function isotonic(outcomes: Outcome[]): Calibration {
  const sorted = [...outcomes].sort((a, b) => a.score - b.score);
  const size = Math.max(8, Math.ceil(sorted.length / 40));
  type Pool = { score: number; right: number; count: number };
  const pools: Pool[] = [];
  for (let at = 0; at < sorted.length; at += size) {
    const part = sorted.slice(at, at + size);
    pools.push({
      score: part.reduce((sum, outcome) => sum + outcome.score, 0),
      right: part.filter((outcome) => outcome.right).length,
      count: part.length,
    });
    while (pools.length > 1) {
      const last = pools.at(-1);
      const before = pools.at(-2);
      if (!last || !before || before.right / before.count <= last.right / last.count) break;
      before.score += last.score;
      before.right += last.right;
      before.count += last.count;
      pools.pop();
    }
  }
  return pools.map((pool): [number, number] => [
    Number((pool.score / pool.count).toFixed(4)),
    Number(((pool.right + 0.5) / (pool.count + 1)).toFixed(4)),
  ]);
}

/** Area under the curve of right against wrong by confidence; 0.5 = no better than chance. */
export function auroc(pairs: { confidence: number; right: boolean }[]): number {
  const sorted = [...pairs].sort((a, b) => a.confidence - b.confidence);
  let rankSum = 0;
  let positives = 0;
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    while (end < sorted.length && sorted[end]?.confidence === sorted[at]?.confidence) end++;
    const rank = (at + 1 + end) / 2;
    for (let index = at; index < end; index++)
      if (sorted[index]?.right) {
        rankSum += rank;
        positives++;
      }
    at = end;
  }
  const negatives = sorted.length - positives;
  return positives && negatives ? (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives) : Number.NaN;
}
