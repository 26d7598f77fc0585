import type { FieldProfile } from '../../terms/field-profile.ts';
import type { LabelIndex } from '../../terms/label-index.ts';
import type { DocumentView } from '../../view/document-view.ts';
import { FIGURES } from '../cells/read-cell.ts';
import type { Band } from '../layout/bands.ts';
import { type HeadingPart, partHeading } from './part-heading.ts';

/** Share of a line's words that hold digits. */
export function figures(view: DocumentView, band: Band): number {
  let digits = 0;
  let tokens = 0;
  for (const segment of band.segments)
    for (let token = segment.start; token < segment.end; token++) {
      tokens++;
      if (/\d/.test(view.tokens[token]?.text ?? '')) digits++;
    }
  return tokens ? digits / tokens : 0;
}

/**
 * The headings that stand over each other on the lines of a head, left to right, cut where cells under them say that they are two. Null
 * for running text and for a single heading.
 * @param bands the lines of the head
 * @param below the lines under it
 */
export function stackHeadings(
  view: DocumentView,
  bands: readonly Band[],
  below: readonly Band[],
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
): HeadingPart[] | null {
  const stacked: HeadingPart[] = [];
  for (const [line, band] of bands.entries())
    for (const segment of band.segments) {
      if (segment.end - segment.start > 9) return null;
      for (const [start, end] of splitHeading(segment.start, segment.end, labels, profiles)) {
        const left = view.tokens[start]?.left ?? segment.left;
        const right = view.tokens[end - 1]?.right ?? segment.right;
        const twin = stacked.find(
          (part) => Math.min(part.right, right) - Math.max(part.left, left) > 0.5 * Math.min(right - left, part.right - part.left),
        );
        if (twin) {
          twin.ranges.push([start, end]);
          twin.lines.push(line);
          twin.left = Math.min(twin.left, left);
          twin.right = Math.max(twin.right, right);
        } else stacked.push({ ranges: [[start, end]], lines: [line], left, right });
      }
    }
  if (stacked.length < 2) return null;
  return stacked.flatMap((part) => partHeading(view, part, below)).sort((a, b) => a.left - b.left);
}

/** Cuts a heading such as "Qty Unit Price" where two fields, one of them numeric, are named side by side. */
function splitHeading(start: number, end: number, labels: LabelIndex, profiles: readonly FieldProfile[]): [number, number][] {
  if (end - start < 2) return [[start, end]];
  const strongest = (from: number, to: number) => {
    let best = { field: -1, score: 0 };
    labels.match(from, to).forEach((match, field) => {
      if (match && match.score > best.score) best = { field, score: match.score };
    });
    return best;
  };
  const whole = strongest(start, end);
  if (whole.score >= 0.85) return [[start, end]];
  let best: { cut: number; sum: number } | null = null;
  for (let cut = start + 1; cut < end; cut++) {
    const head = strongest(start, cut);
    const tail = strongest(cut, end);
    if (head.field === tail.field || head.score < 0.7 || tail.score < 0.7) continue;
    const numeric = [head, tail].some((side) => FIGURES.has(profiles[side.field]?.field.type ?? ''));
    const sum = head.score + tail.score - 0.5;
    if (numeric && sum > whole.score && sum > (best?.sum ?? 0)) best = { cut, sum };
  }
  if (!best) return [[start, end]];
  return [...splitHeading(start, best.cut, labels, profiles), ...splitHeading(best.cut, end, labels, profiles)];
}
