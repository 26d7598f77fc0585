import type { Calibration } from '#lib/extraction/scoring/weights.ts';

/** A chosen value: its raw score and whether it was right. */
export type Outcome = { score: number; right: boolean };

/**
 * Monotone map from score to probability: pooled adjacent violators (Ayer et al. 1955) over groups of outcomes, as points to
 * interpolate between. The chance of a group is drawn in to the middle a little, by half a right and half a wrong outcome.
 */
export function isotonic(outcomes: Outcome[]): Calibration {
  const sorted = [...outcomes].sort((a, b) => a.score - b.score);
  const size = Math.max(8, Math.ceil(sorted.length / 40));
  type Pool = { score: number; right: number; count: number };
  // Pools are compared by their smoothed chance: a small one is drawn in more, and could else end below a larger one before it.
  const chanceOf = (pool: Pool) => (pool.right + 0.5) / (pool.count + 1);
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
      if (!last || !before || chanceOf(before) <= chanceOf(last)) break;
      before.score += last.score;
      before.right += last.right;
      before.count += last.count;
      pools.pop();
    }
  }
  return pools.map((pool): [number, number] => [Number((pool.score / pool.count).toFixed(4)), Number(chanceOf(pool).toFixed(4))]);
}

/** Slope and height of a logistic curve. */
export type Curve = [slope: number, height: number];

/**
 * The logistic curve from raw score to probability (Platt 1999) that fits the outcomes and stays near a prior curve: `strength`
 * is how many outcomes the prior's slope is worth. Newton's method on the penalised likelihood.
 */
export function logisticCurve(outcomes: readonly Outcome[], prior: Curve = [1, 0], strength = 10): Curve {
  let [slope, height] = prior;
  for (let round = 0; round < 60; round++) {
    let [gradientSlope, gradientHeight] = [-strength * (slope - prior[0]), -0.2 * strength * (height - prior[1])];
    let [slopes, both, heights] = [strength, 0, 0.2 * strength];
    for (const { score, right } of outcomes) {
      const chance = 1 / (1 + Math.exp(-(slope * score + height)));
      const weight = chance * (1 - chance);
      const error = (right ? 1 : 0) - chance;
      gradientSlope += error * score;
      gradientHeight += error;
      slopes += weight * score * score;
      both += weight * score;
      heights += weight;
    }
    const scale = slopes * heights - both * both;
    const steps: Curve = [
      (heights * gradientSlope - both * gradientHeight) / scale,
      (slopes * gradientHeight - both * gradientSlope) / scale,
    ];
    slope += steps[0];
    height += steps[1];
    if (Math.abs(steps[0]) + Math.abs(steps[1]) < 1e-7) break;
  }
  return [Math.max(0.05, slope), height];
}

/** Points on a logistic curve from log-odds -5 to 5, a quarter apart: between them it is as good as straight. */
export function pointsOf([slope, height]: Curve): Calibration {
  return Array.from({ length: 41 }, (_, step): [number, number] => {
    const odds = (step - 20) / 4;
    const chance = 1 / (1 + Math.exp(-odds));
    return [Number(((odds - height) / slope).toFixed(4)), Number(chance.toFixed(4))];
  });
}
