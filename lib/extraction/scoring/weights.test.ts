import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadWeights } from './load-weights.ts';
import { calibrate, type Forest, scoreForest } from './weights.ts';

describe('scoreForest', () => {
  const forest: Forest = {
    base: -1,
    roots: [0, 3],
    feature: [0, -1, -1, 1, -1, -1],
    threshold: [0.5, 0, 0, 2, 0, 0],
    left: [1, 0, 0, 4, 0, 0],
    right: [2, 0, 0, 5, 0, 0],
    value: [0, 0.25, 2, 0, 0.5, -4],
  };
  it('adds the leaves that a vector falls into', () => {
    expect(scoreForest(forest, Float32Array.from([0, 0]))).toBe(-0.25);
    expect(scoreForest(forest, Float32Array.from([0.5, 0]))).toBe(1.5);
    expect(scoreForest(forest, Float32Array.from([0, 2]))).toBe(-4.75);
  });
});

describe('calibrate', () => {
  it('interpolates between points and never falls as the score rises', () => {
    const { calibrations } = loadWeights();
    for (const points of Object.values(calibrations))
      fc.assert(
        fc.property(fc.double({ min: -12, max: 12, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }), (score, more) => {
          const low = calibrate(points, score);
          const high = calibrate(points, score + more);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(high).toBeGreaterThanOrEqual(low - 1e-9);
        }),
      );
    expect(
      calibrate(
        [
          [0, 0.2],
          [2, 0.6],
        ],
        1,
      ),
    ).toBeCloseTo(0.4);
  });
  it('falls back to the logistic curve without points', () => {
    expect(calibrate([], 0)).toBe(0.5);
  });
});

describe('the shipped weights', () => {
  it('hold numbers and names of features only', () => {
    const { forests, features } = loadWeights();
    for (const forest of Object.values(forests))
      for (const list of [forest.feature, forest.threshold, forest.left, forest.right, forest.value])
        expect(list.every((entry) => typeof entry === 'number')).toBe(true);
    expect(features.every((name) => /^[a-zA-Z0-9_]+$/.test(name))).toBe(true);
  });
});
