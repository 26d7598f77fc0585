import type { PageView } from './page-view.ts';
import type { Segment } from './segments.ts';

/** Nearest neighbours of each segment on its page, as segment numbers; -1 = none. */
export type SegmentLinks = {
  left: Int32Array;
  right: Int32Array;
  above: Int32Array;
  below: Int32Array;
};

/** How far up and down a neighbour is looked for, in ems. */
const REACH = 45;

/**
 * Links every segment to the nearest one beside, over and under it. Over and under need a shared stretch of at least a
 * quarter of the narrower one, or left edges (or right edges) that line up.
 */
export function linkSegments(pages: PageView[], segments: Segment[]): SegmentLinks {
  const links: SegmentLinks = {
    left: new Int32Array(segments.length).fill(-1),
    right: new Int32Array(segments.length).fill(-1),
    above: new Int32Array(segments.length).fill(-1),
    below: new Int32Array(segments.length).fill(-1),
  };
  for (const page of pages) linkPage(segments.slice(page.segments[0], page.segments[1]), links);
  return links;
}

function linkPage(segments: Segment[], links: SegmentLinks): void {
  const byTop = [...segments].sort((a, b) => a.top - b.top);
  byTop.forEach((segment, position) => {
    let right = -1;
    let rightGap = Number.POSITIVE_INFINITY;
    let below = -1;
    let belowCost = Number.POSITIVE_INFINITY;
    const height = segment.bottom - segment.top;
    for (let step = -1; step <= 1; step += 2) {
      for (let other = position + step; other >= 0 && other < byTop.length; other += step) {
        const candidate = byTop[other];
        if (!candidate) break;
        if (step < 0 && segment.top - candidate.top > 3) break;
        if (step > 0 && candidate.top - segment.bottom > Math.min(REACH, belowCost)) break;
        const shared = Math.min(segment.bottom, candidate.bottom) - Math.max(segment.top, candidate.top);
        const sideBySide = shared > 0.5 * Math.min(height, candidate.bottom - candidate.top);
        if (sideBySide) {
          const gap = candidate.left - segment.right;
          if (gap > -0.6 && candidate.left > segment.left && gap < rightGap) {
            rightGap = gap;
            right = candidate.index;
          }
        } else if (candidate.top > segment.top + 0.4 * height) {
          const cost = verticalCost(segment, candidate);
          if (cost < belowCost) {
            belowCost = cost;
            below = candidate.index;
          }
        }
      }
    }
    links.right[segment.index] = right;
    if (right >= 0) {
      const known = links.left[right] ?? -1;
      const other = segments[known - (segments[0]?.index ?? 0)];
      if (!other || other.right < segment.right) links.left[right] = segment.index;
    }
    links.below[segment.index] = below;
  });
  linkAbove(byTop, links);
}

/** Distance in ems to the segment below, or infinity when it does not stand under the first one. */
function verticalCost(upper: Segment, lower: Segment): number {
  const shared = Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left);
  const narrower = Math.min(upper.right - upper.left, lower.right - lower.left);
  const aligned = Math.abs(upper.left - lower.left) < 0.7 || Math.abs(upper.right - lower.right) < 0.7;
  if (shared < 0.25 * narrower && !aligned) return Number.POSITIVE_INFINITY;
  return Math.max(0, lower.top - upper.bottom) + (aligned ? 0 : 0.3);
}

function linkAbove(byTop: Segment[], links: SegmentLinks): void {
  for (let position = 0; position < byTop.length; position++) {
    const segment = byTop[position];
    if (!segment) continue;
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (let other = position - 1; other >= 0; other--) {
      const candidate = byTop[other];
      if (!candidate || segment.top - candidate.top > REACH) break;
      if (segment.top - candidate.bottom > bestCost + 8) break;
      if (candidate.top > segment.top - 0.4 * (segment.bottom - segment.top)) continue;
      const cost = verticalCost(candidate, segment);
      if (cost < bestCost) {
        bestCost = cost;
        best = candidate.index;
      }
    }
    links.above[segment.index] = best;
  }
}
