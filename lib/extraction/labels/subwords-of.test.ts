import { expect, it } from 'vitest';
import { subwordsOf } from './subwords-of.ts';

const ROWS = 45_056;

it('gives the same rows for the same word, all within the table', () => {
  const rows = subwordsOf('rechnungsnummer', ROWS);
  expect(subwordsOf('rechnungsnummer', ROWS)).toEqual(rows);
  expect(rows.every((row) => Number.isInteger(row) && row >= 0 && row < ROWS)).toBe(true);
});

it('shares rows between words of one stem, and none between words without a common sequence', () => {
  const shared = (a: string, b: string) => subwordsOf(a, ROWS).filter((row) => subwordsOf(b, ROWS).includes(row)).length;
  expect(shared('invoice', 'invoices')).toBeGreaterThan(8);
  expect(shared('date', 'sum')).toBe(0);
});

it('gives a word of one letter one row at least', () => {
  expect(subwordsOf('a', ROWS).length).toBeGreaterThan(0);
});
