import { expect, test } from 'vitest';
import { partEntries } from './part-entries.ts';

test('parts what stands between semicolons, whatever a list is of', () => {
  expect(partEntries(['Oakmere Ltd; Fennick & Rook LLP', 'Third'], false)).toEqual(['Oakmere Ltd', 'Fennick & Rook LLP', 'Third']);
  expect(partEntries(['size 4;5', 'alone; '], false)).toEqual(['size 4;5', 'alone']);
});

test('parts full names of persons at commas and words for and, where persons are asked for', () => {
  expect(partEntries(['Ada Finch, Bruno Marsh and Cleo Thorn'], true)).toEqual(['Ada Finch', 'Bruno Marsh', 'Cleo Thorn']);
  expect(partEntries(['Ada Finch und Bruno Marsh'], true)).toEqual(['Ada Finch', 'Bruno Marsh']);
});

test('leaves a surname before its given name, names of firms, and names that are not asked for together', () => {
  expect(partEntries(['Finch, Ada', 'Oakmere and Rook Ltd'], true)).toEqual(['Finch, Ada', 'Oakmere and Rook Ltd']);
  expect(partEntries(['Ada Finch, Bruno Marsh'], false)).toEqual(['Ada Finch, Bruno Marsh']);
});
