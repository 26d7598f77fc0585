import { LEAST } from '#lib/extraction/assignment/answer-fields.ts';
import { calibrate } from '#lib/extraction/scoring/weights.ts';
import { auroc, calibrationError } from '../learning/metrics.ts';
import type { Choice } from './choices.ts';
import type { Decisions } from './decisions.ts';
import type { Answer } from './learn-forests.ts';

/** Share of true values that are in the short lists and micro F1 of one set's scalar fields, by the forests' scores alone. */
export function measureAnswers(
  answers: readonly Answer[],
  thresholds: Record<string, number>,
): { wanted: number; listed: number; f1: number } {
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
  { thresholds, calibrations, exactLabel }: Decisions,
): { wanted: number; f1: number; area: number; error: number } {
  const judged = choices.flatMap((choice) => {
    const learned = calibrate(calibrations[choice.group], raw.get(choice) ?? 0);
    const confidence = Math.max(choice.isExactLabel ? (exactLabel[choice.group] ?? 0) : 0, learned);
    const isGiven = choice.score >= (thresholds[choice.group] ?? 0) && confidence >= LEAST;
    return isGiven ? [{ confidence, right: choice.isRight }] : [];
  });
  const wanted = choices.filter(({ isWanted }) => isWanted).length;
  const right = judged.filter((entry) => entry.right).length;
  return { wanted, f1: (2 * right) / Math.max(1, judged.length + wanted), area: auroc(judged), error: calibrationError(judged) };
}
