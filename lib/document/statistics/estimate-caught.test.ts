import { expect, test } from 'vitest';
import { estimateCaught, sumSecondChecks } from './estimate-caught.ts';

test('all errors count as caught until one was missed', () => {
  expect(estimateCaught({ errors: 0, caught: 0 })).toBe(1);
  expect(estimateCaught({ errors: 7, caught: 7 })).toBe(1);
});

test('the share is drawn towards all while few errors were seen, and is what was seen of many', () => {
  const shares = [1, 3, 10, 100, 1000].map((times) => estimateCaught({ errors: 2 * times, caught: times }));
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(shares[0]).toBe(0.75);
  expect(shares.at(-1)).toBeCloseTo(0.5, 2);
});

test('what several checks found is added up', () => {
  expect(sumSecondChecks([])).toEqual({ errors: 0, caught: 0 });
  expect(
    sumSecondChecks([
      { errors: 3, caught: 1 },
      { errors: 2, caught: 2 },
    ]),
  ).toEqual({ errors: 5, caught: 3 });
});
