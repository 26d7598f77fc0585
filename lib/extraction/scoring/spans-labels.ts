import type { Candidate } from '../candidates/candidate.ts';
import { addressLikeness } from '../candidates/text-likeness.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { Scene } from './scene.ts';

/** From which labelness on print is taken for a label, and how far apart the left edges of one column of labels may lie (ems). */
const [LABEL, APART] = [0.6, 1.2];

/**
 * True for a block of lines under each other of which a later one has a label of its own beside it, in the column in which the first
 * one's label stands: these are values of several fields (“Address | 14 Wheelwright Close” over “Price | £290,000”).
 */
export function spansLabels(scene: Scene, candidate: Candidate): boolean {
  if (candidate.kind !== 'block') return false;
  const [first, ...others] = candidate.ranges.map(([start]) => scene.view.segments[scene.view.tokens[start]?.segment ?? -1]);
  const own = first && labelBeside(scene, first);
  if (!own) return false;
  return others.some((line) => {
    const label = line && labelBeside(scene, line);
    return label !== undefined && Math.abs(label.left - own.left) <= APART;
  });
}

function labelBeside(scene: Scene, { index, start }: Segment): Segment | undefined {
  const left = scene.view.segments[scene.view.links.left[index] ?? -1];
  if (!left) return undefined;
  const isMarked = /:$/.test(textOfTokens(scene.view, left.start, left.end)) || /^:/.test(scene.view.tokens[start]?.text ?? '');
  return isMarked || scene.labelnessOf(left.start, left.end) >= LABEL ? left : undefined;
}

/** How much a line is like one of an address, and the gap between a name and the address under it at most (ems). */
const [ADDRESS, CLOSE] = [0.4, 1.2];

/** True for a line of text without a figure right over a line of an address: the name of who lives there, and no address by itself. */
export function isNameOverAddress({ view }: Scene, { kind, ranges, text }: Candidate): boolean {
  if (kind !== 'text' || ranges.length !== 1 || /\d/.test(text) || addressLikeness(text) >= ADDRESS) return false;
  const line = view.segments[view.tokens[ranges[0]?.[0] ?? -1]?.segment ?? -1];
  const below = view.segments[line ? (view.links.below[line.index] ?? -1) : -1];
  if (!line || !below || below.top - line.bottom > CLOSE || Math.abs(below.left - line.left) > APART) return false;
  const under = textOfTokens(view, below.start, below.end);
  return /\d/.test(under) && addressLikeness(under) >= ADDRESS;
}
