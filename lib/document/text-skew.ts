import type { Box } from '#lib/contract/box.ts';
import { centreOf, heightOf } from './box.ts';
import { groupSegments } from './text-segments.ts';

const FEWEST_SEGMENTS = 4;
const SHORTEST_IN_HEIGHTS = 3;
const LEAST_SLOPE = 0.0015;
const LARGEST_SLOPE = 0.1;

/**
 * How far lines of text fall (positive) or rise to the right, in points of y for a point of x: the slant of a scan. 0 when the text
 * is level or there is too little of it. Boxes are words in points of the upright page.
 */
export function findSkew(boxes: readonly Box[]): number {
  const slopes: { slope: number; weight: number }[] = [];
  for (const { items } of groupSegments(boxes)) {
    const [first, last] = [boxes[items[0]!]!, boxes[items.at(-1)!]!];
    const [x1, y1] = centreOf(first);
    const [x2, y2] = centreOf(last);
    const width = x2 - x1;
    if (items.length < 2 || width < SHORTEST_IN_HEIGHTS * Math.max(heightOf(first), heightOf(last))) continue;
    slopes.push({ slope: (y2 - y1) / width, weight: width * width });
  }
  if (slopes.length < FEWEST_SEGMENTS) return 0;
  slopes.sort((a, b) => a.slope - b.slope);
  const half = slopes.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  let median = 0;
  for (const { slope, weight } of slopes) {
    passed += weight;
    median = slope;
    if (passed >= half) break;
  }
  return Math.abs(median) < LEAST_SLOPE || Math.abs(median) > LARGEST_SLOPE ? 0 : median;
}

/** The box as it would stand if lines of that slope were level. */
export function levelBox(box: Box, slope: number): Box {
  const shift = slope * centreOf(box)[0];
  return [box[0], box[1] - shift, box[2], box[3] - shift];
}
