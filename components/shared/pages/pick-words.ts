import type { Box } from '#lib/contract/service/box.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { unionAll } from '#lib/document/geometry/box.ts';

/** A box drawn with less than this, as a share of the page, is a slip of the hand. */
const LEAST_SIDE = 0.004;

/** Index of the word at a point of the page. */
export function wordAt(page: Page, [x, y]: [number, number]): number | null {
  const index = page.words.findIndex(({ box: [left, top, right, bottom] }) => x >= left && x <= right && y >= top && y <= bottom);
  return index < 0 ? null : index;
}

/** Words of a page as the evidence of a value. */
export function evidenceOf(page: Page, indices: readonly number[]): Evidence {
  const words = indices.map((index) => page.words[index]!);
  return {
    page: page.number,
    box: unionAll(words.map((word) => word.box)),
    text: words.map((word) => word.text).join(' '),
    words: [...indices],
  };
}

/** All numbers between two, both included, in order. */
export function span(from: number, to: number): number[] {
  const [start, end] = from <= to ? [from, to] : [to, from];
  return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
}

/** True for a box too small to be meant. */
export function isSlip([left, top, right, bottom]: Box): boolean {
  return right - left < LEAST_SIDE || bottom - top < LEAST_SIDE;
}
