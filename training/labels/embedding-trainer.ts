import { LABEL_ROLES, type LabelRole } from '#lib/extraction/labels/label-model.ts';
import { subwordsOf } from '#lib/extraction/labels/subwords-of.ts';
import { wordsOfLabel } from '#lib/extraction/labels/words-of-label.ts';
import { createRandom } from '../learning/random.ts';

/** One side of a pair: texts by role. */
export type Side = readonly (readonly [LabelRole, string])[];

type Embedded = { words: readonly Int32Array[]; vectors: Float32Array; weights: Float32Array; sum: Float32Array; norm: number };
type Mixed = { parts: { role: number; text: Embedded }[]; sum: Float32Array; norm: number; vector: Float32Array };

/** Sharpness of the choice among a batch. */
const TEMPERATURE = 0.07;
const SMALL = 1e-8;

/**
 * Learns vectors of subwords so that the two sides of a pair are nearer to each other than to the other pairs of their batch: InfoNCE
 * both ways (van den Oord et al. 2018), with Adagrad by row (Duchi et al. 2011). Deterministic for a seed.
 */
export class EmbeddingTrainer {
  readonly table: Float32Array;
  readonly weights: Float32Array;
  readonly roles = new Float32Array(LABEL_ROLES.length);
  private readonly gradient: Float32Array;
  private readonly weightGradient: Float32Array;
  private readonly roleGradient = new Float32Array(LABEL_ROLES.length);
  private readonly steps: Float32Array;
  private readonly weightSteps: Float32Array;
  private readonly isTouched: Uint8Array;
  private touched: number[] = [];
  private readonly known = new Map<string, readonly Int32Array[]>();
  readonly dimension: number;
  readonly rows: number;

  constructor(rows: number, dimension: number, seed: number) {
    this.rows = rows;
    this.dimension = dimension;
    const random = createRandom(seed);
    this.table = Float32Array.from({ length: rows * dimension }, () => (random() - 0.5) / Math.sqrt(dimension));
    this.weights = new Float32Array(rows);
    this.gradient = new Float32Array(rows * dimension);
    this.weightGradient = new Float32Array(rows);
    this.steps = new Float32Array(rows);
    this.weightSteps = new Float32Array(rows);
    this.isTouched = new Uint8Array(rows);
  }

