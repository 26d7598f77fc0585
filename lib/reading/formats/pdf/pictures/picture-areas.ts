import type { Box } from '#lib/contract/service/box.ts';
import { areaOf, clampBox, intersection, union } from '#lib/document/geometry/box.ts';
import type { Picture } from './page-objects.ts';

/** Share of the page: pictures of one scan lie closer to one another than this. */
const TOUCHING = 0.006;
/** What two joined pictures cover of the box around both. */
const LEAST_TILED = 0.85;
const MOST_PICTURES = 5_000;
/** Strips of a scan follow one another, so a picture is compared with the areas met last. */
const LOOKED_BACK = 24;

/**
 * The places of a page that are covered by pictures, largest first: pictures that touch and together fill a box are one, as where a
 * scan is stored in strips or tiles.
 * @returns boxes cut to the page
 */
export function pictureAreas(pictures: readonly Picture[]): Box[] {
  let areas = pictures
    .slice(0, MOST_PICTURES)
    .map(({ box }) => clampBox(box))
    .filter((box) => areaOf(box) > 0)
    .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  for (let before = -1; before !== areas.length; ) {
    before = areas.length;
    areas = joinOnce(areas);
  }
  return areas.sort((a, b) => areaOf(b) - areaOf(a));
}

function joinOnce(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    const from = Math.max(0, joined.length - LOOKED_BACK);
    const at = joined.findIndex((other, index) => index >= from && isOnePicture(other, box));
    if (at < 0) joined.push(box);
    else joined[at] = union(joined[at]!, box);
  }
  return joined;
}

function isOnePicture(a: Box, b: Box): boolean {
  const near: Box = [a[0] - TOUCHING, a[1] - TOUCHING, a[2] + TOUCHING, a[3] + TOUCHING];
  if (!intersection(near, b)) return false;
  const shared = intersection(a, b);
  return areaOf(a) + areaOf(b) - (shared ? areaOf(shared) : 0) >= LEAST_TILED * areaOf(union(a, b));
}
