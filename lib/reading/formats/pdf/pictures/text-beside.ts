import type { Box } from '#lib/contract/service/box.ts';
import type { Raster } from '../../../model/adapter.ts';

/** Neighbouring pixels that differ so much are the edge of a letter. */
const EDGE = 45;
const BRIGHT = 165;
/** A pixel is blank when all its channels are at least this. */
const BLANK = 200;
/** Share of the page by which the words' boxes are widened: letters reach a little out of them. */
const MARGIN = 0.005;

/** Counts of pixels. `edges`, `bright`: in the area. `uncovered`, `ink`: edges and what is not blank, outside of all words. */
export type TextMeasure = { pixels: number; edges: number; bright: number; uncovered: number; ink: number };

/**
 * Measures how much text an area of a drawn page holds, and how much of it no word covers. Text has many small contrasts,
 * photographs and drawings few.
 * @param area page fractions
 * @param words boxes of the words that are known, page fractions
 */
export function measureText({ pixels: rgba, width, height }: Raster, area: Box, words: readonly Box[]): TextMeasure {
  const covered = coverOf(width, height, words);
  const found: TextMeasure = { pixels: 0, edges: 0, bright: 0, uncovered: 0, ink: 0 };
  const [left, right] = [Math.max(0, Math.floor(area[0] * width)), Math.min(width, Math.ceil(area[2] * width))];
  const [top, bottom] = [Math.max(0, Math.floor(area[1] * height)), Math.min(height, Math.ceil(area[3] * height))];
  for (let y = top; y < bottom; y++) {
    let before = -1;
    for (let x = left; x < right; x++) {
      const at = y * width + x;
      const [red, green, blue] = [rgba[at * 4]!, rgba[at * 4 + 1]!, rgba[at * 4 + 2]!];
      const grey = (red * 77 + green * 150 + blue * 29) >> 8;
      const isEdge = before >= 0 && Math.abs(grey - before) > EDGE;
      before = grey;
      found.pixels++;
      if (isEdge) found.edges++;
      if (grey > BRIGHT) found.bright++;
      if (covered[at]) continue;
      if (isEdge) found.uncovered++;
      if (red < BLANK || green < BLANK || blue < BLANK) found.ink++;
    }
  }
  return found;
}

/** One byte a pixel, 1 where a word is. */
function coverOf(width: number, height: number, words: readonly Box[]): Uint8Array {
  const covered = new Uint8Array(width * height);
  for (const [left, top, right, bottom] of words) {
    const [from, to] = [Math.max(0, Math.floor((left - MARGIN) * width)), Math.min(width, Math.ceil((right + MARGIN) * width))];
    const last = Math.min(height, Math.ceil((bottom + MARGIN) * height));
    for (let y = Math.max(0, Math.floor((top - MARGIN) * height)); y < last; y++) covered.fill(1, y * width + from, y * width + to);
  }
  return covered;
}
