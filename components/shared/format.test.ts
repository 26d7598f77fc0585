import { expect, test } from 'vitest';
import { countOf, formatConfidence, formatDay, formatDayAndTime, formatMoment } from './format.ts';

test('only certainty is called 100 %', () => {
  expect([0, 0.29, 0.626, 0.9999, 1].map(formatConfidence)).toEqual(['0 %', '29 %', '62 %', '99 %', '100 %']);
});

test('a moment of today is told by its time alone, another year’s by its date', () => {
  const now = new Date('2026-11-21T12:00:00');
  expect(formatMoment(new Date('2026-11-21T09:05:00').toISOString(), now)).toMatch(/^0?9:05/);
  expect(formatMoment(new Date('2024-03-02T09:05:00').toISOString(), now)).toContain('2024');
});

test('a day has its month in letters, with the time or without', () => {
  const at = new Date('2026-11-30T16:39:20').toISOString();
  expect(formatDay(at)).toMatch(/Nov/);
  expect(formatDayAndTime(at)).toMatch(/Nov.*:39(?!:)/);
});

test('one thing is not many', () => {
  expect([countOf(1, 'document'), countOf(1204, 'document'), countOf(2, 'entry', 'entries')]).toEqual([
    '1 document',
    '1,204 documents',
    '2 entries',
  ]);
});
