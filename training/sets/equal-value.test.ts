import { expect, it } from 'vitest';
import { equalValue, textLikeness } from './equal-value.ts';

it('compares texts by letters and digits, amounts to half a cent, numbers exactly, dates by day', () => {
  expect(equalValue('string', 'RE-2031/42', 're 2031 42')).toBe(true);
  expect(equalValue('money', 12.5, 12.504)).toBe(true);
  expect(equalValue('money', 12.5, 12.51)).toBe(false);
  expect(equalValue('number', 3, 3.001)).toBe(false);
  expect(equalValue('date', '2031-04-09T00:00:00Z', '2031-04-09')).toBe(true);
});

it('takes nothing and empty texts for no value', () => {
  expect(equalValue('string', null, 'a')).toBe(false);
  expect(equalValue('string', '-', '–')).toBe(false);
  expect(equalValue('money', 1, null)).toBe(false);
});

it('gives likeness by edit distance over the longer text, and none where lengths are far apart', () => {
  expect(textLikeness('Invoice', 'invoice')).toBe(1);
  expect(textLikeness('abcdefghij', 'abcdefghix')).toBeCloseTo(0.9, 9);
  expect(textLikeness('abc', 'abcdefghij')).toBe(0);
});
