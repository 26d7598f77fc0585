import type { DocumentView } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { Place } from './place.ts';

const BAND = 2;

/** Finds the segments around a place. Segments are kept in bands of two ems, so a look-up touches few of them. */
export class SegmentGrid {
  private readonly bands: Segment[][][];

  constructor(view: DocumentView) {
    this.bands = view.pages.map((page) => {
      const bands: Segment[][] = [];
      for (let index = page.segments[0]; index < page.segments[1]; index++) {
        const segment = view.segments[index];
        if (!segment) continue;
        const first = Math.max(0, Math.floor(segment.top / BAND));
        const last = Math.min(first + 4, Math.floor(segment.bottom / BAND));
        for (let band = first; band <= last; band++) {
          const list = bands[band];
          if (list) list.push(segment);
          else bands[band] = [segment];
        }
      }
      return bands;
    });
  }

  private *near(page: number, top: number, bottom: number): Generator<Segment> {
    const bands = this.bands[page];
    if (!bands) return;
    for (let band = Math.max(0, Math.floor(top / BAND)); band <= Math.floor(bottom / BAND); band++) yield* bands[band] ?? [];
  }

  /** Nearest segment that ends left of the place on its line, and the gap in ems. */
  left(place: Place, reach = 60): { segment: Segment; gap: number } | null {
    let best: Segment | null = null;
    for (const segment of this.near(place.page, place.top, place.bottom)) {
      if (segment.right > place.left + 0.6 || segment.left >= place.left || place.left - segment.right > reach) continue;
      const shared = Math.min(segment.bottom, place.bottom) - Math.max(segment.top, place.top);
      if (shared < 0.45 * Math.min(segment.bottom - segment.top, place.bottom - place.top)) continue;
      if (!best || segment.right > best.right) best = segment;
    }
    return best && { segment: best, gap: Math.max(0, place.left - best.right) };
  }

  /** Nearest segment that begins right of the place on its line. */
  right(place: Place, reach = 40): { segment: Segment; gap: number } | null {
    let best: Segment | null = null;
    for (const segment of this.near(place.page, place.top, place.bottom)) {
      if (segment.left < place.right - 0.6 || segment.left - place.right > reach) continue;
      const shared = Math.min(segment.bottom, place.bottom) - Math.max(segment.top, place.top);
      if (shared < 0.45 * Math.min(segment.bottom - segment.top, place.bottom - place.top)) continue;
      if (!best || segment.left < best.left) best = segment;
    }
    return best && { segment: best, gap: Math.max(0, best.left - place.right) };
  }

  /** Nearest segment over the place that shares its column (overlap or left edges that line up). */
  above(place: Place, reach = 14): { segment: Segment; gap: number } | null {
    return this.vertical(place, reach, true);
  }

  /** Nearest segment under the place that shares its column. */
  below(place: Place, reach = 5): { segment: Segment; gap: number } | null {
    return this.vertical(place, reach, false);
  }

  private vertical(place: Place, reach: number, up: boolean): { segment: Segment; gap: number } | null {
    let best: Segment | null = null;
    let bestCost = Infinity;
    const height = place.bottom - place.top;
    for (let step = 0; step <= reach; step += BAND) {
      if (step > bestCost + BAND) break;
      const from = up ? place.top - step - BAND : place.bottom + step - 1;
      for (const segment of this.near(place.page, Math.max(0, from), Math.max(0, from + BAND))) {
        const gap = up ? place.top - segment.bottom : segment.top - place.bottom;
        if (gap < -0.45 * Math.min(height, segment.bottom - segment.top) || gap > reach) continue;
        const shared = Math.min(segment.right, place.right) - Math.max(segment.left, place.left);
        const aligned = Math.abs(segment.left - place.left) < 0.9;
        if (!aligned && shared < 0.25 * Math.min(segment.right - segment.left, place.right - place.left)) continue;
        const cost = Math.max(0, gap) + (aligned ? 0 : 0.25);
        if (cost < bestCost) {
          bestCost = cost;
          best = segment;
        }
      }
    }
    return best && { segment: best, gap: Math.max(0, up ? place.top - best.bottom : best.top - place.bottom) };
  }
}
