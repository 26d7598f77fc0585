import type { RgbImage } from './rgb-image.ts';

/** Which pixels are ink (1) or background (0), and their sums over the rectangle from the origin, one row and column larger. */
export type InkMap = { ink: Uint8Array; sums: Uint32Array; width: number; height: number };

/** Ink is darker than its surroundings by at least this share of white. */
const CONTRAST = 0.12;

/**
 * Tells ink from background by comparing every pixel with the mean of a square of `window` pixels around it, so that shadows and
 * grey fields do not matter. Source: Bradley and Roth, Adaptive Thresholding Using the Integral Image (2007).
 */
export function inkMap({ pixels, width, height }: RgbImage, window: number): InkMap {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) grey[at] = (pixels[at * 3]! * 77 + pixels[at * 3 + 1]! * 150 + pixels[at * 3 + 2]! * 29) >> 8;
  const light = integral(grey, width, height);
  const ink = new Uint8Array(width * height);
  const reach = Math.max(2, window >> 1);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const mean = sumIn(light, width, left, top, right, bottom) / ((right - left) * (bottom - top));
      if (grey[y * width + x]! < mean - 255 * CONTRAST) ink[y * width + x] = 1;
    }
  }
  return { ink, sums: integral(ink, width, height), width, height };
}

/** Number of ink pixels in a rectangle, `right` and `bottom` exclusive; what lies outside of the image counts as background. */
export function inkIn({ sums, width, height }: InkMap, left: number, top: number, right: number, bottom: number): number {
  const [x0, y0, x1, y1] = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)];
  return x0 < x1 && y0 < y1 ? sumIn(sums, width, x0, y0, x1, y1) : 0;
}

function integral(values: Uint8Array, width: number, height: number): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

function sumIn(sums: Uint32Array, width: number, left: number, top: number, right: number, bottom: number): number {
  const stride = width + 1;
  return sums[bottom * stride + right]! - sums[top * stride + right]! - sums[bottom * stride + left]! + sums[top * stride + left]!;
}
