import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { withCodesAlike } from './codes-alike.ts';

const seals = fieldSchema.parse({ name: 'seal_numbers', type: 'list', description: 'All seal numbers' });
const NOTHING: ExtractedValue = { value: null, text: null, confidence: 0.2, evidence: [], candidates: [] };

const PAGE: Print[] = [
  { text: 'Crate', x: 40, y: 60 },
  { text: 'Marks', x: 240, y: 60 },
  { text: '3 boxes', x: 40, y: 80 },
  { text: 'QF-40418', x: 240, y: 80 },
  { text: 'red tape', x: 240, y: 95 },
  { text: '5 boxes', x: 40, y: 120 },
  { text: 'QF-40977', x: 240, y: 120 },
  { text: 'ZL-55120', x: 400, y: 120 },
  { text: 'Order QF-11111', x: 40, y: 200 },
];

const read = (prints: Print[], answer: ExtractedValue) =>
  withCodesAlike(createExtractionContext(buildReading([prints]), [seals]), 0, answer);

test('a list of codes is completed by those of the same form in the same column, and by no others', () => {
  const answer = { ...NOTHING, value: ['QF-40418'], text: 'QF-40418', confidence: 0.3 };
  expect(read(PAGE, answer).value).toEqual(['QF-40418', 'QF-40977']);
  expect(read(PAGE, answer).evidence).toHaveLength(2);
});

test('where no code was found, those under a heading that names the field in a part are', () => {
  const named = PAGE.map((print) => (print.text === 'Marks' ? { ...print, text: '4 Marks / 5 Seal number' } : print));
  expect(read(named, NOTHING).value).toEqual(['QF-40418', 'QF-40977']);
  expect(read(PAGE, NOTHING).value).toBe(null);
});

test('words and short numbers have no form that tells anything', () => {
  const answer = { ...NOTHING, value: ['3 boxes'], text: '3 boxes', confidence: 0.3 };
  expect(read(PAGE, answer)).toBe(answer);
});