  /**
   * One step on a batch of pairs.
   * @param same tells whether the second side of pair `b` would be right for pair `a` as well, so that it is no counterexample
   * @returns the loss, in nats a pair
   */
  step(pairs: readonly (readonly [Side, Side])[], same: (a: number, b: number) => boolean, rate: number): number {
    const { dimension } = this;
    const count = pairs.length;
    const sides = [0, 1].map((at) => pairs.map((pair) => this.mix(pair[at] as Side)));
    const [asked = [], printed = []] = sides;
    const scores = new Float32Array(count * count);
    for (let a = 0; a < count; a++) {
      const one = (asked[a] as Mixed).vector;
      for (let b = 0; b < count; b++) {
        const other = (printed[b] as Mixed).vector;
        let sum = 0;
        for (let at = 0; at < dimension; at++) sum += (one[at] as number) * (other[at] as number);
        scores[a * count + b] = a !== b && same(a, b) ? Number.NEGATIVE_INFINITY : sum / TEMPERATURE;
      }
    }
    const slopes = new Float32Array(count * count);
    let loss = 0;
    for (let a = 0; a < count; a++)
      loss += softmaxInto(scores, slopes, a * count, 1, count, a) + softmaxInto(scores, slopes, a, count, count, a);
    const gradients = sides.map((side) => side.map(() => new Float32Array(dimension)));
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++) {
        const slope = (slopes[a * count + b] as number) / (2 * TEMPERATURE);
        if (Math.abs(slope) < 1e-6) continue;
        const [one, other] = [(asked[a] as Mixed).vector, (printed[b] as Mixed).vector];
        const [into, back] = [gradients[0]?.[a] as Float32Array, gradients[1]?.[b] as Float32Array];
        for (let at = 0; at < dimension; at++) {
          into[at] = (into[at] as number) + slope * (other[at] as number);
          back[at] = (back[at] as number) + slope * (one[at] as number);
        }
      }
    sides.forEach((side, at) => {
      side.forEach((mixed, index) => {
        this.mixBack(mixed, gradients[at]?.[index] as Float32Array);
      });
    });
    this.update(rate);
    return loss / (2 * count);
  }

  private wordsOf(text: string): readonly Int32Array[] {
    const known = this.known.get(text);
    if (known) return known;
    const words = wordsOfLabel(text).map((word) => Int32Array.from(subwordsOf(word, this.rows)));
    if (this.known.size < 400_000) this.known.set(text, words);
    return words;
  }

  private embed(text: string): Embedded {
    const { dimension, table } = this;
    const words = this.wordsOf(text);
    const vectors = new Float32Array(words.length * dimension);
    const weights = new Float32Array(words.length);
    const sum = new Float32Array(dimension);
    words.forEach((rows, word) => {
      const base = word * dimension;
      let logWeight = 0;
      for (const row of rows) {
        const from = row * dimension;
        for (let at = 0; at < dimension; at++) vectors[base + at] = (vectors[base + at] as number) + (table[from + at] as number);
        logWeight += this.weights[row] as number;
      }
      const weight = Math.exp(logWeight / rows.length);
      weights[word] = weight;
      for (let at = 0; at < dimension; at++) {
        const mean = (vectors[base + at] as number) / rows.length;
        vectors[base + at] = mean;
        sum[at] = (sum[at] as number) + weight * mean;
      }
    });
    return { words, vectors, weights, sum, norm: Math.sqrt(lengthOf(sum) + SMALL) };
  }

  private mix(side: Side): Mixed {
    const { dimension } = this;
    const sum = new Float32Array(dimension);
    const parts = side.flatMap(([role, text]) => {
      const embedded = this.embed(text);
      if (embedded.words.length === 0) return [];
      const index = LABEL_ROLES.indexOf(role);
      const factor = Math.exp(this.roles[index] as number) / embedded.norm;
      for (let at = 0; at < dimension; at++) sum[at] = (sum[at] as number) + factor * (embedded.sum[at] as number);
      return [{ role: index, text: embedded }];
    });
    const norm = Math.sqrt(lengthOf(sum) + SMALL);
    return { parts, sum, norm, vector: sum.map((value) => value / norm) };
  }

  private mixBack({ parts, norm, vector }: Mixed, gradient: Float32Array): void {
    const inner = throughNorm(gradient, vector, norm);
    for (const { role, text } of parts) {
      const factor = Math.exp(this.roles[role] as number);
      const unit = text.sum.map((value) => value / text.norm);
      let along = 0;
      for (let at = 0; at < this.dimension; at++) along += (inner[at] as number) * (unit[at] as number);
      this.roleGradient[role] = (this.roleGradient[role] as number) + along * factor;
      const outer = throughNorm(
        inner.map((value) => value * factor),
        unit,
        text.norm,
      );
      this.embedBack(text, outer);
    }
  }

  private embedBack({ words, vectors, weights }: Embedded, gradient: Float32Array): void {
    const { dimension } = this;
    words.forEach((rows, word) => {
      const weight = weights[word] as number;
      let along = 0;
      for (let at = 0; at < dimension; at++) along += (gradient[at] as number) * (vectors[word * dimension + at] as number);
      const share = weight / rows.length;
      for (const row of rows) {
        if (!this.isTouched[row]) {
          this.isTouched[row] = 1;
          this.touched.push(row);
        }
        this.weightGradient[row] = (this.weightGradient[row] as number) + along * share;
        const into = row * dimension;
        for (let at = 0; at < dimension; at++)
          this.gradient[into + at] = (this.gradient[into + at] as number) + share * (gradient[at] as number);
      }
    });
  }

  private update(rate: number): void {
    const { dimension } = this;
    for (const row of this.touched) {
      const from = row * dimension;
      let square = 0;
      for (let at = 0; at < dimension; at++) square += (this.gradient[from + at] as number) ** 2;
      this.steps[row] = (this.steps[row] as number) + square / dimension;
      const step = rate / Math.sqrt((this.steps[row] as number) + SMALL);
      for (let at = 0; at < dimension; at++) {
        this.table[from + at] = (this.table[from + at] as number) - step * (this.gradient[from + at] as number);
        this.gradient[from + at] = 0;
      }
      const slope = this.weightGradient[row] as number;
      this.weightSteps[row] = (this.weightSteps[row] as number) + slope * slope;
      const moved = (this.weights[row] as number) - (rate * slope) / Math.sqrt((this.weightSteps[row] as number) + SMALL);
      this.weights[row] = Math.max(-3.5, Math.min(3.5, moved));
      this.weightGradient[row] = 0;
      this.isTouched[row] = 0;
    }
    this.touched = [];
    for (let role = 0; role < this.roles.length; role++) {
      this.roles[role] = Math.max(-1.5, Math.min(1.5, (this.roles[role] as number) - 0.02 * rate * (this.roleGradient[role] as number)));
      this.roleGradient[role] = 0;
    }
  }
}

/** Adds the slopes of the cross entropy of one line of scores, whose right one is `right`; returns the loss. */
function softmaxInto(scores: Float32Array, slopes: Float32Array, from: number, stride: number, count: number, right: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at++) most = Math.max(most, scores[from + at * stride] as number);
  let sum = 0;
  for (let at = 0; at < count; at++) sum += Math.exp((scores[from + at * stride] as number) - most);
  for (let at = 0; at < count; at++) {
    const place = from + at * stride;
    slopes[place] = (slopes[place] as number) + Math.exp((scores[place] as number) - most) / sum - (at === right ? 1 : 0);
  }
  return Math.log(sum) + most - (scores[from + right * stride] as number);
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum;
}

/** The gradient before a vector was brought to length 1. */
function throughNorm(gradient: Float32Array, unit: Float32Array, norm: number): Float32Array {
  let along = 0;
  for (let at = 0; at < unit.length; at++) along += (gradient[at] as number) * (unit[at] as number);
  return gradient.map((value, at) => (value - along * (unit[at] as number)) / norm);
}
