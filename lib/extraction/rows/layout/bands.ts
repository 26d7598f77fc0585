import type { DocumentView } from '../../view/document-view.ts';
import type { PageView } from '../../view/page-view.ts';
import type { Segment } from '../../view/segments.ts';

/** Segments that stand on one line across the page, left to right. Edges in ems. */
export type Band = { page: number; segments: Segment[]; top: number; bottom: number };

/** Share of the lower of two heights by which segments of one line overlap, and how far apart their middles may be. */
const SHARED = 0.5;
const OFFSET = 0.55;
/** How much a line may rise or fall along its way, however the document lay. */
const SLOPE = 0.12;

/** The lines of a page, top to bottom, across columns. A segment joins the line whose nearest segment left of it it stands beside. */
export function bandsOf(view: DocumentView, page: PageView): Band[] {
  const segments = view.segments.slice(page.segments[0], page.segments[1]).filter((segment) => segment.bottom - segment.top < 4);
  segments.sort((a, b) => a.left - b.left || a.index - b.index);
  const bands: Band[] = [];
  for (const segment of segments) {
    let best: Band | null = null;
    let bestOffset = OFFSET;
    for (const band of bands) {
      const last = band.segments.at(-1);
      // The first segments of lines further up or down cannot be beside it, however slanted the page.
      if (!last || Math.abs(last.top - segment.top) > 4) continue;
      const [height, other] = [segment.bottom - segment.top, last.bottom - last.top];
      const shared = Math.min(last.bottom, segment.bottom) - Math.max(last.top, segment.top);
      const offset = Math.abs(last.top + last.bottom - segment.top - segment.bottom) / 2 / Math.max(height, other);
      if (shared < SHARED * Math.min(height, other) || offset >= bestOffset || last.right > segment.left + 1) continue;
      const first = band.segments[0] ?? last;
      const drift = Math.abs(first.top + first.bottom - segment.top - segment.bottom) / 2;
      if (drift > 0.8 + SLOPE * Math.max(0, segment.left - first.left)) continue;
      bestOffset = offset;
      best = band;
    }
    if (!best) {
      bands.push({ page: page.index, segments: [segment], top: segment.top, bottom: segment.bottom });
      continue;
    }
    best.segments.push(segment);
    best.top = Math.min(best.top, segment.top);
    best.bottom = Math.max(best.bottom, segment.bottom);
  }
  return bands.sort((a, b) => a.top + a.bottom - b.top - b.bottom);
}
