const BINS = 48;
/** Rows of which the quantiles of a feature are taken, about. */
const SAMPLE = 6000;
/** Bins that a feature may have: one more than its cut points. */
export const SLOTS = BINS + 1;

/** Feature vectors with each value replaced by the number of its bin. Features with a single value have no column. */
export type BinnedRows = {
  /** Rows. */
  count: number;
  /** The feature of each column. */
  features: number[];
  /** The cut points of each column, ascending; bin `b` holds the values below cut `b` and not below the one before. */
  cuts: number[][];
  /** The bin of row `r` in column `c` stands at `r * features.length + c`, so that one pass over a row visits all columns. */
  codes: Uint8Array;
};

/** Cut points of a feature: up to 47, at its quantiles. */
function cutsOf(rows: readonly Float32Array[], feature: number, random: () => number): number[] {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
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

function binOf(cuts: readonly number[], value: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (cuts[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Sorts the values of every feature into up to 48 bins of about the same number of rows. */
export function binRows(rows: readonly Float32Array[], random: () => number): BinnedRows {
  const all = Array.from({ length: rows[0]?.length ?? 0 }, (_, feature) => cutsOf(rows, feature, random));
  const features = all.flatMap((list, feature) => (list.length ? [feature] : []));
  const cuts = features.map((feature) => all[feature] ?? []);
  const codes = new Uint8Array(rows.length * features.length);
  features.forEach((feature, column) => {
    const list = cuts[column] ?? [];
    rows.forEach((row, at) => {
      codes[at * features.length + column] = binOf(list, row[feature] ?? 0);
    });
  });
  return { count: rows.length, features, cuts, codes };
}
