import { expect, test } from 'vitest';
import { placePages } from './page-places.ts';

test('pages stand one under the other, and each is found at every height of its own', () => {
  const heights = [100, 250, 80, 300];
  const places = placePages(4, (page) => heights[page - 1]!, 14);
  expect([1, 2, 3, 4].map((page) => places.startOf(page))).toEqual([14, 114, 364, 444]);
  expect(places.total).toBe(744);
  for (const page of [1, 2, 3, 4]) {
    expect(places.pageAt(places.startOf(page))).toBe(page);
    expect(places.pageAt(places.startOf(page) + heights[page - 1]! - 1)).toBe(page);
  }
});

test('above the first and below the last page the nearest is found, also where there is none', () => {
  const places = placePages(3, () => 200, 14);
  expect([places.pageAt(-50), places.pageAt(0), places.pageAt(9000)]).toEqual([1, 1, 3]);
  expect([places.startOf(0), places.startOf(99)]).toEqual([14, 414]);
  const none = placePages(0, () => 200, 14);
  expect([none.total, none.pageAt(100), none.startOf(1)]).toEqual([14, 1, 14]);
});
