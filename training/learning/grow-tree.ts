import type { Forest } from '#lib/extraction/scoring/weights.ts';
import { type BinnedRows, SLOTS } from './bin-rows.ts';

/** When a node may be split, and what its value is multiplied by. */
export type TreeOptions = {
  depth: number;
  /** Learning rate: the share of the best step that a leaf takes. */
  rate: number;
  /** A node of fewer than twice as many rows is a leaf. */
  minimum: number;
  /** L2 penalty on the values of leaves. */
  lambda: number;
  /** Features of which more never makes a side of a split less likely, and those of which more never makes it likelier. */
  rising?: ReadonlySet<number>;
  falling?: ReadonlySet<number>;
};

/** The gain that a split must bring. */
const LEAST_GAIN = 1e-3;
/** Hessian that each side of a split must hold for each row of `minimum`. */
const LEAST_HESSIAN = 0.02;

type Split = { column: number; bin: number };

/** The first and second derivative of the loss by each row's score. */
export type Slopes = { gradient: Float64Array; hessian: Float64Array };

/** Grows trees on binned rows and adds them to a forest (histogram method with second-order gain, as in XGBoost). */
export class TreeGrower {
  readonly #rows: BinnedRows;
  readonly #slopes: Slopes;
  readonly #forest: Forest;
  readonly #options: TreeOptions;
  /** By node of the forest: the split, or null for a leaf. */
  readonly #splits: (Split | null)[] = [];
  #columns: Int32Array = new Int32Array();

  constructor(rows: BinnedRows, slopes: Slopes, forest: Forest, options: TreeOptions) {
    this.#rows = rows;
    this.#slopes = slopes;
    this.#forest = forest;
    this.#options = options;
  }

  /**
   * Adds one tree to the forest.
   * @param members numbers of the rows to learn from
   * @param columns numbers of the columns that splits may use
   * @returns the number of its root
   */
  grow(members: Uint32Array, columns: Int32Array): number {
    this.#columns = columns;
    const root = this.#node(members, 0, this.#maySplit(members, 0) ? this.#histogram(members) : null);
    this.#forest.roots.push(root);
    return root;
  }

  /** What a tree says to a row of those it was made with. */
  valueOf(root: number, row: number): number {
    const { codes, features } = this.#rows;
    let node = root;
    for (;;) {
      const split = this.#splits[node];
      if (!split) return this.#forest.value[node] as number;
      const goesLeft = (codes[row * features.length + split.column] as number) <= split.bin;
      node = (goesLeft ? this.#forest.left[node] : this.#forest.right[node]) as number;
    }
  }

  #maySplit(members: Uint32Array, depth: number): boolean {
    return depth < this.#options.depth && members.length >= 2 * this.#options.minimum;
  }

  /** Sums of gradients and hessians by column and bin, in turn. */
  #histogram(members: Uint32Array): Float64Array {
    const { codes, features } = this.#rows;
    const { gradient, hessian } = this.#slopes;
    const columns = this.#columns;
    const sums = new Float64Array(columns.length * SLOTS * 2);
    for (let at = 0; at < members.length; at++) {
      const row = members[at] as number;
      const g = gradient[row] as number;
      const h = hessian[row] as number;
      const base = row * features.length;
      for (let column = 0; column < columns.length; column++) {
        const slot = (column * SLOTS + (codes[base + (columns[column] as number)] as number)) * 2;
        sums[slot] = (sums[slot] as number) + g;
        sums[slot + 1] = (sums[slot + 1] as number) + h;
      }
    }
    return sums;
  }

  #addNode(): number {
    const { feature, threshold, left, right, value } = this.#forest;
    feature.push(-1);
    threshold.push(0);
    left.push(0);
    right.push(0);
    value.push(0);
    this.#splits.push(null);
    return feature.length - 1;
  }

  #bestSplit(sums: Float64Array, g: number, h: number): Split | null {
    const { lambda, minimum } = this.#options;
    const least = minimum * LEAST_HESSIAN;
    const parent = (g * g) / (h + lambda);
    let bestGain = LEAST_GAIN;
    let best: Split | null = null;
    for (let column = 0; column < this.#columns.length; column++) {
      let leftG = 0;
      let leftH = 0;
      const last = this.#rows.cuts[this.#columns[column] as number]?.length ?? 0;
      for (let bin = 0; bin < last; bin++) {
        const slot = (column * SLOTS + bin) * 2;
        leftG += sums[slot] as number;
        leftH += sums[slot + 1] as number;
        if (leftH < least) continue;
        const rightH = h - leftH;
        if (rightH < least) break;
        const rightG = g - leftG;
        const gain = (leftG * leftG) / (leftH + lambda) + (rightG * rightG) / (rightH + lambda) - parent;
        if (gain > bestGain && this.#isAllowed(this.#columns[column] as number, leftG / (leftH + lambda), rightG / (rightH + lambda))) {
          bestGain = gain;
          best = { column: this.#columns[column] as number, bin };
        }
      }
    }
    return best;
  }

  /** False for a split against the direction that its feature must have. A side's value is what its slope is, turned round. */
  #isAllowed(column: number, left: number, right: number): boolean {
    const feature = this.#rows.features[column] ?? -1;
    if (this.#options.rising?.has(feature)) return right <= left;
    return !this.#options.falling?.has(feature) || left <= right;
  }

  #node(members: Uint32Array, depth: number, sums: Float64Array | null): number {
    const { codes, features, cuts } = this.#rows;
    const { gradient, hessian } = this.#slopes;
    const node = this.#addNode();
    let g = 0;
    let h = 0;
    for (const row of members) {
      g += gradient[row] ?? 0;
      h += hessian[row] ?? 0;
    }
    const split = sums && this.#bestSplit(sums, g, h);
    if (!split || !sums) {
      this.#forest.value[node] = (-g / (h + this.#options.lambda)) * this.#options.rate;
      return node;
    }
    const codeOf = (row: number) => codes[row * features.length + split.column] as number;
    const left = members.filter((row) => codeOf(row) <= split.bin);
    const right = members.filter((row) => codeOf(row) > split.bin);
    this.#splits[node] = split;
    this.#forest.feature[node] = features[split.column] ?? 0;
    this.#forest.threshold[node] = cuts[split.column]?.[split.bin] ?? 0;
    const [leftSums, rightSums] = this.#histogramsOf(left, right, depth + 1, sums);
    this.#forest.left[node] = this.#node(left, depth + 1, leftSums);
    this.#forest.right[node] = this.#node(right, depth + 1, rightSums);
    return node;
  }

  /** The histograms of both halves of a node. The larger half's is what the smaller one leaves of the whole, which is overwritten. */
  #histogramsOf(
    left: Uint32Array,
    right: Uint32Array,
    depth: number,
    whole: Float64Array,
  ): [left: Float64Array | null, right: Float64Array | null] {
    const isLeftSmall = left.length <= right.length;
    const [small, large] = isLeftSmall ? [left, right] : [right, left];
    const smallSums = this.#maySplit(small, depth) || this.#maySplit(large, depth) ? this.#histogram(small) : null;
    const largeSums = smallSums && this.#maySplit(large, depth) ? whole : null;
    if (largeSums && smallSums)
      for (let slot = 0; slot < whole.length; slot++) largeSums[slot] = (whole[slot] as number) - (smallSums[slot] as number);
    const kept = this.#maySplit(small, depth) ? smallSums : null;
    return isLeftSmall ? [kept, largeSums] : [largeSums, kept];
  }
}
