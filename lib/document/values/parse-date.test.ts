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

test('days of the week, little words and the Polish mark of the year belong to a date', () => {
  for (const text of [
    'miércoles, 3 de enero de 2024',
    'woensdag 3 januari 2024',
    'środa, 3 stycznia 2024',
    '3 stycznia 2024 r.',
    'dnia 3 stycznia 2024',
    'mercoledì 3 gennaio 2024',
    'quarta-feira, 3 de janeiro de 2024',
    'Mi., 3. Januar 2024',
    'le 3 janvier 2024',
  ])
    expect(parseDate(text), text).toBe('2024-01-03');
});

test('a span of days gives both ends, also when month and year stand behind the second one only', () => {
  const ends = (text: string) => findDates(text).map(({ iso, start, end }) => [iso, text.slice(start, end)]);
  expect(ends('1-31 March 2024')).toEqual([
    ['2024-03-01', '1'],
    ['2024-03-31', '31 March 2024'],
  ]);
  for (const text of ['1. bis 31. März 2024', '1.3. – 31.3.2024', 'du 1er au 31 mars 2024', 'March 1-31, 2024', '1 March to 31 March 2024'])
    expect(
      ends(text).map(([iso]) => iso),
      text,
    ).toEqual(['2024-03-01', '2024-03-31']);
  expect(parseDate('1-31 March 2024')).toBeNull();
  expect(ends('Room 12 - 4 May 2024').map(([iso]) => iso)).toEqual(['2024-05-04']);
});

test('a count or the number of a document beside a date is not the first day of a span', () => {
  for (const text of [
    'Qty 5 - 10 January 2024',
    'Qty: 5 – 10 January 2024',
    'Menge 5 - 10. Januar 2024',
    'Quantité 5 - 10 janvier 2024',
    'Invoice 5 - 10 January 2024',
    'Room 5 - 10 January 2024',
    'Nº 5 - 10 de enero de 2024',
    '€ 5 - 10 January 2024',
    '#5 - 10 January 2024',
  ])
    expect(
      findDates(text).map(({ iso }) => iso),
      text,
    ).toEqual(['2024-01-10']);
});

test('a span of days stays one behind words that count nothing, and where a day is written as one', () => {
  for (const text of [
    '5 - 10 January 2024',
    'Travel dates 5 - 10 January 2024',
    'Invoice 5–10 January 2024',
    'Rechnung 5. – 10. Januar 2024',
    'Period: 5 to 10 January 2024',
    'from 5 - 10 January 2024',
  ])
    expect(
      findDates(text).map(({ iso }) => iso),
      text,
    ).toEqual(['2024-01-05', '2024-01-10']);
});
