import { expect, test } from 'vitest';
import { fitsPinnedColumns } from './fits-pinned-columns.ts';

test('a column of amounts of the usual width is kept in view on a phone', () => {
  expect(fitsPinnedColumns(36 + 120 + 28, 358)).toBe(true);
});

test('a column dragged so wide that little of the others would be seen is not kept in view', () => {
  expect(fitsPinnedColumns(36 + 200 + 28, 358)).toBe(false);
  expect(fitsPinnedColumns(36 + 900 + 28, 900)).toBe(false);
  expect(fitsPinnedColumns(36 + 900 + 28, 1800)).toBe(true);
});

test('it is kept until the width of the table is known', () => {
  expect(fitsPinnedColumns(184, 0)).toBe(true);
});
