import type { Box } from '#lib/contract/service/box.ts';
import { heightOf, union, verticalOverlap } from './box.ts';

/** A stretch of words on one baseline without a wide gap; `items` are indices of the boxes given, left to right. */
export type Segment = { items: number[]; box: Box };

/** A gap of this many line heights ends a segment. */
const WIDEST_GAP = 1.1;
const SAME_LINE_OVERLAP = 0.5;
const LARGEST_SIZE_RATIO = 2.6;

/**
 * Chains boxes of words into segments. Boxes are in units where x and y have the same scale (points).
 * `isParted(a, b)` may forbid a join, e.g. because a ruling line stands between.
 */
export function groupSegments(boxes: readonly Box[], isParted?: (left: Box, right: Box) => boolean): Segment[] {
  const order = boxes.map((_, index) => index).sort((a, b) => boxes[a]![0] - boxes[b]![0]);
  const rows = new Map<number, Open[]>();
  const step = Math.max(1, medianHeight(boxes));
  const segments: Open[] = [];
  for (const index of order) {
    const box = boxes[index]!;
    const best = nearestOpen(rows, step, box, isParted);
    if (best) {
      best.items.push(index);
      best.last = box;
      best.box = union(best.box, box);
      register(rows, step, best, box);
    } else {
      const segment: Open = { items: [index], box: [...box], last: box };
      segments.push(segment);
      register(rows, step, segment, box);
    }
  }
  return segments.map(({ items, box }) => ({ items, box }));
}

type Open = Segment & { last: Box };

function nearestOpen(rows: Map<number, Open[]>, step: number, box: Box, isParted?: (left: Box, right: Box) => boolean): Open | null {
  let best: Open | null = null;
  let bestGap = Number.POSITIVE_INFINITY;
  for (let row = Math.floor(box[1] / step); row <= Math.floor(box[3] / step); row++) {
    for (const open of rows.get(row) ?? []) {
      const gap = box[0] - open.last[2];
      const [low, high] = [Math.min(heightOf(open.last), heightOf(box)), Math.max(heightOf(open.last), heightOf(box))];
      if (Math.abs(gap) >= bestGap || gap > WIDEST_GAP * Math.max(low, high * 0.7) || gap < -Math.max(0.8 * high, 0.5 * (box[2] - box[0])))
        continue;
      if (verticalOverlap(open.last, box) < SAME_LINE_OVERLAP || high > LARGEST_SIZE_RATIO * low) continue;
      if (isParted?.(open.last, box)) continue;
      best = open;
      bestGap = Math.abs(gap);
    }
  }
  return best;
}

function register(rows: Map<number, Open[]>, step: number, segment: Open, box: Box): void {
  for (let row = Math.floor(box[1] / step); row <= Math.floor(box[3] / step); row++) {
    const list = rows.get(row);
    if (!list) rows.set(row, [segment]);
    else if (!list.includes(segment)) list.push(segment);
  }
}

/** Median height of boxes, 0 for none. */
export function medianHeight(boxes: readonly Box[]): number {
  if (boxes.length === 0) return 0;
  const heights = boxes.map(heightOf).sort((a, b) => a - b);
  return heights[heights.length >> 1]!;
}
