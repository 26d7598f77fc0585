import type { Candidate } from '../candidates/candidate.ts';
import { neighbourOf, textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { ExtractionContext } from './extraction-context.ts';

/** From which labelness on text is taken for a label, and how far apart the left edges of one column of labels may lie (ems). */
const [LABEL, APART] = [0.6, 1.2];

/**
 * True for a block of lines under each other of which a later one has a label of its own beside it, in the column in which the first
 * one's label stands: these are values of several fields (“Address | 7 Cooper Row” over “Price | £185,000”).
 */
export function spansLabels(context: ExtractionContext, candidate: Candidate): boolean {
  if (candidate.kind !== 'block') return false;
  const [first, ...others] = candidate.ranges.map(([start]) => context.view.segments[context.view.tokens[start]?.segment ?? -1]);
  const own = first && labelBeside(context, first);
  if (!own) return false;
  return others.some((line) => {
    const label = line && labelBeside(context, line);
    return label !== undefined && Math.abs(label.left - own.left) <= APART;
  });
}

function labelBeside(context: ExtractionContext, line: Segment): Segment | undefined {
  const left = neighbourOf(context.view, line, 'left');
  if (!left) return undefined;
  const isMarked = /:$/.test(textOfTokens(context.view, left.start, left.end)) || /^:/.test(context.view.tokens[line.start]?.text ?? '');
  return isMarked || context.labelnessOf(left.start, left.end) >= LABEL ? left : undefined;
}
