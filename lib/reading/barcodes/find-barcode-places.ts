import type { Box } from '#lib/contract/service/box.ts';
import { areaOf, clampBox, intersection, union } from '#lib/document/geometry/box.ts';

/** Points, as displayed. */
type Size = { width: number; height: number };
/** What a page shows besides text, boxes in fractions of the page. */
type Shown = {
  pictures: readonly { box: Box }[];
  /** Small painted rectangles: bars and modules. */
  pieces: readonly Box[];
  /** Painted shapes of very many points. */
  shapes: readonly Box[];
};

const WHOLE: Box = [0, 0, 1, 1];
/** Points: smaller things are no barcodes. */
const SHORTEST_SIDE = 6;
const LONGEST_SIDE = 18;
/** Points of white around a code that its decoder needs. */
const MARGIN = 12;
const CELL = 10;
const FEWEST_PIECES = 12;
/** Bars and modules cover about half of a code; rulings of a table very little of it. */
const LEAST_COVER = 0.2;
const MOST_PLACES = 12;
/** More things than this are not compared with each other. */
const MOST_SEEN = 300;
const LARGE = 0.5;

/**
 * Where on a digital page barcodes may be drawn: its pictures, and groups of bars or modules. Nothing = it need not be drawn to
 * look for them. One box around everything when there is much.
 */
export function findBarcodePlaces({ pictures, pieces, shapes }: Shown, size: Size): Box[] {
  const seen = [...pictures.map(({ box }) => box), ...shapes, ...groupsOf(pieces, size)]
    .map((box) => intersection(box, WHOLE))
    .filter((box): box is Box => box !== null && isLargeEnough(box, size));
  if (seen.length > MOST_SEEN) return [WHOLE];
  const places = merged(seen.map((box) => widened(box, size)));
  const area = places.reduce((sum, box) => sum + areaOf(box), 0);
  return places.length > MOST_PLACES || area > LARGE ? [WHOLE] : places;
}

function isLargeEnough([left, top, right, bottom]: Box, { width, height }: Size): boolean {
  const [across, down] = [(right - left) * width, (bottom - top) * height];
  return Math.min(across, down) >= SHORTEST_SIDE && Math.max(across, down) >= LONGEST_SIDE;
}

function widened([left, top, right, bottom]: Box, { width, height }: Size): Box {
  const [x, y] = [MARGIN / width, MARGIN / height];
  return clampBox([left - x, top - y, right + x, bottom + y]);
}

function merged(boxes: readonly Box[]): Box[] {
  const all: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let index = 0; index < all.length; index++) {
      if (!intersection(all[index]!, grown)) continue;
      grown = union(all[index]!, grown);
      all.splice(index, 1);
      index = -1;
    }
    all.push(grown);
  }
  return all;
}

/** Boxes around pieces that lie close together and cover much of their box. */
function groupsOf(pieces: readonly Box[], { width, height }: Size): Box[] {
  if (pieces.length < FEWEST_PIECES) return [];
  const cells = new Map<string, number[]>();
  const cellsOf = ([left, top, right, bottom]: Box) => {
    const keys: string[] = [];
    for (let x = Math.floor((left * width) / CELL); x <= (right * width) / CELL; x++)
      for (let y = Math.floor((top * height) / CELL); y <= (bottom * height) / CELL; y++) keys.push(`${x} ${y}`);
    return keys;
  };
  for (const [index, piece] of pieces.entries())
    for (const key of cellsOf(piece)) {
      const known = cells.get(key);
      if (known) known.push(index);
      else cells.set(key, [index]);
    }
  const groups: Box[] = [];
  const waiting = new Set(pieces.keys());
  for (const first of waiting) {
    const group = [first];
    waiting.delete(first);
    for (const member of group)
      for (const key of cellsOf(pieces[member]!)) {
        for (const other of cells.get(key) ?? []) if (waiting.delete(other)) group.push(other);
        cells.delete(key);
      }
    const box = group.map((index) => pieces[index]!).reduce(union);
    const cover = group.reduce((sum, index) => sum + areaOf(pieces[index]!), 0);
    if (group.length >= FEWEST_PIECES && cover > LEAST_COVER * areaOf(box)) groups.push(box);
  }
  return groups;
}
