import type { Forest } from '#lib/extraction/scoring/weights.ts';

/** Rows for learning: feature vectors, 0/1 targets, weights. */
export type Examples = { rows: Float32Array[]; targets: number[]; weights: number[] };
export type BoostOptions = {
  trees: number;
  depth: number;
  rate: number;
  minimum: number;
  lambda: number;
  columns: number /** Share of the rows each tree is grown on. */;
  rows: number;
  seed: number;
};

const BINS = 48;
/** Bins a feature may have: one more than its cuts. */
const SLOTS = BINS + 1;

/** Mulberry32: a small deterministic generator of numbers 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Cut points of a feature: up to 47, at its quantiles. */
function cutsOf(rows: Float32Array[], feature: number, random: () => number): number[] {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(rows.length / 6000));
  for (let index = Math.floor(random() * step); index < rows.length; index += step) sample.push(rows[index]?.[feature] ?? 0);
  sample.sort((a, b) => a - b);
  const distinct = [...new Set(sample)];
  if (distinct.length <= BINS) return distinct.slice(1).map((value, index) => (value + (distinct[index] ?? value)) / 2);
  const cuts = new Set<number>();
  for (let bin = 1; bin < BINS; bin++) {
    const at = Math.floor((bin * sample.length) / BINS);
    const value = sample[at] ?? 0;
    const before = distinct[distinct.indexOf(value) - 1];
    if (before !== undefined) cuts.add((value + before) / 2);
  }
  return [...cuts].sort((a, b) => a - b);
}

/**
 * Learns boosted trees for 0/1 targets with logistic loss (second-order gain as in XGBoost, Chen & Guestrin 2016, on
 * histograms of 48 bins). Deterministic for a seed.
 */
