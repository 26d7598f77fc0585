import { expect, test } from 'vitest';
import { progressWords } from './progress-words.ts';

test('progress counts what is done and what waits, and tells the time by the person’s pace', () => {
  expect(progressWords({ done: 11, waiting: 75 }, 7)).toBe('12 of 86, about 9 min');
  expect(progressWords({ done: 0, waiting: 2 }, 10)).toBe('1 of 2, about a minute');
  expect(progressWords({ done: 999, waiting: 501 }, 12)).toBe('1,000 of 1,500, about 1.5 h');
});

test('without a pace only the place is told, and for a single document nothing', () => {
  expect(progressWords({ done: 3, waiting: 4 }, null)).toBe('4 of 7');
  expect(progressWords({ done: 0, waiting: 1 }, 10)).toBeNull();
  expect(progressWords({ done: 4, waiting: 1 }, 60)).toBe('5 of 5, about a minute');
});
