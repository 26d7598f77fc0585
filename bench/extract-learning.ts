import { textKey } from '#lib/document/fold-text.ts';
import { FEATURES } from '#lib/extraction/scoring/feature-names.ts';
import {
  ANSWER_GROUPS,
  type Calibration,
  calibrate,
  confidenceVector,
  type Forest,
  logOdds,
  scoreForest,
} from '#lib/extraction/scoring/weights.ts';
import { boost, type Examples, randomFrom } from './extract-boosting.ts';
import { auroc, isotonic, type Outcome } from './extract-calibration.ts';
import type { Question } from './extract-examples.ts';

export const GROUPS = ['date', 'amount', 'text'] as const;

/** What forests say to a question: a score for each candidate, the best one and where it is. */
export type Answer = { question: Question; scores: number[]; best: number; at: number };
export type Decisions = {
  thresholds: Record<string, number>;
  calibrations: Record<string, Calibration>;
  whole: Calibration;
  literal: Record<string, number>;
};

/** Rows to learn from: all right candidates, the first ten wrong ones, and a sixth of the others. Small sets weigh more. */
function examplesOf(questions: readonly Question[], group: string): Examples {
  const random = randomFrom(7);
  const examples: Examples = { rows: [], targets: [], weights: [] };
  const perSet = new Map<string, number>();
  for (const question of questions) if (question.group === group) perSet.set(question.set, (perSet.get(question.set) ?? 0) + 1);
  const most = Math.max(1, ...perSet.values());
  for (const question of questions) {
    if (question.group !== group) continue;
    const madeUp = question.set === 'made-up' ? 0.5 : 1;
    const weight = madeUp * Math.min(3, Math.sqrt(most / (perSet.get(question.set) ?? 1)));
    question.rows.forEach((row, at) => {
      const positive = question.learn[at] ?? 0;
      const keep = positive || at < 10 ? 1 : 0.15;
      if (keep < 1 && random() > keep) return;
      examples.rows.push(row);
      examples.targets.push(positive);
      examples.weights.push(weight / keep);
    });
  }
  return examples;
}

/** One forest for each model group. */
export function learn(questions: readonly Question[], trees: number): Record<string, Forest> {
  return Object.fromEntries(
    GROUPS.map((group) => {
      const examples = examplesOf(questions, group);
      const count = examples.rows.length ? trees : 0;
      return [group, boost(examples, { trees: count, depth: 5, rate: 0.1, minimum: 20, lambda: 3, columns: 0.4, rows: 0.6, seed: 11 })];
    }),
  );
}

/** Scores the candidates of questions. */
export function answer(questions: readonly Question[], forests: Record<string, Forest>): Answer[] {
  return questions.map((question) => {
    const forest = forests[question.group];
    const scores = question.rows.map((row) => (forest ? scoreForest(forest, row) : -9));
    const best = scores.reduce((most, score) => Math.max(most, score), -Infinity);
    return { question, scores, best, at: scores.indexOf(best) };
  });
}

/** Entries that a list field would take, best first, without those that say the same or lie in another. */
function listOutcomes({ question, scores }: Answer): Outcome[] {
  const order = scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const keys: string[] = [];
  return order.flatMap((index) => {
    const key = textKey(String(question.values[index]));
    if ((scores[index] ?? 0) < -4 || keys.some((other) => other.includes(key) || key.includes(other))) return [];
    keys.push(key);
    return [{ score: scores[index] ?? 0, right: Boolean(question.exact[index]) }];
  });
}

/** F1 that may be given up for a lower threshold: the curve is flat at its top, and unseen papers score lower. */
const FLAT = 0.0025;
/** Above this (log-odds of two in five) no threshold helps F1 where it is around four fifths; a few papers may say otherwise. */
const HIGHEST = -0.4;

/** The lowest score above which giving a value raises F1 over all outcomes about as much as can be. */
function bestThreshold(outcomes: readonly Outcome[], wanted: number): number {
  const sorted = [...outcomes].sort((a, b) => b.score - a.score);
  let right = 0;
  const curve = sorted.map((outcome, index) => {
    if (outcome.right) right++;
    return { score: outcome.score, f: (2 * right) / (index + 1 + wanted) };
  });
  const most = curve.reduce((best, { f }) => Math.max(best, f), 0);
  const last = curve.findLast(({ f }) => f >= most - FLAT);
  return Number(Math.min(HIGHEST, last?.score ?? HIGHEST).toFixed(3));
}

/** Candidates with distinct values: how far the best one is ahead (log-odds). */
function leadOf({ question, scores, best, at }: Answer): number {
  const key = (index: number) => textKey(String(question.values[index]));
  let next = -Infinity;
  scores.forEach((score, index) => {
    if (index !== at && score > next && key(index) !== key(at)) next = score;
  });
  return next === -Infinity ? 12 : Math.max(0, best - next);
}

const LABEL_BEST = FEATURES.indexOf('label_best');
const keyOfDocument = ({ question }: Answer) => `${question.set}/${question.document}`;

/** Best scores of the scalar fields of each document. */
function bestsOf(answers: readonly Answer[]): Map<string, number[]> {
  const bests = new Map<string, number[]>();
  for (const entry of answers)
    if (entry.at >= 0 && entry.question.type !== 'list')
      bests.set(keyOfDocument(entry), [...(bests.get(keyOfDocument(entry)) ?? []), entry.best]);
  return bests;
}

