import { textKey } from '#lib/document/values/fold-text.ts';
import { LEAST } from '#lib/extraction/answers/answer-fields.ts';
import { FEATURES } from '#lib/extraction/scoring/feature-names.ts';
import {
  ANSWER_GROUPS,
  type Calibration,
  calibrate,
  type Forest,
  type ListOdds,
  logOdds,
  scoreForest,
} from '#lib/extraction/scoring/weights.ts';
import { boost, type Examples, randomFrom } from '../learning/boost.ts';
import { auroc, calibrationError, isotonic, logisticCurve, logisticWeights, type Outcome, pointsOf } from '../learning/calibration.ts';
import type { Choice } from './choices.ts';
import type { Question } from './questions.ts';

export const GROUPS = ['date', 'amount', 'text'] as const;

/** What forests say to a question: a score for each candidate, the best one and where it is. */
export type Answer = { question: Question; scores: number[]; best: number; at: number };
export type Decisions = {
  thresholds: Record<string, number>;
  calibrations: Record<string, Calibration>;
  lists: ListOdds;
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

/** What made-up documents weigh beside real ones when choices are judged. */
const MADE_UP = 0.5;

/** Learns from choices in documents not trained on which of them are right. */
export function learnConfidence(choices: readonly Choice[]): Forest {
  return boost(
    {
      rows: choices.map(({ vector }) => vector),
      targets: choices.map(({ isRight }) => (isRight ? 1 : 0)),
      weights: choices.map(({ set }) => (set === 'made-up' ? MADE_UP : 1)),
    },
    { trees: 220, depth: 5, rate: 0.045, minimum: 30, lambda: 6, columns: 0.5, rows: 1, seed: 5 },
  );
}

/** The raw confidence of choices. */
export function rawConfidence(choices: readonly Choice[], forest: Forest): Map<Choice, number> {
  return new Map(choices.map((choice) => [choice, scoreForest(forest, choice.vector)]));
}

/** Thresholds and calibration of lists, and how often literal print is right, from answers to documents not trained on. */
export function decideLists(answers: readonly Answer[]): Decisions {
  const mine = answers.filter(({ question }) => question.answers === 'list' && question.set !== 'made-up');
  const found = mine.flatMap(listOutcomes);
  const threshold = bestThreshold(
    found,
    mine.reduce((sum, { question }) => sum + question.wanted, 0),
  );
  const points = isotonic(found);
  return {
    thresholds: { list: threshold },
    calibrations: { list: points },
    lists: { base: 0, odds: 1, introduced: 0, single: 0, several: 0 },
    literal: literalShares(answers),
  };
}

/** Thresholds by answer group from choices in real documents not trained on. */
export function thresholdsOf(choices: readonly Choice[]): Record<string, number> {
  const thresholds: Record<string, number> = {};
  for (const group of ANSWER_GROUPS) {
    const mine = choices.filter((choice) => choice.group === group && choice.set !== 'made-up');
    if (group === 'list') continue;
    thresholds[group] = bestThreshold(
      mine.map(({ score, isRight }) => ({ score, right: isRight })),
      mine.filter(({ isWanted }) => isWanted).length,
    );
  }
  return thresholds;
}

/**
 * Calibrations by answer group from given choices in real documents not trained on: logistic curves, each drawn in to the one of
 * all groups.
 */
export function calibrationsOf(
  choices: readonly Choice[],
  raw: ReadonlyMap<Choice, number>,
  thresholds: Record<string, number>,
): Record<string, Calibration> {
  const outcomes = (group?: string): Outcome[] =>
    choices.flatMap((choice) => {
      const score = raw.get(choice);
      const isGiven = choice.set !== 'made-up' && choice.score >= (thresholds[choice.group] ?? 0) && (!group || choice.group === group);
      return isGiven && score !== undefined ? [{ score, right: choice.isRight }] : [];
    });
  const common = logisticCurve(outcomes());
  return Object.fromEntries(
    ANSWER_GROUPS.filter((group) => group !== 'list').map((group) => [group, pointsOf(logisticCurve(outcomes(group), common))]),
  );
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
    if (at < 0 || question.type === 'list' || question.isMail) continue;
    const [right, count] = counts.get(question.answers) ?? [0, 0];
    counts.set(question.answers, [right + (question.exact[at] ? 1 : 0), count + 1]);
  }
  return Object.fromEntries([...counts].map(([group, [right, count]]) => [group, Number(((right + 0.5) / (count + 1)).toFixed(4))]));
}

/**
 * What the chance of a list depends on, from lists in real documents not trained on: made-up papers name their parties as they
 * are wanted, real ones do not.
 */
export function listOddsOf(choices: readonly Choice[]): ListOdds {
  const real = choices.filter(({ set, list }) => list && set !== 'made-up');
  const rows = real.map(({ list }) => {
    const { chance = 0.5, count = 0, isIntroduced = false } = list ?? {};
    return [1, logOdds(chance), Number(isIntroduced), Number(count === 1), Number(count > 2)];
  });
  const rights = real.map(({ isRight }) => isRight);
  const [base = 0, odds = 1, introduced = 0, single = 0, several = 0] = logisticWeights(rows, rights).map((weight) =>
    Number(weight.toFixed(4)),
  );
  return { base, odds, introduced, single, several };
}

/** Share of true values that are in the short lists and micro F1 of one set's scalar fields, by the forests' scores alone. */
export function measure(answers: readonly Answer[], thresholds: Record<string, number>): { wanted: number; listed: number; f1: number } {
  const mine = answers.filter(({ question }) => question.type !== 'list');
  const given = mine.filter(({ question, best, at }) => at >= 0 && best >= (thresholds[question.answers] ?? 0));
  const wanted = mine.filter(({ question }) => question.wanted > 0).length;
  const listed = mine.filter(({ question }) => question.wanted > 0 && question.exact.some(Boolean)).length;
  const right = given.filter(({ question, at }) => question.exact[at]).length;
  return { wanted, listed: listed / Math.max(1, wanted), f1: (2 * right) / Math.max(1, given.length + wanted) };
}

/** Micro F1 of choices as they would be given, AUROC and calibration error of their confidence, and the number of true values. */
export function measureChoices(
  choices: readonly Choice[],
  raw: ReadonlyMap<Choice, number>,
  { thresholds, calibrations, literal }: Decisions,
): { wanted: number; f1: number; area: number; error: number } {
  const judged = choices.flatMap((choice) => {
    const learned = calibrate(calibrations[choice.group], raw.get(choice) ?? 0);
    const confidence = Math.max(choice.isLiteral ? (literal[choice.group] ?? 0) : 0, learned);
    const isGiven = choice.score >= (thresholds[choice.group] ?? 0) && confidence >= LEAST;
    return isGiven ? [{ confidence, right: choice.isRight }] : [];
  });
  const wanted = choices.filter(({ isWanted }) => isWanted).length;
  const right = judged.filter((entry) => entry.right).length;
  return { wanted, f1: (2 * right) / Math.max(1, judged.length + wanted), area: auroc(judged), error: calibrationError(judged) };
}
