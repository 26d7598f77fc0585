import { expect, test } from 'vitest';
import { nameOfLabel } from './name-of-label.ts';

test('names are made of labels: without accents and signs, and different from the others', () => {
  expect(nameOfLabel('Invoice no.', new Set())).toBe('invoice_no');
  expect(nameOfLabel('Größe (m²)', new Set())).toBe('grosse_m2');
  expect(nameOfLabel('2nd page', new Set())).toBe('_2nd_page');
  expect(nameOfLabel('Total', new Set(['total', 'total_2']))).toBe('total_3');
  expect(nameOfLabel('日付', new Set())).toBe('');
});
