import { describe, expect, it } from 'vitest';
import { scoreForest } from '#lib/extraction/scoring/weights.ts';
import { type BoostOptions, boost, type Examples, meanOfForests, roundForest } from './boost.ts';
import { createRandom } from './random.ts';

const OPTIONS: BoostOptions = { trees: 80, depth: 4, rate: 0.2, minimum: 10, lambda: 1, columns: 1, rows: 0.8, seed: 3 };

/** Rows of three numbers from 0 to 1, of which the third says nothing. */
function drawExamples(count: number, seed: number, isRight: (a: number, b: number) => boolean): Examples {
  const random = createRandom(seed);
  const rows = Array.from({ length: count }, () => Float32Array.of(random(), random(), random()));
  return { rows, targets: rows.map(([a = 0, b = 0]) => Number(isRight(a, b))), weights: rows.map(() => 1) };
}

const exclusiveOr = (a: number, b: number) => a > 0.5 !== b > 0.3;

describe('boost', () => {
  it('learns a function that no single feature tells, for rows it has not seen', () => {
    const forest = boost(drawExamples(1500, 1, exclusiveOr), OPTIONS);
    const unseen = drawExamples(500, 2, exclusiveOr);
    const right = unseen.rows.filter((row, at) => scoreForest(forest, row) > 0 === (unseen.targets[at] === 1));
    expect(right.length / unseen.rows.length).toBeGreaterThan(0.95);
  });

  it('gives log-odds: where three of four rows are positive the forest says so', () => {
    const random = createRandom(9);
    const rows = Array.from({ length: 2000 }, () => Float32Array.of(random() > 0.5 ? 1 : 0));
    const targets = rows.map(([side = 0]) => Number(random() < (side ? 0.75 : 0.1)));
    const forest = boost({ rows, targets, weights: rows.map(() => 1) }, OPTIONS);
    const chance = (side: number) => 1 / (1 + Math.exp(-scoreForest(forest, Float32Array.of(side))));
    expect(chance(1)).toBeCloseTo(0.75, 1);
    expect(chance(0)).toBeCloseTo(0.1, 1);
  });

  it('splits on no hidden feature', () => {
    const forest = boost(drawExamples(800, 3, exclusiveOr), { ...OPTIONS, hidden: new Set([0, 2]) });
    expect(new Set(forest.feature.filter((feature) => feature >= 0))).toEqual(new Set([1]));
  });

  it('is scored in the mean with another forest', () => {
    const [one, other] = [1, 5].map((seed) => boost(drawExamples(400, seed, exclusiveOr), { ...OPTIONS, seed, trees: 20 }));
    if (!one || !other) throw new Error('There are two forests.');
    const row = Float32Array.of(0.7, 0.2, 0.5);
    expect(scoreForest(meanOfForests([one, other]), row)).toBeCloseTo((scoreForest(one, row) + scoreForest(other, row)) / 2, 6);
  });

  it('keeps to the direction that a feature must have, whatever the examples say', () => {
    // More of the first number makes rows likelier up to a half, and less likely behind it.
    const examples = drawExamples(1500, 6, (a) => a > 0.3 && a < 0.6);
    const chances = (options: Partial<BoostOptions>) => {
      const forest = boost(examples, { ...OPTIONS, depth: 1, ...options });
      return Array.from({ length: 11 }, (_, step) => scoreForest(forest, Float32Array.of(step / 10, 0.5, 0.5)));
    };
    const rises = (list: number[]) => list.every((score, at) => at === 0 || score >= (list[at - 1] ?? 0));
    expect(rises(chances({}))).toBe(false);
    expect(rises(chances({ rising: new Set([0]) }))).toBe(true);
    expect(rises(chances({ falling: new Set([0]) }).reverse())).toBe(true);
  });

  it('gives the same forest for the same seed, and another for another', () => {
    const examples = drawExamples(400, 4, exclusiveOr);
    const options = { ...OPTIONS, trees: 10 };
    expect(boost(examples, options)).toEqual(boost(examples, options));
    expect(boost(examples, { ...options, seed: 4 })).not.toEqual(boost(examples, options));
  });

  it('lets weights decide where rows contradict each other', () => {
    const rows = Array.from({ length: 200 }, () => Float32Array.of(1));
    const targets = rows.map((_, at) => at % 2);
    const forest = boost({ rows, targets, weights: targets.map((target) => (target ? 9 : 1)) }, OPTIONS);
    expect(scoreForest(forest, Float32Array.of(1))).toBeCloseTo(Math.log(9), 1);
  });

  it('refuses to learn from nothing, and from lists of different lengths', () => {
    expect(() => boost({ rows: [], targets: [], weights: [] }, OPTIONS)).toThrow('no examples');
    expect(() => boost({ rows: [Float32Array.of(1)], targets: [], weights: [1] }, OPTIONS)).toThrow(RangeError);
  });

  it('keeps what it says when its numbers are rounded for the file', () => {
    const examples = drawExamples(400, 5, exclusiveOr);
    const forest = boost(examples, OPTIONS);
    const row = examples.rows[0] ?? new Float32Array(3);
    expect(scoreForest(roundForest(forest), row)).toBeCloseTo(scoreForest(forest, row), 3);
  });
});
