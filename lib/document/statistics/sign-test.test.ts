import { expect, test } from 'vitest';
import { signTest } from './sign-test.ts';

test('the probability is the sum of the tail of the binomial distribution', () => {
  // by hand: (1 + 10 + 45) / 2^10, and 1 / 2^7
  expect(signTest(8, 2)).toBeCloseTo(56 / 1024, 12);
  expect(signTest(7, 0)).toBeCloseTo(1 / 128, 12);
  // binom.test(9, 10, alternative = "greater") of R says 0.01074
  expect(signTest(9, 1)).toBeCloseTo(0.0107421875, 12);
  expect(signTest(1, 9)).toBeCloseTo(1 - 1 / 1024, 12);
});

test('without losses it is certain, and of many changes nothing is lost to rounding', () => {
  expect([signTest(0, 0), signTest(0, 12)]).toEqual([1, 1]);
  expect(signTest(3000, 0)).toBeCloseTo(0, 12);
  // half of an odd number of changes or more
  expect(signTest(1001, 1000)).toBeCloseTo(0.5, 6);
});
