import type { DocumentView } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';
import type { Segment } from '../view/segments.ts';

/** Segments that stand on one line across the page, left to right. Edges in ems. */
export type Band = { page: number; segments: Segment[]; top: number; bottom: number };

/** The lines of a page, top to bottom, across columns. */
export function bandsOf(view: DocumentView, page: PageView): Band[] {
  const segments = view.segments.slice(page.segments[0], page.segments[1]).filter((segment) => segment.bottom - segment.top < 4);
  segments.sort((a, b) => a.top + a.bottom - b.top - b.bottom);
  const bands: Band[] = [];
  for (const segment of segments) {
    const middle = (segment.top + segment.bottom) / 2;
    const last = bands.at(-1);
    if (last && middle < last.bottom - 0.25 * (last.bottom - last.top) && middle > last.top) {
      last.segments.push(segment);
      // The band keeps the height of its first segment so that tilted neighbours do not chain up.
      continue;
    }
    bands.push({ page: page.index, segments: [segment], top: segment.top, bottom: segment.bottom });
  }
  for (const band of bands) band.segments.sort((a, b) => a.left - b.left);
  return bands;
}