function vectorOf(entry: Answer, bests: ReadonlyMap<string, number[]>): Float32Array {
  const { question, scores, best, at } = entry;
  const labelOf = (index: number) => question.rows[index]?.[LABEL_BEST] ?? 0;
  const labelled = question.rows.reduce((most, _, index) => (labelOf(index) > labelOf(most) ? index : most), at);
  const all = bests.get(keyOfDocument(entry)) ?? [];
  return confidenceVector({
    features: question.rows[at] ?? new Float32Array(),
    score: best,
    lead: leadOf(entry),
    group: question.answers,
    others: all.length > 1 ? (all.reduce((sum, score) => sum + score, 0) - best) / (all.length - 1) : 0,
    overLabel: Math.max(0, best - (scores[labelled] ?? best)),
  });
}
const chosen = (answers: readonly Answer[]) =>
  answers.filter(({ question, at }) => at >= 0 && question.type !== 'list' && question.set !== 'made-up');

/** Learns from answers to documents not trained on which of them are right: shallow trees, much shrunk. */
export function learnConfidence(answers: readonly Answer[]): Forest {
  const list = chosen(answers);
  const bests = bestsOf(answers);
  return boost(
    {
      rows: list.map((entry) => vectorOf(entry, bests)),
      targets: list.map(({ question, at }) => (question.exact[at] ? 1 : 0)),
      weights: list.map(() => 1),
    },
    { trees: 90, depth: 3, rate: 0.06, minimum: 30, lambda: 6, columns: 0.3, rows: 1, seed: 5 },
  );
}

/** The raw confidence of chosen candidates. */
export function rawConfidence(answers: readonly Answer[], forest: Forest): Map<Answer, number> {
  const bests = bestsOf(answers);
  return new Map(chosen(answers).map((entry) => [entry, scoreForest(forest, vectorOf(entry, bests))]));
}

/** Thresholds and calibrations by answer group, from answers to documents not trained on (made-up ones left out). */
export function decide(answers: readonly Answer[], raw: ReadonlyMap<Answer, number>): Decisions {
  const thresholds: Record<string, number> = {};
  const calibrations: Record<string, Calibration> = {};
  for (const group of ANSWER_GROUPS) {
    const mine = answers.filter(({ question }) => question.answers === group && question.set !== 'made-up');
    const found =
      group === 'list'
        ? mine.flatMap(listOutcomes)
        : mine.filter(({ at }) => at >= 0).map(({ question, best, at }) => ({ score: best, right: Boolean(question.exact[at]) }));
    const wanted = mine.reduce((sum, { question }) => sum + (group === 'list' ? question.wanted : Math.min(1, question.wanted)), 0);
    thresholds[group] = bestThreshold(found, wanted);
    const judged =
      group === 'list'
        ? found
        : mine.flatMap((entry) => {
            const score = raw.get(entry);
            return score === undefined || entry.best < (thresholds[group] ?? 0)
              ? []
              : [{ score, right: Boolean(entry.question.exact[entry.at]) }];
          });
    calibrations[group] = isotonic(judged);
  }
  return {
    thresholds,
    calibrations,
    whole: wholeLists(answers, thresholds.list ?? 0, calibrations.list ?? []),
    literal: literalShares(answers),
  };
}

const LITERAL_ONLY = FEATURES.indexOf('literal_only');
const RECOGNISED = FEATURES.indexOf('recognised');

/**
 * How often the only candidate that stands literally behind its label is right, by answer group. Nothing of this is learned,
 * so real and made-up documents count alike.
 */
function literalShares(answers: readonly Answer[]): Record<string, number> {
  const counts = new Map<string, [number, number]>();
  for (const { question } of answers) {
    const at = question.rows.findIndex((row) => row[LITERAL_ONLY] === 1 && row[RECOGNISED] === 0);
    if (at < 0 || question.type === 'list' || question.set === 'emails') continue;
    const [right, count] = counts.get(question.answers) ?? [0, 0];
    counts.set(question.answers, [right + (question.exact[at] ? 1 : 0), count + 1]);
  }
  return Object.fromEntries([...counts].map(([group, [right, count]]) => [group, Number(((right + 0.5) / (count + 1)).toFixed(4))]));
}

/** How often lists are right as a whole, by the chance that their entries taken one by one give. */
function wholeLists(answers: readonly Answer[], threshold: number, points: Calibration): Calibration {
  const lists = answers.filter(({ question }) => question.answers === 'list' && question.set !== 'made-up');
  return isotonic(
    lists.flatMap((entry) => {
      const outcomes = listOutcomes(entry);
      const taken = outcomes.filter(({ score }) => score >= threshold);
      if (!taken.length) return [];
      const chance = outcomes.reduce((product, { score }) => {
        const one = calibrate(points, score);
        return one < 0.03 ? product : product * (score >= threshold ? one : 1 - one);
      }, 1);
      return [{ score: logOdds(chance), right: taken.length === entry.question.wanted && taken.every(({ right }) => right) }];
    }),
  );
}

/** Share of true values that are in the short lists, micro F1 and AUROC of one set's scalar fields. */
export function measure(
  answers: readonly Answer[],
  thresholds: Record<string, number>,
  raw: ReadonlyMap<Answer, number>,
): { wanted: number; listed: number; f1: number; area: number } {
  const mine = answers.filter(({ question }) => question.type !== 'list');
  const given = mine.filter(({ question, best, at }) => at >= 0 && best >= (thresholds[question.answers] ?? 0));
  const wanted = mine.filter(({ question }) => question.wanted > 0).length;
  const listed = mine.filter(({ question }) => question.wanted > 0 && question.exact.some(Boolean)).length;
  const right = given.filter(({ question, at }) => question.exact[at]).length;
  return {
    wanted,
    listed: listed / Math.max(1, wanted),
    f1: (2 * right) / Math.max(1, given.length + wanted),
    area: auroc(given.map((entry) => ({ confidence: raw.get(entry) ?? entry.best, right: Boolean(entry.question.exact[entry.at]) }))),
  };
}
