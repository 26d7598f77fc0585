import { expect, test } from 'vitest';
import { rankItems } from './rank-items.ts';

const items = [
  { id: 'a', label: 'Reopen' },
  { id: 'b', label: 'Open the document' },
  { id: 'c', label: 'Öffnen', detail: 'Document' },
  { id: 'd', label: 'Documents' },
];
const ids = (query: string, recent: string[] = []) => rankItems(items, query, recent).map(({ id }) => id);

test('what begins with the query comes first, then words that do, then what holds it', () => {
  expect(ids('open')).toEqual(['b', 'a']);
  expect(ids('doc')).toEqual(['d', 'b', 'c']);
});

test('without a query what was used last comes first', () => {
  expect(ids('', ['d', 'c'])).toEqual(['d', 'c', 'a', 'b']);
});

test('accents and case do not matter, every word must be there', () => {
  expect(ids('OFF')).toEqual(['c']);
  expect(ids('open doc')).toEqual(['b']);
  expect(ids('open nothing')).toEqual([]);
});
