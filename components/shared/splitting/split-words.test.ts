import { expect, test } from 'vitest';
import { pageRange } from './split-words.ts';

test('pages are told in runs, in their order', () => {
  expect(pageRange([4])).toBe('page 4');
  expect(pageRange([3, 4])).toBe('pages 3–4');
  expect(pageRange([1, 2, 3])).toBe('pages 1–3');
  expect(pageRange([3, 1, 2, 7, 8, 9, 10])).toBe('pages 3, 1–2, 7–10');
});
