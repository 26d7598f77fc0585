import { expect, test } from 'vitest';
import { secondsSpent, sortFields } from './sort-fields.ts';

const NONE = { values: 0, right: 0, corrected: 0, missed: 0, invented: 0, absent: 0, flagged: 0, needless: 0, unflagged: 0 };
const field = (name: string, counts: Partial<typeof NONE>, seconds: number | null = null, timed = 0) => ({
  ...{ name, seconds, timed },
  counts: { ...NONE, ...counts },
});
const FIELDS = [
  field('once', { values: 1, missed: 1, flagged: 1 }, 20, 1),
  field('often', { values: 100, right: 60, corrected: 10, missed: 30, flagged: 8 }, 5, 100),
  field('never', { values: 100, right: 100, flagged: 9 }),
];
const namesBy = (...[by, order = 'desc']: [Parameters<typeof sortFields>[1]['by'], ('asc' | 'desc')?]) =>
  sortFields(FIELDS, { by, order }).map(({ name }) => name);

test('a field of which 40 of 100 values are changed stands before one of which 1 of 1 is', () => {
  expect(namesBy('changed')).toEqual(['often', 'once', 'never']);
});

test('fields are sorted by time over all documents, by time in one, by corrections and by flags', () => {
  expect(FIELDS.map(secondsSpent)).toEqual([20, 500, 0]);
  expect(namesBy('minutes')).toEqual(['often', 'once', 'never']);
  expect(namesBy('seconds')).toEqual(['once', 'often', 'never']);
  expect(namesBy('corrected')[0]).toBe('often');
  expect(namesBy('flags')).toEqual(['never', 'often', 'once']);
});

test('the other way round, equal fields still stand with the most changed first', () => {
  expect(namesBy('corrected', 'asc')).toEqual(['once', 'never', 'often']);
});
