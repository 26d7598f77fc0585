import type { Box } from '#lib/contract/service/box.ts';

/** Width of a box, never below 0. */
export function widthOf(box: Box): number {
  return Math.max(0, box[2] - box[0]);
}

/** Height of a box, never below 0. */
export function heightOf(box: Box): number {
  return Math.max(0, box[3] - box[1]);
}

/** Area of a box in squared page fractions. */
export function areaOf(box: Box): number {
  return widthOf(box) * heightOf(box);
}

/** Middle of a box as `[x, y]`. */
export function centreOf(box: Box): [number, number] {
  return [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

/** The box with its corners in order and cut to the page. */
export function clampBox(box: Box): Box {
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return [cut(Math.min(box[0], box[2])), cut(Math.min(box[1], box[3])), cut(Math.max(box[0], box[2])), cut(Math.max(box[1], box[3]))];
}

/** The smallest box around both. */
export function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** The smallest box around all; throws `RangeError` when there is none. */
export function unionAll(boxes: Iterable<Box>): Box {
  let all: Box | null = null;
  for (const box of boxes) all = all ? union(all, box) : [...box];
  if (!all) throw new RangeError('unionAll needs at least one box.');
  return all;
}

/** What both boxes share, or null when they do not touch. */
export function intersection(a: Box, b: Box): Box | null {
  const shared: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return shared[0] < shared[2] && shared[1] < shared[3] ? shared : null;
}

/** Intersection over union, 0 (apart) to 1 (equal). */
export function iou(a: Box, b: Box): number {
  const shared = intersection(a, b);
  if (!shared) return 0;
  const both = areaOf(shared);
  return both / (areaOf(a) + areaOf(b) - both);
}

/** Share of `inner`'s area that lies in `outer`, 0 to 1; 0 for a box without area. */
export function shareInside(inner: Box, outer: Box): number {
  const shared = intersection(inner, outer);
  const area = areaOf(inner);
  return shared && area > 0 ? areaOf(shared) / area : 0;
}

/** True when `inner` lies in `outer`, give or take `tolerance` (page fractions) on each side. */
export function contains(outer: Box, inner: Box, tolerance = 0): boolean {
  return (
    inner[0] >= outer[0] - tolerance &&
    inner[1] >= outer[1] - tolerance &&
    inner[2] <= outer[2] + tolerance &&
    inner[3] <= outer[3] + tolerance
  );
}

/** True when the middle of `inner` lies in `outer`. */
export function containsCentre(outer: Box, inner: Box): boolean {
  const [x, y] = centreOf(inner);
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3];
}

/** Length of the stretch that two intervals share, 0 when apart. */
export function overlap(startA: number, endA: number, startB: number, endB: number): number {
  return Math.max(0, Math.min(endA, endB) - Math.max(startA, startB));
}

/** Height that both boxes share, as a share of the lower one: 1 when one stands fully beside the other. */
export function verticalOverlap(a: Box, b: Box): number {
  const lower = Math.min(heightOf(a), heightOf(b));
  return lower > 0 ? overlap(a[1], a[3], b[1], b[3]) / lower : 0;
}

/**
 * The box after the page has been turned clockwise by `degrees` (0, 90, 180 or 270).
 * A page turned clockwise by 90 shows its left edge at the top.
 */
export function turnBox(box: Box, degrees: 0 | 90 | 180 | 270): Box {
  const [left, top, right, bottom] = box;
  if (degrees === 90) return [1 - bottom, left, 1 - top, right];
  if (degrees === 180) return [1 - right, 1 - bottom, 1 - left, 1 - top];
  if (degrees === 270) return [top, 1 - right, bottom, 1 - left];
  return [left, top, right, bottom];
}
