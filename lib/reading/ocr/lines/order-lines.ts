import type { LineRectangle } from './line-rectangle.ts';

/** A word in the image; `confidence` is the probability that its text is right. */
export type RecognisedWord = { text: string; confidence: number; rectangle: LineRectangle };

/** Words that the detector saw as one stretch of text, left to right. */
export type Stretch = { rectangle: LineRectangle; words: RecognisedWord[] };

type Placed = { stretch: Stretch; left: number; right: number; top: number; bottom: number };

/** Stretches of one row closer than this (in line heights) are one line. */
const JOIN_GAP = 1;

/**
 * Puts stretches into reading order, row by row from the top and from left to right, and joins those that stand so close
 * in a row that they are one line. Rows are found after taking out the skew of the page (the median angle).
 */
export function orderLines(stretches: Stretch[]): RecognisedWord[][] {
  const skew = medianAngle(stretches);
  const placed = stretches.map((stretch) => place(stretch, skew)).sort((a, b) => a.top + a.bottom - (b.top + b.bottom));
  const rows: Placed[][] = [];
  for (const item of placed) {
    const row = rows.slice(-6).findLast((candidate) => belongs(candidate, item));
    if (row === undefined) rows.push([item]);
    else row.push(item);
  }
  return rows.sort((a, b) => middle(a) - middle(b)).flatMap(splitRow);
}

function splitRow(row: Placed[]): RecognisedWord[][] {
  const lines: RecognisedWord[][] = [];
  let last: Placed | undefined;
  for (const item of row.sort((a, b) => a.left - b.left)) {
    const height = Math.min(item.bottom - item.top, last === undefined ? 0 : last.bottom - last.top);
    if (last !== undefined && item.left - last.right < height * JOIN_GAP) lines.at(-1)!.push(...item.stretch.words);
    else lines.push([...item.stretch.words]);
    last = item;
  }
  return lines;
}

/** A stretch belongs to a row when it overlaps with its nearest neighbour there by half the smaller height. */
function belongs(row: Placed[], item: Placed): boolean {
  let nearest = row[0]!;
  for (const other of row) if (distance(other, item) < distance(nearest, item)) nearest = other;
  const overlap = Math.min(nearest.bottom, item.bottom) - Math.max(nearest.top, item.top);
  const together = Math.min(nearest.right, item.right) - Math.max(nearest.left, item.left);
  const height = Math.min(nearest.bottom - nearest.top, item.bottom - item.top);
  return overlap > height * 0.5 && together < height;
}

const distance = (a: Placed, b: Placed) => Math.max(a.left - b.right, b.left - a.right);
const middle = (row: Placed[]) => row.reduce((sum, item) => sum + (item.top + item.bottom) / 2, 0) / row.length;

function place(stretch: Stretch, skew: number): Placed {
  const { x, y, width, height, angle } = stretch.rectangle;
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)];
  const [u, v] = [x * cos + y * sin, y * cos - x * sin];
  const tilt = angle - skew;
  const reachU = (Math.abs(width * Math.cos(tilt)) + Math.abs(height * Math.sin(tilt))) / 2;
  const reachV = Math.abs(tilt) > Math.PI / 4 ? (Math.abs(width * Math.sin(tilt)) + Math.abs(height * Math.cos(tilt))) / 2 : height / 2;
  return { stretch, left: u - reachU, right: u + reachU, top: v - reachV, bottom: v + reachV };
}

function medianAngle(stretches: Stretch[]): number {
  const angles = stretches
    .map(({ rectangle }) => rectangle)
    .filter(({ width, height, angle }) => width > 3 * height && Math.abs(angle) < Math.PI / 4)
    .map(({ angle }) => angle)
    .sort((a, b) => a - b);
  return angles[Math.floor(angles.length / 2)] ?? 0;
}
