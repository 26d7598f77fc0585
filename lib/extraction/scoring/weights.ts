import type { FieldKind } from '../terms/field-kind.ts';

/**
 * Boosted regression trees, flat: node `i` splits on `feature[i]` at `threshold[i]` (value < threshold goes to `left[i]`,
 * else to `right[i]`); `feature[i] < 0` is a leaf with `value[i]`. `roots` are the trees.
 */
export type Forest = {
  base: number;
  roots: number[];
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
  value: number[];
};

/** Steps of a monotone map from raw score to probability: linear between `[score, probability]` points. */
export type Calibration = [number, number][];

/**
 * What the chance that a list is right as a whole depends on (log-odds): `odds` times those that its entries give one by one, and
 * more or less when an opening clause introduces just these entries, when there is one only, and when there are more than two.
 */
export type ListOdds = { base: number; odds: number; introduced: number; single: number; several: number };

/** Learned weights as they ship. `features` must be the engine's list, else they are refused. */
export type Weights = {
  version: string;
  features: string[];
  /** By model group (`groupOf`). Calibrations and thresholds go by answer group (`answerGroupOf`). */
  forests: Record<string, Forest>;
  calibrations: Record<string, Calibration>;
  /** Second opinion on the chosen candidate: `describeChoice` to log-odds of being right, which `calibrations` then maps. */
  confidence?: Forest;
  /** Names of the numbers that `confidence` was learned from, in the order of `describeChoice`. */
  choices?: string[];
  lists: ListOdds;
  /**
   * Weights of `ABSENCE_FEATURES`: log-odds that a document has no value of a field for which none is given. Without them it is the
   * chance that the best candidate is wrong.
   */
  absence?: number[];
  /** Chance that the only candidate that stands literally behind its label is right, by answer group. */
  exactLabel?: Record<string, number>;
  /** Log-odds above which a value is returned rather than nothing. */
  thresholds: Record<string, number>;
};

/** Sum of the trees' leaves for a feature vector (log-odds). */
export function scoreForest(forest: Forest, features: Float32Array): number {
  let sum = forest.base;
  for (const root of forest.roots) {
    let node = root;
    for (;;) {
      const feature = forest.feature[node] ?? -1;
      if (feature < 0) break;
      node = ((features[feature] ?? 0) < (forest.threshold[node] ?? 0) ? forest.left[node] : forest.right[node]) ?? 0;
    }
    sum += forest.value[node] ?? 0;
  }
  return sum;
}

/** Probability for a log-odds score after calibration. */
export function calibrate(points: Calibration | undefined, score: number): number {
  if (!points?.length) return 1 / (1 + Math.exp(-score));
  const first = points[0] ?? [0, 0];
  if (score <= first[0]) return first[1];
  for (let index = 1; index < points.length; index++) {
    const [x1, y1] = points[index] ?? [0, 0];
    const [x0, y0] = points[index - 1] ?? [0, 0];
    if (score <= x1) return x1 > x0 ? y0 + ((y1 - y0) * (score - x0)) / (x1 - x0) : y1;
  }
  return points.at(-1)?.[1] ?? 0;
}

/** Chance that a list is right as a whole, from the chance that its entries give one by one, their number, and how they stand. */
export function chanceOfList(lists: ListOdds, list: { chance: number; count: number; isIntroduced: boolean }): number {
  const { base, odds, introduced, single, several } = lists;
  const more = (list.isIntroduced ? introduced : 0) + (list.count === 1 ? single : list.count > 2 ? several : 0);
  return 1 / (1 + Math.exp(-(base + odds * logOdds(list.chance) + more)));
}

/** Group of fields whose confidence is calibrated together. */
export type AnswerGroup = 'date' | 'amount' | 'code' | 'name' | 'address' | 'text' | 'list';
export const ANSWER_GROUPS: readonly AnswerGroup[] = ['date', 'amount', 'code', 'name', 'address', 'text', 'list'];

/** Names of what the chance of absence depends on, in the order of `describeAbsence`. */
export const ABSENCE_FEATURES: readonly string[] = [
  'base',
  'chance_right',
  'best_score',
  'label_best',
  'meaning_best',
  'others',
  'recognised',
  'document_words',
  ...ANSWER_GROUPS.map((group) => `group_${group}`),
];

/** Chance that a document has no value of a field, from a vector of `describeAbsence`. */
export function chanceOfAbsence(weights: readonly number[], vector: readonly number[]): number {
  return 1 / (1 + Math.exp(-vector.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)));
}

/** Answer group of a field. */
export function answerGroupOf(kind: FieldKind, isList: boolean): AnswerGroup {
  if (isList) return 'list';
  const group = groupOf(kind);
  if (group !== 'text') return group;
  if (kind === 'name' || kind === 'address') return kind;
  return ['identifier', 'iban', 'bic', 'vat_id', 'email', 'phone', 'url'].includes(kind) ? 'code' : 'text';
}

/** Model group of a field kind. */
export function groupOf(kind: string): 'date' | 'amount' | 'text' {
  if (kind === 'date') return 'date';
  return kind === 'money' || kind === 'number' || kind === 'percentage' ? 'amount' : 'text';
}

/** Log-odds of a chance, within ±7. */
export function logOdds(chance: number): number {
  const p = Math.min(0.999, Math.max(0.001, chance));
  return Math.log(p / (1 - p));
}
