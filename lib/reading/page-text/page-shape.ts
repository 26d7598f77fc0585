import type { Box } from '#lib/contract/service/box.ts';
import { turnBox } from '#lib/document/geometry/box.ts';

/** What is needed to go from boxes of the displayed page to points of the upright page and back. */
export type PageShape = {
  /** Points, as displayed. */
  width: number;
  height: number;
  /** Degrees clockwise that make the text upright. */
  turn: 0 | 90 | 180 | 270;
};

/** The box in points of the page turned upright. */
export function toPoints(box: Box, { width, height, turn }: PageShape): Box {
  const [left, top, right, bottom] = turnBox(box, turn);
  const [x, y] = turn % 180 === 0 ? [width, height] : [height, width];
  return [left * x, top * y, right * x, bottom * y];
}

/** A box in points of the upright page back to fractions of the displayed page: the way back from `toPoints`. */
export function fromPoints(box: Box, { width, height, turn }: PageShape): Box {
  const [x, y] = turn % 180 === 0 ? [width, height] : [height, width];
  return turnBox([box[0] / x, box[1] / y, box[2] / x, box[3] / y], ((360 - turn) % 360) as PageShape['turn']);
}
