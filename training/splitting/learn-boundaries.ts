import type { BoundaryExample } from './make-examples.ts';

const ROUNDS = 3000;
const DECAY = 0.002;
/** Of the few marks of approved documents: of two strengths the one with which more stacks of collections left out were right. */
export const KNOWN_DECAY = 0.0002;
const RATE = 0.5;
const MOMENTUM = 0.9;

/** The log-odds that marks say with weights, on top of what is said otherwise. */
export const oddsOf = (marks: readonly number[], weights: readonly number[], odds = 0) =>
  marks.reduce((sum, mark, index) => sum + mark * (weights[index] ?? 0), odds);

/**
 * Learns by logistic regression which marks speak for a boundary: gradient descent with momentum and L2 decay.
 * @param decay strength of the decay
 * @returns a weight for each mark, rounded to three digits
 * @throws RangeError when there are no examples
 */
export function learnBoundaries(examples: readonly BoundaryExample[], decay = DECAY): number[] {
  const width = examples[0]?.marks.length;
  if (width === undefined) throw new RangeError('There are no examples to learn from.');
  const weights = new Array<number>(width).fill(0);
  const speed = new Array<number>(width).fill(0);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = new Array<number>(width).fill(0);
    for (const { marks, begins, weight, odds } of examples) {
      const error = (1 / (1 + Math.exp(-oddsOf(marks, weights, odds))) - Number(begins)) * weight;
      marks.forEach((mark, index) => {
        slope[index] = (slope[index] ?? 0) + error * mark;
      });
    }
    weights.forEach((weight, index) => {
      speed[index] = MOMENTUM * (speed[index] ?? 0) - RATE * ((slope[index] ?? 0) / total + decay * weight);
      weights[index] = weight + (speed[index] ?? 0);
    });
  }
  return weights.map((weight) => Number(weight.toFixed(3)));
}

/** How many beginnings the weights find, and how many continuations they keep together, as a sentence. */
export function describeBoundaries(examples: readonly BoundaryExample[], weights: readonly number[]): string {
  const right = (begins: boolean) => {
    const group = examples.filter((example) => example.begins === begins);
    const good = group.filter(({ marks, odds }) => oddsOf(marks, weights, odds) >= 0 === begins).length;
    return `${good} of ${group.length}`;
  };
  return `beginnings found ${right(true)}, continuations kept ${right(false)}`;
}
