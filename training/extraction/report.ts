import path from 'node:path';
import type { Answer } from './learn-forests.ts';
import { measureAnswers, measureChoices } from './measure.ts';
import type { HeldOutResults } from './train-extraction.ts';

const percent = (share: number) => (100 * share).toFixed(1).padStart(5);

/** A line for each set: how many true values are in the short lists, and F1 by the forests' scores alone. */
export function describeAnswers(title: string, answers: readonly Answer[], thresholds: Record<string, number>): string[] {
  return [...new Set(answers.map(({ question }) => question.set))].map((set) => {
    const mine = answers.filter(({ question }) => question.set === set);
    const { wanted, listed, f1 } = measureAnswers(mine, thresholds);
    return `${title} ${set.padEnd(14)} n ${String(wanted).padStart(4)}  listed ${percent(listed)}  F1 ${percent(f1)}`;
  });
}

/** A line for each hold-out and set: F1, and how far the confidence can be trusted. */
export function describeHoldOuts({ holdOuts, single, raw, decisions }: HeldOutResults, sets: readonly string[]): string[] {
  return holdOuts.flatMap(({ key }, way) =>
    sets.map((set) => {
      const mine = single.filter((choice) => choice.way === way && choice.set === set);
      const { wanted, f1, area, error } = measureChoices(mine, raw, decisions);
      const start = `${`by ${key}`.padEnd(11)} ${set.padEnd(14)} n ${String(wanted).padStart(4)}`;
      return `${start}  F1 ${percent(f1)}  AUROC ${area.toFixed(3)}  ECE ${(100 * error).toFixed(1)}`;
    }),
  );
}

/** A line for each wrong answer in a set, for people at work on the engine. */
export function describeErrors(answers: readonly Answer[], thresholds: Record<string, number>, set: string): string[] {
  return answers.flatMap(({ question, best, at }) => {
    if (question.set !== set || question.type === 'list') return [];
    const given = at >= 0 && best >= (thresholds[question.answers] ?? 0);
    if (given ? question.exact[at] : question.wanted === 0) return [];
    const found = question.exact.findIndex(Boolean);
    const where = question.wanted ? (found < 0 ? 'not in list' : `at ${found}`) : '';
    const shown = given ? JSON.stringify(question.values[at]) : 'nothing';
    const name = `${path.basename(question.document)} ${question.field}`;
    return [`${name}: ${shown} (${best.toFixed(1)}), wanted ${JSON.stringify(question.truth)} ${where}`];
  });
}
