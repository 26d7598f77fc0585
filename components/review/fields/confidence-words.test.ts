import { expect, test } from 'vitest';
import type { Flag } from '#lib/contract/desk/review.ts';
import { confidenceWord, flagWords } from './confidence-words.ts';

const FLAG: Flag = { pointer: '/total', reason: 'low_confidence', message: 'Read with 62 % confidence.' };

test('a value is sure from 95 % on, likely below that and without a confidence, and to be checked where it is flagged', () => {
  expect([0.99, 0.95, 0.949, 0.86, null].map((confidence) => confidenceWord({ confidence }, []))).toEqual([
    'sure',
    'sure',
    'likely',
    'likely',
    'likely',
  ]);
  expect(confidenceWord({ confidence: 0.99 }, [FLAG])).toBe('check');
});

test('a flag beside a value tells no number of a confidence, and says all else as it is', () => {
  expect(flagWords(FLAG)).toBe('The engine is not sure of this value.');
  const missing: Flag = { ...FLAG, message: 'Probably there, but the confidence is too low.' };
  expect(flagWords(missing)).toBe(missing.message);
  const range: Flag = { pointer: '/total', reason: 'out_of_range', message: 'More than 100.' };
  expect(flagWords(range)).toBe('More than 100.');
});
