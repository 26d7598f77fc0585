import { expect, test } from 'vitest';
import { progressWords } from './progress-words.ts';

test('what is left is counted, and its time is told by the person’s pace', () => {
  expect(progressWords({ done: 11, waiting: 75 }, 7)?.words).toBe('75 left, about 9 min');
  expect(progressWords({ done: 0, waiting: 34 }, 44)?.words).toBe('34 left, about 25 min');
  expect(progressWords({ done: 0, waiting: 2 }, 10)?.words).toBe('2 left, about a minute');
  expect(progressWords({ done: 999, waiting: 501 }, 12)?.words).toBe('501 left, about 1.5 h');
});

test('it is said what was decided, and where the time comes from', () => {
  const meaning = progressWords({ done: 11, waiting: 75 }, 7)?.meaning;
  expect(meaning).toContain('You have decided 11 of this list.');
  expect(meaning).toContain('if each takes 7 s');
});

test('without a pace only the number is told, and for a single document nothing', () => {
  expect(progressWords({ done: 3, waiting: 4 }, null)).toEqual({
    words: '4 left',
    meaning: 'Documents that wait for a review, this one included. You have decided 3 of this list.',
  });
  expect(progressWords({ done: 0, waiting: 1 }, 10)).toBeNull();
  expect(progressWords({ done: 4, waiting: 1 }, 60)?.words).toBe('1 left, about a minute');
});
