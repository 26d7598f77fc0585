import { textKey } from '#lib/document/values/fold-text.ts';
import { LEAST } from '#lib/extraction/assignment/answer-fields.ts';
import { FEATURES } from '#lib/extraction/scoring/feature-names.ts';
import { ABSENCE_FEATURES, ANSWER_GROUPS, type Calibration, calibrate, type ListOdds, logOdds } from '#lib/extraction/scoring/weights.ts';
import { isotonic, logisticCurve, type Outcome, pointsOf } from '../learning/calibration.ts';
import { logisticWeights } from '../learning/logistic-regression.ts';
import type { Choice } from './choices.ts';
import { chooseThreshold } from './choose-threshold.ts';
import type { Answer } from './learn-forests.ts';
import { SYNTHETIC_SET } from './questions.ts';

/** What is decided after scoring: which scores are given, and how sure they are. By answer group. */
export type Decisions = {
  thresholds: Record<string, number>;
  calibrations: Record<string, Calibration>;
  lists: ListOdds;
  exactLabel: Record<string, number>;
  absence: number[];
};

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

/** Thresholds and calibration of lists, and how often a value behind an exact label is right, from answers to documents not trained on. */
export function decideLists(answers: readonly Answer[]): Decisions {
  const mine = answers.filter(({ question }) => question.answers === 'list' && question.set !== SYNTHETIC_SET);
  const found = mine.flatMap(listOutcomes);
  const threshold = chooseThreshold(
    found,
    mine.reduce((sum, { question }) => sum + question.wanted, 0),
  );
  const points = isotonic(found);
  return {
    thresholds: { list: threshold },
    calibrations: { list: points },
    lists: { base: 0, odds: 1, introduced: 0, single: 0, several: 0 },
    exactLabel: exactLabelShares(answers),
    absence: [],
  };
}

/** Thresholds by answer group from choices in real documents not trained on. */
export function thresholdsOf(choices: readonly Choice[]): Record<string, number> {
  const thresholds: Record<string, number> = {};
  for (const group of ANSWER_GROUPS) {
    const mine = choices.filter((choice) => choice.group === group && choice.set !== SYNTHETIC_SET);
    if (group === 'list') continue;
    thresholds[group] = chooseThreshold(
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
      const isGiven = choice.set !== SYNTHETIC_SET && choice.score >= (thresholds[choice.group] ?? 0) && (!group || choice.group === group);
      return isGiven && score !== undefined ? [{ score, right: choice.isRight }] : [];
    });
  const common = logisticCurve(outcomes());
  return Object.fromEntries(
    ANSWER_GROUPS.filter((group) => group !== 'list').map((group) => [group, pointsOf(logisticCurve(outcomes(group), common))]),
  );
}

const ONLY_EXACT_LABEL = FEATURES.indexOf('only_exact_label');
const RECOGNISED = FEATURES.indexOf('recognised');

/**
 * How often the only candidate that stands literally behind its label is right, by answer group. Nothing of this is learned,
 * so real and synthetic documents count alike.
 */
function exactLabelShares(answers: readonly Answer[]): Record<string, number> {
  const counts = new Map<string, [number, number]>();
  for (const { question } of answers) {
    const at = question.rows.findIndex((row) => row[ONLY_EXACT_LABEL] === 1 && row[RECOGNISED] === 0);
    if (at < 0 || question.type === 'list' || question.isMail) continue;
    const [right, count] = counts.get(question.answers) ?? [0, 0];
    counts.set(question.answers, [right + (question.exact[at] ? 1 : 0), count + 1]);
  }
  return Object.fromEntries([...counts].map(([group, [right, count]]) => [group, Number(((right + 0.5) / (count + 1)).toFixed(4))]));
}

/**
 * What the chance of a list depends on, from lists in real documents not trained on: synthetic documents name their parties as they
 * are wanted, real ones do not.
 */
export function listOddsOf(choices: readonly Choice[]): ListOdds {
  const real = choices.filter(({ set, list }) => list && set !== SYNTHETIC_SET);
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

const CHANCE_RIGHT = ABSENCE_FEATURES.indexOf('chance_right');

/** Learns the chance that a document has no value of a field, from real documents not trained on in which none is given. */
export function absenceOf(
  choices: readonly Choice[],
  raw: ReadonlyMap<Choice, number>,
  { thresholds, calibrations }: Pick<Decisions, 'thresholds' | 'calibrations'>,
): number[] {
  const withheld = choices.filter((choice) => {
    const chance = calibrate(calibrations[choice.group], raw.get(choice) ?? 0);
    return choice.set !== SYNTHETIC_SET && (choice.score < (thresholds[choice.group] ?? 0) || chance < LEAST);
  });
  const rows = withheld.map((choice) =>
    choice.absence.map((value, at) => (at === CHANCE_RIGHT ? Math.max(-6, Math.min(6, raw.get(choice) ?? 0)) : value)),
  );
  return logisticWeights(
    rows,
    withheld.map(({ isWanted }) => !isWanted),
  ).map((weight) => Number(weight.toFixed(4)));
}
