import { type InkMap, inkIn } from './ink-map.ts';

/** A tick box in pixels of the image; `confidence` is about `ticked`. */
export type FoundTickBox = { left: number; top: number; right: number; bottom: number; ticked: boolean; confidence: number };

/** Sides of tick boxes, in heights of the page's lines as the detector sees them. */
const [SMALLEST_SIDE, LARGEST_SIDE] = [0.48, 1.7];
const MIN_PIXELS = 9;
const SIDE_COVERED = 0.85;
const CORE_MARGIN = 0.22;
/** Ink in the inner part: below the first share it is empty, above the second something is drawn in it. */
const [EMPTY_SHARE, TICKED_SHARE] = [0.03, 0.08];
const MOST_INK = 0.75;
const MOST_INK_AROUND = 0.2;

/**
 * Finds small drawn squares and tells whether something is marked inside. Squares that stand wall to wall in a row are
 * fields for single characters, not tick boxes, and are left out. Capitals like B and D are found too: see `partTickBoxes`.
 * @param lineHeight usual height of the page's text lines, pixels
 */
export function findTickBoxes(map: InkMap, lineHeight: number): FoundTickBox[] {
  const smallest = Math.max(MIN_PIXELS, Math.round(lineHeight * SMALLEST_SIDE));
  const largest = Math.round(lineHeight * LARGEST_SIDE);
  if (largest < smallest) return [];
  const found: FoundTickBox[] = [];
  for (const run of horizontalRuns(map, smallest, 2 * largest)) {
    if (found.some((box) => run.left < box.right && run.right > box.left && run.y < box.bottom && run.y > box.top - 4)) continue;
    const box = squareUnder(map, run, smallest, largest);
    if (box !== null) found.push(box);
  }
  return found.filter((box) => !found.some((other) => other !== box && sharesWall(box, other)));
}

type Run = { left: number; right: number; y: number };

/** Stretches of ink in a row, `right` exclusive, bridging single white pixels. */
function* horizontalRuns({ ink, width, height }: InkMap, shortest: number, longest: number): Generator<Run> {
  for (let y = 0; y < height; y++) {
    let left = -1;
    let last = -1;
    for (let x = 0; x <= width; x++) {
      if (x < width && ink[y * width + x] === 1) {
        if (left < 0) left = x;
        last = x;
      } else if (left >= 0 && (x - last > 1 || x === width)) {
        const length = last + 1 - left;
        if (length >= shortest && length <= longest) yield { left, right: last + 1, y };
        left = -1;
      }
    }
  }
}

/** A mark that leaves the box at a corner makes the run of its upper side longer, so both ends are tried. */
function squareUnder(map: InkMap, { left, right, y }: Run, smallest: number, largest: number): FoundTickBox | null {
  const startsWall = isWall(map, left - 1, y, left + 3, y + smallest, 'vertical');
  const endsWall = isWall(map, right - 3, y, right + 1, y + smallest, 'vertical');
  if (!startsWall && !endsWall) return null;
  for (let side = Math.min(largest, right - left); side >= smallest; side--) {
    const box = (startsWall && squareBelow(map, left, left + side, y)) || (endsWall && squareBelow(map, right - side, right, y));
    if (box) return box;
  }
  return null;
}

function squareBelow(map: InkMap, left: number, right: number, top: number): FoundTickBox | null {
  const side = right - left;
  const slack = Math.max(1, Math.round(side * 0.12));
  for (let height = side - slack; height <= side + slack; height++) {
    const bottom = top + height;
    if (bottom > map.height) return null;
    const isClosed =
      isWall(map, left - 1, top, left + slack + 1, bottom, 'vertical') &&
      isWall(map, right - slack - 1, top, right + 1, bottom, 'vertical') &&
      isWall(map, left, bottom - 2, right, bottom + 1, 'horizontal');
    if (!isClosed) continue;
    const margin = Math.max(2, Math.round(side * CORE_MARGIN));
    const [width, core] = [side - 2 * margin, height - 2 * margin];
    const share = inkIn(map, left + margin, top + margin, right - margin, bottom - margin) / Math.max(1, width * core);
    if (share > MOST_INK || (share > EMPTY_SHARE && share < TICKED_SHARE / 2 && side < 2 * MIN_PIXELS)) return null;
    // Letters in a box's clothing (O, D, B) do not have corners, those within words no space around them.
    if (!hasCorners(map, left, top, right, bottom) || !standsAlone(map, left, top, right, bottom)) return null;
    if (isCellOfGrid(map, left, top, right, bottom)) return null;
    const middle = (EMPTY_SHARE + TICKED_SHARE) / 2;
    const ticked = share > middle;
    const doubt = Math.min(1, Math.abs(share - middle) / middle);
    return { left, top, right, bottom, ticked, confidence: 0.55 + 0.42 * doubt };
  }
  return null;
}

/** True when ink runs through the strip from end to end: nearly every step along it has some. */
function isWall(map: InkMap, left: number, top: number, right: number, bottom: number, direction: 'vertical' | 'horizontal'): boolean {
  const steps = direction === 'vertical' ? bottom - top : right - left;
  let missing = 0;
  for (let step = 0; step < steps && missing <= steps * (1 - SIDE_COVERED); step++) {
    const ink =
      direction === 'vertical'
        ? inkIn(map, left, top + step, right, top + step + 1)
        : inkIn(map, left + step, top, left + step + 1, bottom);
    if (ink === 0) missing++;
  }
  return missing <= steps * (1 - SIDE_COVERED);
}

function hasCorners(map: InkMap, left: number, top: number, right: number, bottom: number): boolean {
  const corner = (x: number, y: number) => inkIn(map, x - 1, y - 1, x + 2, y + 2) >= 3;
  return corner(left, top) && corner(right - 1, top) && corner(left, bottom - 1) && corner(right - 1, bottom - 1);
}

function standsAlone(map: InkMap, left: number, top: number, right: number, bottom: number): boolean {
  const ring = (inner: number, outer: number) =>
    inkIn(map, left - outer, top - outer, right + outer, bottom + outer) -
    inkIn(map, left - inner, top - inner, right + inner, bottom + inner);
  const side = right - left;
  const outer = Math.max(4, Math.round(side * 0.25));
  return ring(2, outer) <= (outer - 2) * 4 * side * MOST_INK_AROUND;
}

/** True when two opposite sides go on beyond the square. */
function isCellOfGrid(map: InkMap, left: number, top: number, right: number, bottom: number): boolean {
  const beyond = Math.round((right - left) / 2);
  const across = (from: number) =>
    isWall(map, from, top - 2, from + beyond, top + 3, 'horizontal') &&
    isWall(map, from, bottom - 3, from + beyond, bottom + 2, 'horizontal');
  const down = (from: number) =>
    isWall(map, left - 2, from, left + 3, from + beyond, 'vertical') && isWall(map, right - 3, from, right + 2, from + beyond, 'vertical');
  return across(right + 2) || across(left - 2 - beyond) || down(bottom + 2) || down(top - 2 - beyond);
}

function sharesWall(a: FoundTickBox, b: FoundTickBox): boolean {
  const side = a.right - a.left;
  const besides = Math.abs(a.top - b.top) < side * 0.3 && Math.min(Math.abs(a.right - b.left), Math.abs(b.right - a.left)) < side * 0.3;
  // boxes of a list may stand close below each other, each with walls of its own
  const gap = Math.min(Math.abs(a.bottom - b.top), Math.abs(b.bottom - a.top));
  const stacked = Math.abs(a.left - b.left) < side * 0.3 && gap <= Math.max(1, side * 0.08);
  return besides || stacked;
}
