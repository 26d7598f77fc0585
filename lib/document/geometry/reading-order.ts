import type { Box } from '#lib/contract/service/box.ts';
import { heightOf, overlap, unionAll, verticalOverlap, widthOf } from './box.ts';
import type { Segment } from './text-segments.ts';

/** Segments that read as one visual line, left to right. */
export type VisualLine = { segments: Segment[]; box: Box };
/** Lines that belong to one column stretch, top to bottom. */
export type Stretch = VisualLine[];

const NARROWEST_GUTTER = 0.9;
const FEWEST_LINES_IN_COLUMN = 3;
const LARGEST_CROSSING_SHARE = 0.34;
const DEEPEST = 12;
const MOST_STRIPS = 10;

/**
 * Puts segments of a page into reading order. A gutter, a strip of white that few segments cross, parts columns; segments that
 * cross it (titles, footers) part the page into bands, and each band is read column by column. Sides whose baselines agree and
 * whose texts are short are rows of a form or table and stay together.
 * All boxes are in units where x and y have the same scale; the text is upright.
 */
export function orderSegments(segments: readonly Segment[], lineHeight: number, depth = 0): Stretch[] {
  if (segments.length === 0) return [];
  const gutter = depth < DEEPEST && segments.length >= 2 * FEWEST_LINES_IN_COLUMN ? findGutter(segments, lineHeight) : null;
  if (gutter === null) return [toLines(segments)];
  const crossing = segments.filter(({ box }) => box[0] < gutter && box[2] > gutter).sort((a, b) => a.box[1] - b.box[1]);
  const stretches: Stretch[] = [];
  const rest = new Set(segments.filter((segment) => !crossing.includes(segment)));
  let bridge: Segment[] = [];
  const flushBand = (bottom: number) => {
    const band = [...rest].filter(({ box }) => (box[1] + box[3]) / 2 < bottom);
    for (const segment of band) rest.delete(segment);
    if (band.length === 0) return;
    if (bridge.length > 0) stretches.push(...orderSegments(bridge, lineHeight, depth + 1));
    bridge = [];
    const left = band.filter(({ box }) => box[2] <= gutter);
    const right = band.filter(({ box }) => box[2] > gutter);
    stretches.push(...orderSegments(left, lineHeight, depth + 1), ...orderSegments(right, lineHeight, depth + 1));
  };
  for (const segment of crossing) {
    flushBand((segment.box[1] + segment.box[3]) / 2);
    bridge.push(segment);
  }
  flushBand(Number.POSITIVE_INFINITY);
  if (bridge.length > 0) stretches.push(...orderSegments(bridge, lineHeight, depth + 1));
  return stretches;
}

/** Joins segments that share a baseline to lines, top to bottom. */
export function toLines(segments: readonly Segment[]): VisualLine[] {
  const lines: VisualLine[] = [];
  for (const segment of [...segments].sort((a, b) => a.box[1] + a.box[3] - b.box[1] - b.box[3])) {
    const line = lines.slice(-4).findLast((candidate) => candidate.segments.every(({ box }) => isBeside(box, segment.box)));
    if (line) {
      line.segments.push(segment);
      line.box = unionAll([line.box, segment.box]);
    } else lines.push({ segments: [segment], box: [...segment.box] });
  }
  for (const line of lines) line.segments.sort((a, b) => a.box[0] - b.box[0]);
  return lines.sort((a, b) => a.box[1] + a.box[3] - b.box[1] - b.box[3]);
}

function isBeside(a: Box, b: Box): boolean {
  return verticalOverlap(a, b) > 0.5 && overlap(a[0], a[2], b[0], b[2]) < 0.5 * Math.min(widthOf(a), widthOf(b));
}

/** The middle of the best gutter, or null when the segments are one column. */
function findGutter(segments: readonly Segment[], lineHeight: number): number | null {
  let best: { middle: number; score: number } | null = null;
  for (const middle of emptiestStrips(segments)) {
    const candidate = judgeGutter(segments, middle, lineHeight);
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
  }
  return best?.middle ?? null;
}

