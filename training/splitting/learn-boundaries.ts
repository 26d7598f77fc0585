import type { BoundaryExample } from './make-examples.ts';

const ROUNDS = 3000;
const DECAY = 0.002;
const RATE = 0.5;
const MOMENTUM = 0.9;

const oddsOf = (marks: readonly number[], weights: readonly number[]) =>
  marks.reduce((sum, mark, index) => sum + mark * (weights[index] ?? 0), 0);

/**
 * Learns by logistic regression which marks speak for a boundary: gradient descent with momentum and L2 decay.
 * @returns a weight for each mark, rounded to three digits
 * @throws RangeError when there are no examples
 */
export function learnBoundaries(examples: readonly BoundaryExample[]): number[] {
  const width = examples[0]?.marks.length;
  if (width === undefined) throw new RangeError('There are no examples to learn from.');
  const weights = new Array<number>(width).fill(0);
  const speed = new Array<number>(width).fill(0);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = new Array<number>(width).fill(0);
    for (const { marks, begins, weight } of examples) {
      const error = (1 / (1 + Math.exp(-oddsOf(marks, weights))) - Number(begins)) * weight;
      marks.forEach((mark, index) => {
        slope[index] = (slope[index] ?? 0) + error * mark;
      });
    }
    weights.forEach((weight, index) => {
      speed[index] = MOMENTUM * (speed[index] ?? 0) - RATE * ((slope[index] ?? 0) / total + DECAY * weight);
      weights[index] = weight + (speed[index] ?? 0);
    });
  }
  return weights.map((weight) => Number(weight.toFixed(3)));
}

/** How many beginnings the weights find, and how many continuations they keep together, as a sentence. */
export function describeBoundaries(examples: readonly BoundaryExample[], weights: readonly number[]): string {
  const right = (begins: boolean) => {
    const group = examples.filter((example) => example.begins === begins);
    const good = group.filter(({ marks }) => oddsOf(marks, weights) >= 0 === begins).length;
    return `${good} of ${group.length}`;
  };
  return `beginnings found ${right(true)}, continuations kept ${right(false)}`;
}
