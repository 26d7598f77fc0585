import shipped from '../weights/engine.weights.json' with { type: 'json' };
import { CHOICE_FEATURES, FEATURES } from './feature-names.ts';
import type { Weights } from './weights.ts';

/**
 * The shipped weights, or the given ones. Features go by their position, so weights that know only the first ones of the list can be
 * used. Throws `RangeError` when they were learned for another list.
 */
export function loadWeights(given?: Weights): Weights {
  const weights = given ?? (shipped as unknown as Weights);
  const { features, choices = [] } = weights;
  if (
    !weights.lists ||
    features.some((name, at) => name !== FEATURES[at]) ||
    (weights.confidence && choices.join() !== CHOICE_FEATURES.join())
  )
    throw new RangeError('These weights were learned for another list of features. Run "npm run train".');
  return weights;
}
