import { expect, test } from 'vitest';
import { scheduleWords } from './schedule-words.ts';

test.each([
  [1, 'every hour'],
  [6, 'every 6 hours'],
  [24, 'every day'],
  [36, 'every 36 hours'],
  [168, 'every 7 days'],
])('%s hours are told as "%s"', (hours, words) => {
  expect(scheduleWords(hours)).toBe(words);
});
