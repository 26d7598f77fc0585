import { expect, test } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import { cropFrame, LARGE_CROP, LINE_CROP, LOUPE } from './crop-frame.ts';

const PAGE = { width: 600, height: 800, text_rotation: 0 as const };
const NUMBER: Box = [0.5, 0.1, 0.6, 0.1 + 0.009];
const ADDRESS: Box = [0.1, 0.2, 0.5, 0.2 + 3 * 0.012];

test('a short value is shown whole in the middle of its crop, in a line as high as the others', () => {
  const { width, height, pageWidth, x, y } = cropFrame(NUMBER, 9, PAGE, LINE_CROP);
  expect(height).toBe(24);
  expect(width).toBeCloseTo(0.1 * pageWidth + 16);
  expect(x + width / 2).toBeCloseTo(0.55 * pageWidth);
  expect(y + height / 2).toBeCloseTo(0.1045 * pageWidth * (800 / 600));
});

test('of a value that is too long for its line the beginning is shown, large enough to be read', () => {
  const { width, pageWidth, x } = cropFrame(ADDRESS, 150, PAGE, LINE_CROP);
  const line = (0.012 * 800 * pageWidth) / 600;
  expect(line).toBeGreaterThanOrEqual(11.9);
  expect(width).toBe(176);
  expect(x + 8).toBeCloseTo(0.1 * pageWidth);
});

test('a crop above a value shows the whole of it', () => {
  const { width, pageWidth, x } = cropFrame(ADDRESS, 100, PAGE, LARGE_CROP);
  expect(x).toBeLessThanOrEqual(0.1 * pageWidth);
  expect(x + width).toBeGreaterThanOrEqual(0.5 * pageWidth);
});

test('the loupe is of one size for every place, with the place in its middle', () => {
  for (const box of [NUMBER, ADDRESS]) {
    const { width, height, pageWidth, x } = cropFrame(box, 20, PAGE, LOUPE);
    expect([width, height]).toEqual([440, 76]);
    expect(x + width / 2).toBeCloseTo(((box[0] + box[2]) / 2) * pageWidth);
    expect(pageWidth).toBeLessThanOrEqual(1600);
  }
});
