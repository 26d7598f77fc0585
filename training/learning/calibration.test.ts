import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate } from '#lib/extraction/scoring/weights.ts';
import { isotonic, logisticCurve, type Outcome, pointsOf } from './calibration.ts';
import { createRandom } from './random.ts';

const sigmoid = (odds: number) => 1 / (1 + Math.exp(-odds));

/** Outcomes whose chance of being right is `sigmoid(slope * score + height)`. */
function drawOutcomes(count: number, slope: number, height: number): Outcome[] {
  const random = createRandom(17);
  return Array.from({ length: count }, () => {
    const score = 8 * random() - 4;
    return { score, right: random() < sigmoid(slope * score + height) };
  });
}

const outcomes = fc.array(fc.record({ score: fc.double({ min: -10, max: 10, noNaN: true }), right: fc.boolean() }), { maxLength: 200 });

describe('isotonic', () => {
  it('gives higher scores no lower chances, and never certainty', () => {
    fc.assert(
      fc.property(outcomes, (drawn) => {
        const chances = isotonic(drawn).map(([, chance]) => chance);
        expect(chances.every((chance, at) => chance > 0 && chance < 1 && chance >= (chances[at - 1] ?? 0))).toBe(true);
        const scores = isotonic(drawn).map(([score]) => score);
        expect(scores.every((score, at) => score >= (scores[at - 1] ?? score))).toBe(true);
      }),
    );
  });

  it('puts one right outcome at the end no lower than the many right ones before it', () => {
    const drawn = Array.from({ length: 17 }, (_, score) => ({ score, right: score > 7 }));
    const chances = isotonic(drawn).map(([, chance]) => chance);
    expect(chances).toEqual([...chances].sort((a, b) => a - b));
  });

  it('finds the chances of a known distribution', () => {
    const points = isotonic(drawOutcomes(20_000, 1, 0));
    for (const score of [-3, -1, 0, 1, 3]) expect(Math.abs(calibrate(points, score) - sigmoid(score))).toBeLessThan(0.05);
  });

  it('says nothing of no outcomes', () => {
    expect(isotonic([])).toEqual([]);
  });
});

describe('logisticCurve', () => {
  it('finds slope and height of a known distribution', () => {
    const [slope, height] = logisticCurve(drawOutcomes(20_000, 0.6, -1.2));
    expect(slope).toBeCloseTo(0.6, 1);
    expect(height).toBeCloseTo(-1.2, 1);
  });

  it('stays with the prior where there is nothing to learn from, and always rises', () => {
    expect(logisticCurve([], [0.8, 0.3])).toEqual([0.8, 0.3]);
    fc.assert(
      fc.property(outcomes, (drawn) => {
        expect(logisticCurve(drawn)[0]).toBeGreaterThan(0);
      }),
    );
  });
});

describe('pointsOf', () => {
  it('draws the curve so that reading between the points gives it back', () => {
    const points = pointsOf([0.7, -0.4]);
    for (const score of [-5, -0.3, 0, 1.1, 4]) expect(calibrate(points, score)).toBeCloseTo(sigmoid(0.7 * score - 0.4), 2);
  });
});
