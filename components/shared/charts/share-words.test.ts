import { expect, test } from 'vitest';
import { intervalWords, shareWords } from './share-words.ts';

test.each([
  [0, 40, '0 %'],
  [1, 5000, '<0.1 %'],
  [1, 1000, '0.1 %'],
  [2, 100, '2.0 %'],
  [999, 10_000, '10 %'],
  [13, 100, '13 %'],
  [996, 1000, '>99 %'],
  [40, 40, '100 %'],
  [0, 0, '–'],
])('%d of %d is %s', (part, whole, words) => {
  expect(shareWords(part, whole)).toBe(words);
});

test.each([
  [0, 25, '0–13 %'],
  [0, 143, '0–2.6 %'],
  [3, 100, '1.0–8.5 %'],
  [5, 50, '4.3–21 %'],
  [40, 40, '91–100 %'],
  [2000, 2001, '>99 %'],
  [0, 0, ''],
])('%d of %d lie within %s, each bound as a share is written', (part, whole, words) => {
  expect(intervalWords(part, whole)).toBe(words);
});
