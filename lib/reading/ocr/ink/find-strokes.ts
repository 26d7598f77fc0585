import type { InkMap } from './ink-map.ts';

/** A drawn line in pixels: a thin level or upright rectangle through the middle of it. */
export type Stroke = { left: number; top: number; right: number; bottom: number };

/** Shortest strokes that are taken for rulings, in heights of the page's lines. */
const [SHORTEST_ACROSS, SHORTEST_DOWN] = [3, 2];
const PIECE = 0.4;
const THICKNESS = 0.22;
const THIN_SHARE = 0.7;
const SAMPLE_STEP = 6;
/** Pieces of one stroke lie no further apart than this many pixels along it and across it. */
const [GAP_ALONG, GAP_ACROSS] = [8, 2];
const STEEPEST = 0.06;
/** Strokes are given this thick, whatever slant they have. */
const HALF_THICKNESS = 1;
/** Deviation from a straight line, as a share of the largest thickness. */
const STRAIGHT = 0.5;

/**
 * Finds drawn horizontal and vertical lines, also such that run a little askew or are broken.
 * @param lineHeight usual height of the page's text lines, pixels
 */
export function findStrokes(map: InkMap, lineHeight: number): Stroke[] {
  if (lineHeight <= 0) return [];
  const across = strokesAcross(map, lineHeight, SHORTEST_ACROSS * lineHeight);
  const down = strokesAcross(transpose(map), lineHeight, SHORTEST_DOWN * lineHeight);
  return [...across, ...down.map(({ left, top, right, bottom }) => ({ left: top, top: left, right: bottom, bottom: right }))];
}

type Lines = Pick<InkMap, 'ink' | 'width' | 'height'>;
/**
 * A stroke that may go on: `front` is the latest piece of it, in row `lastRow`. `sums` are those of the line through it: weight,
 * x, y, xx, xy, yy.
 */
type Open = Stroke & { lastRow: number; front: [number, number]; sums: number[] };

function strokesAcross(lines: Lines, lineHeight: number, shortest: number): Stroke[] {
  const thickest = Math.max(4, Math.round(lineHeight * THICKNESS));
  const done: Open[] = [];
  let open: Open[] = [];
  for (let y = 0; y < lines.height; y++) {
    done.push(...open.filter((stroke) => stroke.lastRow < y - GAP_ACROSS));
    open = open.filter((stroke) => stroke.lastRow >= y - GAP_ACROSS);
    for (const [left, right] of longRuns(lines, y, Math.max(6, lineHeight * PIECE))) {
      if (!isThin(lines, y, left, right, thickest)) continue;
      const joined = open.filter(({ front }) => left <= front[1] + GAP_ALONG && right >= front[0] - GAP_ALONG);
      const merged = joined.reduce(unite, {
        left,
        right,
        top: y,
        bottom: y + 1,
        lastRow: y,
        front: [left, right],
        sums: sumsOf(left, right, y),
      });
      open = [...open.filter((stroke) => !joined.includes(stroke)), { ...merged, lastRow: y, front: frontOf(joined, left, right, y) }];
    }
  }
  return [...done, ...open]
    .filter(({ left, top, right, bottom }) => right - left >= shortest && bottom - top <= thickest + (right - left) * STEEPEST)
    .filter((stroke) => deviation(stroke.sums) <= thickest * STRAIGHT)
    .map(({ left, top, right, bottom }) => {
      const middle = (top + bottom) / 2;
      return { left, top: middle - HALF_THICKNESS, right, bottom: middle + HALF_THICKNESS };
    });
}

/** Pieces of one row that belong together have one front. */
function frontOf(joined: Open[], left: number, right: number, y: number): [number, number] {
  const beside = joined.filter((stroke) => stroke.lastRow === y);
  return [Math.min(left, ...beside.map(({ front }) => front[0])), Math.max(right, ...beside.map(({ front }) => front[1]))];
}

function unite(a: Open, b: Open): Open {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
    lastRow: a.lastRow,
    front: a.front,
    sums: a.sums.map((sum, index) => sum + b.sums[index]!),
  };
}

function sumsOf(left: number, right: number, y: number): number[] {
  const [weight, x] = [right - left, (left + right) / 2];
  return [weight, weight * x, weight * y, weight * x * x, weight * x * y, weight * y * y];
}

/** How far, in pixels, the stroke's ink lies on average from the straight line that fits it best. */
function deviation([weight, x, y, xx, xy, yy]: number[]): number {
  const [meanX, meanY] = [x! / weight!, y! / weight!];
  const [varianceX, covariance, varianceY] = [xx! / weight! - meanX ** 2, xy! / weight! - meanX * meanY, yy! / weight! - meanY ** 2];
  return Math.sqrt(Math.max(0, varianceY - (varianceX > 0 ? covariance ** 2 / varianceX : 0)));
}

function longRuns({ ink, width }: Lines, y: number, shortest: number): [number, number][] {
  const runs: [number, number][] = [];
  let left = -1;
  for (let x = 0; x <= width; x++) {
    if (x < width && ink[y * width + x] === 1) {
      if (left < 0) left = x;
    } else if (left >= 0) {
      if (x - left >= shortest) runs.push([left, x]);
      left = -1;
    }
  }
  return runs;
}

/** True when there is background close above and below most of the run: it is a line and no filled area. */
function isThin({ ink, width, height }: Lines, y: number, left: number, right: number, thickest: number): boolean {
  let [thin, asked] = [0, 0];
  for (let x = left; x < right; x += SAMPLE_STEP) {
    let thickness = 1;
    for (let above = y - 1; above >= 0 && ink[above * width + x] === 1 && thickness <= thickest; above--) thickness++;
    for (let below = y + 1; below < height && ink[below * width + x] === 1 && thickness <= thickest; below++) thickness++;
    asked++;
    if (thickness <= thickest) thin++;
  }
  return thin >= asked * THIN_SHARE;
}

function transpose({ ink, width, height }: Lines): Lines {
  const turned = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) turned[x * height + y] = ink[y * width + x]!;
  return { ink: turned, width: height, height: width };
}
