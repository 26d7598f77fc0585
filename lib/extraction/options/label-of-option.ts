import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { NO_MATCH } from '../terms/label-index.ts';
import { neighbourOf } from '../view/document-view.ts';

/** Print that says an option; `score` is how surely it does, `sign` that of a currency. */
export type Sighting = { option: string; start: number; end: number; page: number; score: number; sign: boolean };

/** Words right before an option that may be its label by themselves. */
const NEAR = 3;
/** How well the text beside an option must name the field where the option alone says little. */
export const LABELLED = 0.6;

/** How well what stands before, beside or over text that says an option names the field, 0 to 1. */
export function labelOfOption(context: ExtractionContext, field: number, start: number, end: number): number {
  const segment = context.view.segments[context.view.tokens[start]?.segment ?? -1];
  if (!segment) return 0;
  // “Age 41 Sex F”: the last words before it may be a label by themselves.
  const isWord = (token: number) => /^\p{L}[\p{L}'’.-]*:?$/u.test(context.view.tokens[token]?.text ?? '');
  const starts = [segment.start];
  for (let from = start - 1; from > segment.start && from >= start - NEAR && isWord(from); from--) starts.push(from);
  const before = Math.max(...starts.map((from) => named(context, field, from, start)));
  const left = neighbourOf(context.view, segment, 'left');
  const above = neighbourOf(context.view, segment, 'above');
  const beside = left ? named(context, field, left.start, left.end) : 0;
  const over =
    above && segment.top - above.bottom < 3 && end - start === segment.end - segment.start
      ? named(context, field, above.start, above.end) * 0.8
      : 0;
  return Math.max(before, beside, over);
}

/** How well text names the field, by its words or by their meaning, 0 to 1. */
function named(context: ExtractionContext, field: number, start: number, end: number): number {
  if (end <= start) return 0;
  const { score } = context.labels.match(start, end)[field] ?? NO_MATCH;
  const meaning = context.meaningOf(start, end)[field]?.chance ?? 0;
  return Math.max(score, meaning >= LABELLED ? meaning : 0);
}
