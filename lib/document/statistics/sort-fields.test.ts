import { expect, test } from 'vitest';
import { type FieldSort, secondsSpent, sortFields } from './sort-fields.ts';

const NONE = { values: 0, right: 0, corrected: 0, missed: 0, invented: 0, absent: 0, flagged: 0, needless: 0, unflagged: 0 };
const field = (name: string, counts: Partial<typeof NONE>, seconds: number | null = null, timed = 0) => ({
  ...{ name, seconds, timed, keys: null, confidence: [] },
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

test('fields are sorted by keys and by how well confidence does, and those of which that is not known stand last in either order', () => {
  const classes = (right: number) => [
    { from: 0.5, to: 0.6, values: 20, right: 20 - right },
    { from: 0.9, to: 0.92, values: 80, right: 70 },
  ];
  const [once, often, never] = FIELDS;
  const known = [
    { ...once!, keys: 3 },
    { ...often!, keys: 9, confidence: classes(12) },
    { ...never!, confidence: classes(2) },
  ];
  const names = (by: FieldSort, order: 'asc' | 'desc') => sortFields(known, { by, order }).map(({ name }) => name);
  expect(names('keys', 'desc')).toEqual(['often', 'once', 'never']);
  expect(names('auroc', 'asc')).toEqual(['never', 'often', 'once']);
  expect(names('auroc', 'desc')).toEqual(['often', 'never', 'once']);
});
