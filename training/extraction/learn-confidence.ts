import { type Forest, scoreForest } from '#lib/extraction/scoring/weights.ts';
import { boost } from '../learning/boost.ts';
import type { Choice } from './choices.ts';
import { SYNTHETIC_SET } from './questions.ts';

/** What synthetic documents weigh beside real ones when choices are judged. */
const SYNTHETIC_WEIGHT = 0.5;

/** Learns from choices in documents not trained on which of them are right. */
export function learnConfidence(choices: readonly Choice[]): Forest {
  return boost(
    {
      rows: choices.map(({ vector }) => vector),
      targets: choices.map(({ isRight }) => (isRight ? 1 : 0)),
      weights: choices.map(({ set }) => (set === SYNTHETIC_SET ? SYNTHETIC_WEIGHT : 1)),
    },
    { trees: 220, depth: 5, rate: 0.045, minimum: 30, lambda: 6, columns: 0.5, rows: 1, seed: 5 },
  );
}

/** The raw confidence of choices. */
export function rawConfidence(choices: readonly Choice[], forest: Forest): Map<Choice, number> {
  return new Map(choices.map((choice) => [choice, scoreForest(forest, choice.vector)]));
}
