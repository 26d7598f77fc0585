import { expect, it } from 'vitest';
import { withoutTitle } from './without-title.ts';

it.each([
  ['Dr. Jane Roe, MD', 'Jane Roe'],
  ['Herr Prof. Dr. med. Karl Weiß', 'Karl Weiß'],
  ['Mme Élodie Marchand', 'Élodie Marchand'],
  ['Ruth Amsel, MD, FNP-C', 'Ruth Amsel'],
])('leaves out the titles before a name and the degrees behind it: %s', (printed, name) => {
  expect(withoutTitle(printed)).toBe(name);
});

it.each(['Roe, Jane', 'ROE, JANE', 'Drew Barber', 'Mary Prof', 'M. Roe'])('keeps what belongs to the name: %s', (name) => {
  expect(withoutTitle(name)).toBe(name);
});
