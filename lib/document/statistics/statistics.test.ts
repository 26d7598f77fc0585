import { expect, test } from 'vitest';
import { areaUnderRoc } from './area-under-roc.ts';
import { fewestFor, findPassingThreshold } from './find-passing-threshold.ts';
import { thresholdCurve } from './threshold-curve.ts';
import { upperErrorBound } from './upper-error-bound.ts';
import { wilsonInterval } from './wilson-interval.ts';

test('the interval of a share is the one of Wilson', () => {
  const { low, high } = wilsonInterval(8, 10);
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.4902', '0.9433']);
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test('without an error the bound is the exact root', () => {
  for (const total of [1, 10, 59, 300, 100_000]) expect(upperErrorBound(0, total)).toBeCloseTo(1 - 0.05 ** (1 / total), 9);
});

test('with errors the bound is where so few are just as unlikely as allowed', () => {
  // sums of the binomial distribution itself
  for (const [errors, total] of [
    [1, 20],
    [3, 50],
    [10, 200],
  ] as const) {
    const rate = upperErrorBound(errors, total);
    let term = (1 - rate) ** total;
    let sum = term;
    for (let k = 1; k <= errors; k += 1) {
      term *= ((total - k + 1) / k) * (rate / (1 - rate));
      sum += term;
    }
    expect(sum).toBeCloseTo(0.05, 8);
  }
  expect([upperErrorBound(0, 0), upperErrorBound(5, 5)]).toEqual([1, 1]);
});

test('confidences that tell nothing have an area of one half, those that tell everything one of 1', () => {
  expect(areaUnderRoc([{ values: 10, right: 5 }])).toBe(0.5);
  expect(
    areaUnderRoc([
      { values: 4, right: 0 },
      { values: 6, right: 6 },
    ]),
  ).toBe(1);
  expect(areaUnderRoc([{ values: 6, right: 6 }])).toBeNull();
});

test('a higher threshold has more values checked and lets fewer errors pass', () => {
  const classes = [
    { from: 0.5, to: 0.6, values: 10, right: 4 },
    { from: 0.9, to: 0.92, values: 40, right: 38 },
    { from: 0.99, to: 0.995, values: 100, right: 100 },
  ];
  const points = thresholdCurve(classes, [0, 0.6, 0.92]);
  expect(points.map(({ checked, passed, errors }) => [checked, passed, errors])).toEqual([
    [0, 150, 8],
    [10, 140, 2],
    [50, 100, 0],
  ]);
  expect(points[2]?.bound).toBeCloseTo(1 - 0.05 ** (1 / 100), 9);
});

const classesOf = (...of: [from: number, values: number, wrong: number][]) =>
  of.map(([from, values, wrong], at) => ({ from, to: of[at + 1]?.[0] ?? 1, values, right: values - wrong }));

test('so many values without an error show a rate, and one fewer does not', () => {
  for (const rate of [0.005, 0.01, 0.02, 0.05, 0.1]) {
    const fewest = fewestFor(rate);
    expect(upperErrorBound(0, fewest)).toBeLessThanOrEqual(rate);
    expect(upperErrorBound(0, fewest - 1)).toBeGreaterThan(rate);
  }
});

test('what passes begins at the lowest threshold whose bound keeps the rate', () => {
  const classes = classesOf([0.5, 100, 40], [0.8, 100, 3], [0.9, 200, 1], [0.99, 600, 2]);
  expect(findPassingThreshold(classes, 0.02)).toMatchObject({ threshold: 0.8, passed: 900, errors: 6 });
  expect(findPassingThreshold(classes, 0.1)?.threshold).toBe(0.5);
});

test('too few values, or too many wrong among the surest, let nothing pass', () => {
  expect(findPassingThreshold(classesOf([0.99, 148, 0]), 0.02)).toBeNull();
  expect(findPassingThreshold(classesOf([0.99, 149, 0]), 0.02)).toMatchObject({ threshold: 0.99, passed: 149, errors: 0 });
  expect(findPassingThreshold(classesOf([0.9, 2000, 0], [0.99, 600, 30]), 0.02)).toBeNull();
  expect(findPassingThreshold([], 0.02)).toBeNull();
});

test('the level holds: where the accepted rate is just exceeded, a threshold is found in at most one of twenty draws', () => {
  const next = mulberry32(7);
  const steps = [0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995];
  const rounds = 2000;
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    // every class is as bad as may not be let through
    const classes = classesOf(
      ...steps.map((from): [number, number, number] => {
        let wrong = 0;
        for (let value = 0; value < 80; value += 1) if (next() < 0.0501) wrong += 1;
        return [from, 80, wrong];
      }),
    );
    if (findPassingThreshold(classes, 0.05)) found += 1;
  }
  expect(found / rounds).toBeLessThan(0.065);
});

/** Random numbers from 0 to 1 by a seed, the same in every run (Tommy Ettinger's mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
