import type { Forest } from '#lib/extraction/scoring/weights.ts';
import { type BinnedRows, binRows } from './bin-rows.ts';
import { type Slopes, TreeGrower, type TreeOptions } from './grow-tree.ts';
import { createRandom } from './random.ts';

/** Rows for learning: feature vectors of one length, 0/1 targets, weights. */
export type Examples = { rows: Float32Array[]; targets: number[]; weights: number[] };
export type BoostOptions = TreeOptions & {
  trees: number;
  /** Share of the columns that each tree may split on. */
  columns: number;
  /** Features that no tree may split on. */
  hidden?: ReadonlySet<number>;
  /** Share of the rows that each tree is grown on. */
  rows: number;
  seed: number;
};

/**
 * Learns boosted trees for 0/1 targets with logistic loss (second-order gain as in XGBoost, Chen & Guestrin 2016, on
 * histograms of 48 bins). Deterministic for a seed.
 * @throws RangeError when there is no row to learn trees from, or rows, targets and weights are not equally many
 */
export function boost(examples: Examples, options: BoostOptions): Forest {
  const { rows, targets, weights } = examples;
  if (rows.length === 0 && options.trees > 0) throw new RangeError('There are no examples to learn from.');
  if (targets.length !== rows.length || weights.length !== rows.length)
    throw new RangeError(`There are ${rows.length} rows, ${targets.length} targets and ${weights.length} weights.`);
  const random = createRandom(options.seed);
  const binned = binRows(rows, random);
  const base = baseOf(targets, weights);
  const forest: Forest = { base, roots: [], feature: [], threshold: [], left: [], right: [], value: [] };
  const score = new Float64Array(rows.length).fill(base);
  const slopes: Slopes = { gradient: new Float64Array(rows.length), hessian: new Float64Array(rows.length) };
  const grower = new TreeGrower(binned, slopes, forest, options);
  for (let tree = 0; tree < options.trees; tree++) {
    setSlopes(slopes, score, examples);
    const columns = drawColumns(binned, options, random);
    const root = grower.grow(drawRows(binned, options.rows, random), columns);
    for (let row = 0; row < rows.length; row++) score[row] = (score[row] as number) + grower.valueOf(root, row);
  }
  return forest;
}

/** Log-odds of the share of positive rows. */
function baseOf(targets: readonly number[], weights: readonly number[]): number {
  let positive = 0;
  let total = 0;
  for (const [row, weight] of weights.entries()) {
    positive += (targets[row] ?? 0) * weight;
    total += weight;
  }
  const share = Math.min(0.99, Math.max(0.001, positive / Math.max(1, total)));
  return Math.log(share / (1 - share));
}

function setSlopes({ gradient, hessian }: Slopes, score: Float64Array, { targets, weights }: Examples): void {
  for (let row = 0; row < score.length; row++) {
    const p = 1 / (1 + Math.exp(-(score[row] ?? 0)));
    const weight = weights[row] ?? 1;
    gradient[row] = (p - (targets[row] ?? 0)) * weight;
    hessian[row] = Math.max(1e-6, p * (1 - p)) * weight;
  }
}

function drawColumns({ features }: BinnedRows, { columns, hidden }: BoostOptions, random: () => number): Int32Array {
  const drawn = features.map((_, column) => column).filter(() => random() < columns);
  return Int32Array.from(hidden ? drawn.filter((column) => !hidden.has(features[column] ?? -1)) : drawn);
}

function drawRows({ count }: BinnedRows, share: number, random: () => number): Uint32Array {
  const drawn: number[] = [];
  for (let row = 0; row < count; row++) if (share >= 1 || random() < share) drawn.push(row);
  return Uint32Array.from(drawn);
}

/** Rounds the numbers of a forest to five digits, so that the file stays small. */
export function roundForest(forest: Forest): Forest {
  const round = (value: number) => Number(value.toPrecision(5));
  return { ...forest, base: round(forest.base), threshold: forest.threshold.map(round), value: forest.value.map(round) };
}

/** The forest whose score is the mean of the scores of forests. */
export function meanOfForests(forests: readonly Forest[]): Forest {
  const mean: Forest = { base: 0, roots: [], feature: [], threshold: [], left: [], right: [], value: [] };
  for (const { base, roots, feature, threshold, left, right, value } of forests) {
    const first = mean.feature.length;
    mean.base += base / forests.length;
    for (const root of roots) mean.roots.push(root + first);
    for (const [node, split] of feature.entries()) {
      mean.feature.push(split);
      mean.threshold.push(threshold[node] ?? 0);
      mean.left.push((left[node] ?? 0) + first);
      mean.right.push((right[node] ?? 0) + first);
      mean.value.push((value[node] ?? 0) / forests.length);
    }
  }
  return mean;
}
