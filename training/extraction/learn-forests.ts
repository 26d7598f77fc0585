import { type Forest, scoreForest } from '#lib/extraction/scoring/weights.ts';
import { boost, type Examples, meanOfForests } from '../learning/boost.ts';
import { createRandom } from '../learning/random.ts';
import { DIRECTIONS, LEARNED } from './directions.ts';
import { type Question, SYNTHETIC_SET } from './questions.ts';

/** What synthetic documents weigh beside real ones. */
const SYNTHETIC_SHARE = 0.5;
const GROUPS = ['date', 'amount', 'text'] as const;

/** What forests say to a question: a score for each candidate, the best one and where it is. */
export type Answer = { question: Question; scores: number[]; best: number; at: number };

/** Rows to learn from: all right candidates, the first ten wrong ones, and a sixth of the others. Small sets weigh more. */
function examplesOf(questions: readonly Question[], group: string): Examples {
  const random = createRandom(7);
  const examples: Examples = { rows: [], targets: [], weights: [] };
  const perSet = new Map<string, number>();
  for (const question of questions) if (question.group === group) perSet.set(question.set, (perSet.get(question.set) ?? 0) + 1);
  const most = Math.max(1, ...perSet.values());
  for (const question of questions) {
    if (question.group !== group) continue;
    const share = question.set === SYNTHETIC_SET ? SYNTHETIC_SHARE : 1;
    const weight = share * Math.min(3, Math.sqrt(most / (perSet.get(question.set) ?? 1)));
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

/**
 * One forest for each model group: the mean of two. One sees all features and keeps to their directions, the other sees nothing of
 * learned meaning and is free. Where documents are known, words and places say more; where they are not, meaning does.
 */
export function learnForests(questions: readonly Question[], trees: number): Record<string, Forest> {
  return Object.fromEntries(
    GROUPS.map((group) => {
      const examples = examplesOf(questions, group);
      const count = examples.rows.length ? trees : 0;
      const options = { trees: count, depth: 5, rate: 0.1, minimum: 20, lambda: 3, columns: 0.4, rows: 0.6, seed: 11 };
      return [group, meanOfForests([boost(examples, { ...options, hidden: LEARNED }), boost(examples, { ...options, ...DIRECTIONS })])];
    }),
  );
}

/** Scores the candidates of questions. */
export function answerQuestions(questions: readonly Question[], forests: Record<string, Forest>): Answer[] {
  return questions.map((question) => {
    const forest = forests[question.group];
    const scores = question.rows.map((row) => (forest ? scoreForest(forest, row) : -9));
    const best = scores.reduce((most, score) => Math.max(most, score), -Infinity);
    return { question, scores, best, at: scores.indexOf(best) };
  });
}
