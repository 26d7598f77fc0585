import type { DocumentView } from '../../view/document-view.ts';
import type { Band } from '../layout/bands.ts';

/** The text of a heading over its lines; `lines` tells for each range which line of the stack it stands on. */
export type HeadingPart = { ranges: [number, number][]; lines: number[]; left: number; right: number };

/** How far the left edge of a cell may stand from that of its heading, ems. */
const ALIGNED = 0.6;
/** Lines that must stand under each of two headings for them to be two. */
const LEAST = 1;
/** A line is one of the table's when it has so many parts. */
const PARTS = 3;

/**
 * Cuts a heading such as "Pos Art-No Description", whose words stand no further apart than words of one heading do, where the
 * cells under it begin: at a word under which cells begin while other cells of the same lines end before it, and none
 * runs across.
 */
export function partHeading(view: DocumentView, part: HeadingPart, below: readonly Band[]): HeadingPart[] {
  const lines = below.filter((band) => band.segments.length >= PARTS).slice(0, 12);
  if (!lines.length) return [part];
  const tokens = part.ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, step) => start + step));
  const cuts: number[] = [];
  for (const token of tokens) {
    const left = view.tokens[token]?.left ?? 0;
    if (left < part.left + 1.2 || cuts.some((cut) => Math.abs(cut - left) < ALIGNED)) continue;
    // A word of another line of the heading that stands across says that this is one heading.
    if (tokens.some((other) => (view.tokens[other]?.left ?? 0) < left - 0.2 && (view.tokens[other]?.right ?? 0) > left + 0.2)) continue;
    const begins = lines.filter((band) => band.segments.some((segment) => Math.abs(segment.left - left) < ALIGNED)).length;
    const before = lines.filter((band) =>
      band.segments.some((segment) => segment.right < left && segment.right > part.left - ALIGNED && segment.left < left),
    ).length;
    const across = lines.filter((band) =>
      band.segments.some((segment) => segment.left < left - ALIGNED && segment.right > left + ALIGNED),
    ).length;
    if (begins >= LEAST && before >= LEAST && across * 2 <= begins) cuts.push(left);
  }
  if (!cuts.length) return [part];
  cuts.sort((a, b) => a - b);
  const out: HeadingPart[] = [];
  const placeOf = (token: number) => cuts.filter((cut) => (view.tokens[token]?.left ?? 0) >= cut - ALIGNED).length;
  for (let place = 0; place <= cuts.length; place++) {
    const piece: HeadingPart = { ranges: [], lines: [], left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
    part.ranges.forEach(([start, end], index) => {
      const inside = Array.from({ length: end - start }, (_, step) => start + step).filter((token) => placeOf(token) === place);
      const [first, last] = [inside[0], inside.at(-1)];
      if (first === undefined || last === undefined) return;
      piece.ranges.push([first, last + 1]);
      piece.lines.push(part.lines[index] ?? 0);
      piece.left = Math.min(piece.left, view.tokens[first]?.left ?? part.left);
      piece.right = Math.max(piece.right, view.tokens[last]?.right ?? part.right);
    });
    if (piece.ranges.length) out.push(piece);
  }
  return out;
}