/** Middles of the strips between segment edges that the fewest segments cross, at most `MOST_STRIPS`. */
function emptiestStrips(segments: readonly Segment[]): number[] {
  const all = unionAll(segments.map(({ box }) => box));
  const events = segments.flatMap(({ box }) => [
    { x: box[0], change: 1 },
    { x: box[2], change: -1 },
  ]);
  events.sort((a, b) => a.x - b.x || a.change - b.change);
  const strips: { middle: number; crossing: number; width: number }[] = [];
  let crossing = 0;
  for (let index = 0; index + 1 < events.length; index++) {
    crossing += events[index]!.change;
    const [from, to] = [events[index]!.x, events[index + 1]!.x];
    const margin = 0.08 * widthOf(all);
    if (to > from && from > all[0] + margin && to < all[2] - margin) strips.push({ middle: (from + to) / 2, crossing, width: to - from });
  }
  strips.sort((a, b) => a.crossing - b.crossing || b.width - a.width);
  return strips.slice(0, MOST_STRIPS).map(({ middle }) => middle);
}

function judgeGutter(segments: readonly Segment[], middle: number, lineHeight: number): { middle: number; score: number } | null {
  const left: Segment[] = [];
  const right: Segment[] = [];
  let crossing = 0;
  for (const segment of segments) {
    if (segment.box[2] <= middle) left.push(segment);
    else if (segment.box[0] >= middle) right.push(segment);
    else crossing++;
  }
  if (left.length < FEWEST_LINES_IN_COLUMN || right.length < FEWEST_LINES_IN_COLUMN) return null;
  if (crossing > LARGEST_CROSSING_SHARE * Math.max(left.length, right.length)) return null;
  const shared = neighbours(left, right);
  if (shared.length < FEWEST_LINES_IN_COLUMN && !isStacked(left, right)) return null;
  const width = shared.length > 0 ? Math.min(...shared.map(([a, b]) => b.box[0] - a.box[2])) : 2 * lineHeight;
  if (width < NARROWEST_GUTTER * lineHeight || !areColumns(left, right, shared)) return null;
  return { middle, score: Math.min(left.length, right.length) * Math.min(width, 4 * lineHeight) - crossing * lineHeight };
}

/** Pairs of a left and a right segment on about the same height, nearest pair per left segment. */
function neighbours(left: readonly Segment[], right: readonly Segment[]): [Segment, Segment][] {
  const pairs: [Segment, Segment][] = [];
  for (const a of left) {
    let nearest: Segment | null = null;
    for (const b of right)
      if (overlap(a.box[1], a.box[3], b.box[1], b.box[3]) > 0.3 * heightOf(a.box) && (!nearest || b.box[0] < nearest.box[0])) nearest = b;
    if (nearest && !left.some((c) => c !== a && c.box[0] >= a.box[2] && verticalOverlap(c.box, a.box) > 0.5)) pairs.push([a, nearest]);
  }
  return pairs;
}

function isStacked(left: readonly Segment[], right: readonly Segment[]): boolean {
  const a = unionAll(left.map(({ box }) => box));
  const b = unionAll(right.map(({ box }) => box));
  return overlap(a[1], a[3], b[1], b[3]) > 0.4 * Math.min(heightOf(a), heightOf(b));
}

/** Two columns of running text, or two groups whose baselines have nothing to do with each other. */
function areColumns(left: readonly Segment[], right: readonly Segment[], shared: readonly [Segment, Segment][]): boolean {
  if (isRunningText(left) && isRunningText(right)) return true;
  const aligned = shared.filter(([a, b]) => isLevel(a.box, b.box)).length;
  return aligned < 0.5 * shared.length;
}

/** Feet or middles on one height: boxes of recognised words end at their ink, so either may differ. */
function isLevel(a: Box, b: Box): boolean {
  const height = Math.max(heightOf(a), heightOf(b));
  return Math.min(Math.abs(a[3] - b[3]), Math.abs(a[1] + a[3] - b[1] - b[3]) / 2) < 0.16 * height;
}

function isRunningText(side: readonly Segment[]): boolean {
  const width = widthOf(unionAll(side.map(({ box }) => box)));
  const long = side.filter(({ items, box }) => items.length >= 4 && widthOf(box) > 0.6 * width).length;
  return long >= 0.5 * side.length;
}
