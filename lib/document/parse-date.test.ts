import { expect, test } from 'vitest';
import { findDates, parseDate } from './parse-date.ts';

test('a month and its year is no date: no day is made up from the digits of the year', () => {
  for (const text of ['April 2024', 'as of December 2023', 'January 2025 to March 2025', 'Mai 2024', 'août 1999', 'Dec. 2024'])
    expect(findDates(text), text).toEqual([]);
});

test('a day whose year stands close behind it is still a date', () => {
  expect(parseDate('May 05 2018')).toBe('2018-05-05');
  expect(parseDate('May 052018')).toBe('2018-05-05');
  expect(parseDate('May 5, 2018')).toBe('2018-05-05');
  expect(parseDate("Dec 31st '19")).toBe('2019-12-31');
  expect(parseDate('Apr 20 24')).toBe('2024-04-20');
});
