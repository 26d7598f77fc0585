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

/**
 * Logistic regression of outcomes on `rows` (the first number of each row is 1, for the base), every other weight held near
 * nothing by `strength`. Newton's method, as in `logisticCurve`.
 */
export function logisticWeights(rows: readonly number[][], rights: readonly boolean[], strength = 1): number[] {
  const size = rows[0]?.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  const holds = weights.map((_, at) => (at === 0 ? 0.1 * strength : strength));
  for (let round = 0; round < 60; round++) {
    const system = holds.map((hold, i) => [...holds.map((_, j) => (i === j ? hold : 0)), -hold * (weights[i] ?? 0)]);
    rows.forEach((row, at) => {
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
      system.forEach((line, i) => {
        const own = row[i] ?? 0;
        row.forEach((value, j) => {
          line[j] = (line[j] ?? 0) + chance * (1 - chance) * own * value;
        });
        line[size] = (line[size] ?? 0) + ((rights[at] ? 1 : 0) - chance) * own;
      });
    });
    const steps = solve(system);
    weights = weights.map((weight, at) => weight + (steps[at] ?? 0));
    if (Math.max(0, ...steps.map(Math.abs)) < 1e-8) break;
  }
  return weights;
}

/** Solves a symmetric positive definite system, its right side in the last column, by elimination. */
function solve(system: number[][]): number[] {
  const size = system.length;
  for (let at = 0; at < size; at++)
    for (let row = 0; row < size; row++) {
      const [own, other] = [system[at] ?? [], system[row] ?? []];
      const factor = row === at ? 0 : (other[at] ?? 0) / (own[at] ?? 1);
      if (factor) for (let column = at; column <= size; column++) other[column] = (other[column] ?? 0) - factor * (own[column] ?? 0);
    }
  return system.map((line, at) => (line[size] ?? 0) / (line[at] ?? 1));
}

/** Points on a logistic curve from log-odds -5 to 5, a quarter apart: between them it is as good as straight. */
export function pointsOf([slope, height]: Curve): Calibration {
  return Array.from({ length: 41 }, (_, step): [number, number] => {
    const odds = (step - 20) / 4;
    const chance = 1 / (1 + Math.exp(-odds));
    return [Number(((odds - height) / slope).toFixed(4)), Number(chance.toFixed(4))];
  });
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

/** Expected calibration error over ten bins: how far the confidences of a bin are from its share of right values, by count. */
export function calibrationError(pairs: readonly { confidence: number; right: boolean }[]): number {
  const gaps = new Array<number>(10).fill(0);
  for (const { confidence, right } of pairs) {
    const bin = Math.min(9, Math.floor(confidence * 10));
    gaps[bin] = (gaps[bin] ?? 0) + confidence - (right ? 1 : 0);
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / Math.max(1, pairs.length);
}
