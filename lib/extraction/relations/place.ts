import type { Candidate } from '../candidates/candidate.ts';
import type { DocumentView } from '../view/document-view.ts';

/** Where a candidate stands, edges in ems. */
export type Place = { page: number; left: number; top: number; right: number; bottom: number };

/** The place of a candidate: around its tokens, or its box. `firstLine` = only the first line of several. */
export function placeOf(view: DocumentView, candidate: Candidate, firstLine = false): Place {
  const page = view.pages[candidate.page];
  const place: Place = { page: candidate.page, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const grow = (left: number, top: number, right: number, bottom: number) => {
    place.left = Math.min(place.left, left);
    place.top = Math.min(place.top, top);
    place.right = Math.max(place.right, right);
    place.bottom = Math.max(place.bottom, bottom);
  };
  const ranges = firstLine ? candidate.ranges.slice(0, 1) : candidate.ranges;
  for (const [start, end] of ranges)
    for (let index = start; index < end; index++) {
      const token = view.tokens[index];
      if (token) grow(token.left, token.top, token.right, token.bottom);
    }
  if (candidate.box && page && place.left === Infinity)
    grow(candidate.box[0] * page.width, candidate.box[1] * page.height, candidate.box[2] * page.width, candidate.box[3] * page.height);
  return place;
}
