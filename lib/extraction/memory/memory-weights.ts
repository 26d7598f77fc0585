import type { Calibration, Forest } from '../scoring/weights.ts';
import shipped from '../weights/memory.weights.json' with { type: 'json' };
import { MEMORY_FEATURES } from './describe-proposal.ts';

/** What is learned about the worth of memory, as it ships. */
export type MemoryWeights = {
  version: string;
  /** Must be `MEMORY_FEATURES`, else the weights are refused. */
  features: string[];
  /** Log-odds that a proposal is right. */
  forest: Forest;
  /** Chance that the best proposal is right, from its log-odds. */
  calibration: Calibration;
  /** Least chance with which a proposal takes the place of the engine's own answer. */
  least: number;
};

/** The shipped weights, or the given ones. @throws RangeError when they were learned for another list of features */
export function loadMemoryWeights(given?: MemoryWeights): MemoryWeights {
  const weights = given ?? (shipped as unknown as MemoryWeights);
  if (weights.features.join() !== MEMORY_FEATURES.join())
    throw new RangeError('These weights of the memory were learned for another list of features. Run "npm run train-memory".');
  return weights;
}