export function boost(examples: Examples, options: BoostOptions): Forest {
  const { rows, targets, weights } = examples;
  const count = rows.length;
  const width = rows[0]?.length ?? 0;
  const random = randomFrom(options.seed);
  const cuts = Array.from({ length: width }, (_, feature) => cutsOf(rows, feature, random));
  const used = cuts.flatMap((list, feature) => (list.length ? [feature] : []));
  // Bins of all features of a row stand together, so that one pass over a row fills the histograms of all columns.
  const wide = used.length;
  const codes = new Uint8Array(count * wide);
  used.forEach((feature, column) => {
    const list = cuts[feature] ?? [];
    for (let row = 0; row < count; row++) {
      const value = rows[row]?.[feature] ?? 0;
      let low = 0;
      let high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value < (list[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      codes[row * wide + column] = low;
    }
  });
  let positive = 0;
  let total = 0;
  for (let row = 0; row < count; row++) {
    positive += (targets[row] ?? 0) * (weights[row] ?? 1);
    total += weights[row] ?? 1;
  }
  const prior = Math.min(0.99, Math.max(0.001, positive / Math.max(1, total)));
  const forest: Forest = { base: Math.log(prior / (1 - prior)), roots: [], feature: [], threshold: [], left: [], right: [], value: [] };
  const score = new Float64Array(count).fill(forest.base);
  const gradient = new Float64Array(count);
  const hessian = new Float64Array(count);
  const columnOf: number[] = [];
  const binOf: number[] = [];
  for (let tree = 0; tree < options.trees; tree++) {
    for (let row = 0; row < count; row++) {
      const p = 1 / (1 + Math.exp(-(score[row] ?? 0)));
      const weight = weights[row] ?? 1;
      gradient[row] = (p - (targets[row] ?? 0)) * weight;
      hessian[row] = Math.max(1e-6, p * (1 - p)) * weight;
    }
    const columns = Int32Array.from(used.map((_, index) => index).filter(() => random() < options.columns));
    /** Sums of gradients and hessians by column and bin. */
    const histogram = (members: Uint32Array): Float64Array => {
      const sums = new Float64Array(columns.length * SLOTS * 2);
      for (let at = 0; at < members.length; at++) {
        const row = members[at] as number;
        const g = gradient[row] as number;
        const h = hessian[row] as number;
        const base = row * wide;
        for (let column = 0; column < columns.length; column++) {
          const slot = (column * SLOTS + (codes[base + (columns[column] as number)] as number)) * 2;
          sums[slot] = (sums[slot] as number) + g;
          sums[slot + 1] = (sums[slot + 1] as number) + h;
        }
      }
      return sums;
    };
    const splits = (members: Uint32Array, depth: number) => depth < options.depth && members.length >= 2 * options.minimum;
    const grow = (members: Uint32Array, depth: number, sums: Float64Array | null): number => {
      const node = forest.feature.length;
      forest.feature.push(-1);
      columnOf.push(-1);
      binOf.push(0);
      forest.threshold.push(0);
      forest.left.push(0);
      forest.right.push(0);
      forest.value.push(0);
      let g = 0;
      let h = 0;
      for (const row of members) {
        g += gradient[row] ?? 0;
        h += hessian[row] ?? 0;
      }
      let bestGain = 1e-3;
      let bestColumn = -1;
      let bestBin = 0;
      if (sums) {
        const parent = (g * g) / (h + options.lambda);
        for (let column = 0; column < columns.length; column++) {
          let leftG = 0;
          let leftH = 0;
          const last = cuts[used[columns[column] as number] ?? 0]?.length ?? 0;
          for (let b = 0; b < last; b++) {
            const slot = (column * SLOTS + b) * 2;
            leftG += sums[slot] as number;
            leftH += sums[slot + 1] as number;
            if (leftH < options.minimum * 0.02) continue;
            const rightH = h - leftH;
            if (rightH < options.minimum * 0.02) break;
            const rightG = g - leftG;
            const gain = (leftG * leftG) / (leftH + options.lambda) + (rightG * rightG) / (rightH + options.lambda) - parent;
            if (gain > bestGain) {
              bestGain = gain;
              bestColumn = columns[column] as number;
              bestBin = b;
            }
          }
        }
      }
      if (bestColumn < 0 || !sums) {
        const value = (-g / (h + options.lambda)) * options.rate;
        forest.value[node] = value;
        return node;
      }
      const left = members.filter((row) => (codes[row * wide + bestColumn] as number) <= bestBin);
      const right = members.filter((row) => (codes[row * wide + bestColumn] as number) > bestBin);
      const feature = used[bestColumn] ?? 0;
      forest.feature[node] = feature;
      columnOf[node] = bestColumn;
      binOf[node] = bestBin;
      forest.threshold[node] = cuts[feature]?.[bestBin] ?? 0;
      // The larger half's histogram is what the smaller one leaves of the whole.
      const [small, large] = left.length <= right.length ? [left, right] : [right, left];
      const smallSums = splits(small, depth + 1) || splits(large, depth + 1) ? histogram(small) : null;
      const largeSums = smallSums && splits(large, depth + 1) ? sums : null;
      if (largeSums && smallSums)
        for (let slot = 0; slot < sums.length; slot++) largeSums[slot] = (sums[slot] as number) - (smallSums[slot] as number);
      const sumsOf = (part: Uint32Array) => (part === small ? (splits(part, depth + 1) ? smallSums : null) : largeSums);
      forest.left[node] = grow(left, depth + 1, sumsOf(left));
      forest.right[node] = grow(right, depth + 1, sumsOf(right));
      return node;
    };
    const sample: number[] = [];
    for (let row = 0; row < count; row++) if (options.rows >= 1 || random() < options.rows) sample.push(row);
    const all = Uint32Array.from(sample);
    const root = grow(all, 0, splits(all, 0) ? histogram(all) : null);
    forest.roots.push(root);
    for (let row = 0; row < count; row++) {
      let node = root;
      for (;;) {
        const column = columnOf[node] as number;
        if (column < 0) break;
        node = ((codes[row * wide + column] as number) <= (binOf[node] as number) ? forest.left[node] : forest.right[node]) as number;
      }
      score[row] = (score[row] as number) + (forest.value[node] as number);
    }
  }
  return forest;
}

/** Rounds the numbers of a forest so that the file stays small. */
export function roundForest(forest: Forest): Forest {
  const round = (value: number) => Number(value.toPrecision(5));
  return { ...forest, base: round(forest.base), threshold: forest.threshold.map(round), value: forest.value.map(round) };
}
