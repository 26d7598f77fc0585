import { expect, test } from 'vitest';
import { isSameEntry } from './is-same-entry.ts';

test.each([
  ['12 34 56', '123456'],
  ['Larch\nStreet 4', 'Larch Street 4'],
  [120.5, 120.5],
  [null, ''],
  [null, []],
  [
    ['Oak board', 'Wood glue'],
    ['Oakboard', 'Wood  glue'],
  ],
])('%j is the same as %j', (entered, approved) => {
  expect(isSameEntry(entered, approved)).toBe(true);
});

test.each([
  ['larch', 'Larch'],
  ['A-12', 'A12'],
  [120.5, 120.51],
  [null, 0],
  [null, false],
  ['Larch', null],
  ['1', 1],
  [['Oak', 'Glue'], ['OakGlue']],
])('%j is not the same as %j', (entered, approved) => {
  expect(isSameEntry(entered, approved)).toBe(false);
});
