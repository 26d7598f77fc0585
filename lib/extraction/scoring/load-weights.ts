import shipped from '../weights/engine.weights.json' with { type: 'json' };
import { CHOICE_FEATURES, FEATURES } from './feature-names.ts';
import type { Weights } from './weights.ts';

/** The shipped weights, or the given ones. Throws `RangeError` when they were learned for another list of features. */
export function loadWeights(given?: Weights): Weights {
  const weights = given ?? (shipped as unknown as Weights);
  const { features, choices = [] } = weights;
  if (!weights.lists || features.join() !== FEATURES.join() || (weights.confidence && choices.join() !== CHOICE_FEATURES.join()))
    throw new RangeError('These weights were learned for another list of features. Run "npm run train".');
  return weights;
}
