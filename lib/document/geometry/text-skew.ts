import type { Box } from '#lib/contract/service/box.ts';
import { centreOf, heightOf } from './box.ts';
import { groupSegments } from './text-segments.ts';

const FEWEST_SEGMENTS = 4;
const SHORTEST_IN_HEIGHTS = 3;
const LEAST_SLOPE = 0.0015;
const LARGEST_SLOPE = 0.1;
const FEWEST_BOXES = 8;
const MOST_BOXES = 300;
/** Words apart by so many heights tell a slope better than the letters in them blur it. */
const FAR_IN_HEIGHTS = 6;
/** Slopes of word pairs within this of each other are one. */
const BLUR = 0.008;
/** Below this, a slope from pairs of words is no better than none. */
const LEAST_SLOPE_OF_ROWS = 0.012;
/** The row slope must explain so many times the pairs that level rows do. */
const CLEARLY_MORE = 2;

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
  if (slopes.length < FEWEST_SEGMENTS) return skewOfRows(boxes);
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

/**
 * The slope of a page with too few lines of several words: labels and values in columns. Pairs of words that stand far apart vote for
 * the slope between them; those in one row agree, others scatter. Source: Hough's transform, for pairs of points.
 */
function skewOfRows(boxes: readonly Box[]): number {
  if (boxes.length < FEWEST_BOXES) return 0;
  const votes: number[] = [];
  const some = boxes.slice(0, MOST_BOXES);
  some.forEach((a, index) => {
    for (const b of some.slice(index + 1)) {
      const [[x1, y1], [x2, y2]] = [centreOf(a), centreOf(b)];
      const slope = (y2 - y1) / (x2 - x1);
      const far = Math.abs(x2 - x1) > FAR_IN_HEIGHTS * Math.max(heightOf(a), heightOf(b));
      if (far && Math.abs(slope) <= LARGEST_SLOPE) votes.push(slope);
    }
  });
  votes.sort((a, b) => a - b);
  const near = (slope: number) => votes.filter((vote) => Math.abs(vote - slope) <= BLUR);
  let best: number[] = [];
  let start = 0;
  votes.forEach((vote, end) => {
    while (vote - votes[start]! > 2 * BLUR) start++;
    if (end + 1 - start > best.length) best = votes.slice(start, end + 1);
  });
  const slope = best[best.length >> 1] ?? 0;
  return Math.abs(slope) < LEAST_SLOPE_OF_ROWS || best.length < FEWEST_BOXES || best.length < CLEARLY_MORE * near(0).length ? 0 : slope;
}

/** The box as it would stand if lines of that slope were level. */
export function levelBox(box: Box, slope: number): Box {
  const shift = slope * centreOf(box)[0];
  return [box[0], box[1] - shift, box[2], box[3] - shift];
}
