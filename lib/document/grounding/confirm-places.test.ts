import { expect, test } from 'vitest';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import { emptyPage } from '../geometry/empty-page.ts';
import { confirmPlaces } from './confirm-places.ts';

const page = emptyPage({ number: 1, width: 600, height: 800, source: 'text', display: 'image' });
for (const [at, text] of ['Kennz.', 'KX', '9102,', 'Hamburg'].entries())
  page.words.push({ text, box: [0.1 + at * 0.2, 0.1, 0.25 + at * 0.2, 0.12] });
const piece = (text: string, box: Evidence['box'], more: Partial<Evidence> = {}): Evidence => ({ page: 1, box, text, ...more });

test('a place where the same text stands has the words of these pages, whatever the other reading counted', () => {
  expect(confirmPlaces([piece('KX 9102,', [0.3, 0.1, 0.65, 0.12], { words: [41, 42] })], [page])).toEqual([
    piece('KX 9102,', [0.3, 0.1, 0.65, 0.12], { words: [1, 2] }),
  ]);
});

test('a part of a word has its place without words', () => {
  expect(confirmPlaces([piece('9102', [0.5, 0.1, 0.63, 0.12], { words: [42] })], [page])).toEqual([piece('9102', [0.5, 0.1, 0.63, 0.12])]);
});

test('a place where something else stands, or on a page that is not there, is none, and a part of the places is none', () => {
  const there = piece('Hamburg', [0.7, 0.1, 0.85, 0.12]);
  expect(confirmPlaces([there], [page])).toHaveLength(1);
  expect(confirmPlaces([piece('KX', there.box)], [page])).toEqual([]);
  expect(confirmPlaces([there, piece('KX', there.box)], [page])).toEqual([]);
  expect(confirmPlaces([{ ...there, page: 2 }], [page])).toEqual([]);
  expect(confirmPlaces([piece('', [0.9, 0.9, 1, 1])], [page])).toEqual([]);
  expect(confirmPlaces(Array<Evidence>(21).fill(there), [page])).toEqual([]);
});

test('what the file states without showing it stays as it is', () => {
  const stated = piece('KX 9102', null, { stated: '/Invoice/ID' });
  expect(confirmPlaces([stated], [page])).toEqual([stated]);
});
