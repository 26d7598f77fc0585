import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { countLines } from './count-lines.ts';

/** How large a crop is; CSS pixels. */
export type CropSize = {
  /** Height of a line of text. */
  line: number;
  width: readonly [least: number, most: number];
  height: readonly [least: number, most: number];
  /** Pixels of the page at most for its width: no larger picture is asked for. */
  page: number;
  /** What is too long is not made smaller than this: its beginning is shown. Undefined shows the whole of it. */
  leastLine?: number;
};

/** Above a value that a person has to look at. */
export const LARGE_CROP: CropSize = { line: 17, width: [0, 340], height: [26, 64], page: 1200 };
/** In the line of a value. */
export const LINE_CROP: CropSize = { line: 14, width: [0, 176], height: [24, 24], page: 1200, leastLine: 12 };
/** The place in focus with what stands around it. */
export const LOUPE: CropSize = { line: 28, width: [440, 440], height: [76, 76], page: 1600 };

const PADDING = 8;

export type CropFrame = {
  /** Of the crop as it is seen. */
  width: number;
  height: number;
  /** Of the crop before it is turned. */
  ownWidth: number;
  ownHeight: number;
  /** Width and height of the whole page, and the corner of the crop on it. */
  pageWidth: number;
  pageHeight: number;
  x: number;
  y: number;
  turn: Page['text_rotation'];
  /** It shows only the beginning of what is too long. */
  isTooLong: boolean;
};

/** The piece of a page around a box as it is cut out, in CSS pixels. `characters` of its text tell how many lines it has. */
export function cropFrame(box: Box, characters: number, page: Pick<Page, 'width' | 'height' | 'text_rotation'>, size: CropSize): CropFrame {
  const [left, top, right, bottom] = box;
  const aspect = page.height / page.width;
  const turn = page.text_rotation;
  const isSideways = turn === 90 || turn === 270;
  // Both in page widths.
  const across = Math.max(right - left, 0.004);
  const down = Math.max(bottom - top, 0.004) * aspect;
  const [length, thickness] = isSideways ? [down, across] : [across, down];
  const lines = countLines(characters, length, thickness);
  const fitting = (size.width[1] - 2 * PADDING) / Math.max(length, 0.02);
  const isCut = size.leastLine !== undefined && turn === 0;
  const wanted = isCut
    ? Math.max(Math.min(size.line, (fitting * thickness) / lines), size.leastLine!) * lines
    : size.line * Math.min(lines, 2);
  const pageWidth = Math.min(wanted / thickness, isCut ? Number.POSITIVE_INFINITY : fitting, size.page);
  const between = ([least, most]: readonly [number, number], value: number) => Math.min(most, Math.max(least, value));
  const width = between(size.width, length * pageWidth + 2 * PADDING);
  const height = between(size.height, thickness * pageWidth + 8);
  const [ownWidth, ownHeight] = isSideways ? [height, width] : [width, height];
  const isTooLong = isCut && across * pageWidth + 2 * PADDING > ownWidth;
  const shownDown = isCut ? down / lines : down;
  return {
    width,
    height,
    ownWidth,
    ownHeight,
    pageWidth,
    pageHeight: pageWidth * aspect,
    x: left * pageWidth - (isTooLong ? PADDING : (ownWidth - across * pageWidth) / 2),
    y: top * aspect * pageWidth - (ownHeight - shownDown * pageWidth) / 2,
    turn,
    isTooLong,
  };
}
