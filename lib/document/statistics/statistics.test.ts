import { expect, test } from 'vitest';
import { areaUnderRoc } from './area-under-roc.ts';
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
