import type { SectionHeading } from '../relations/section-headings.ts';
import { type LabelIndex, NO_MATCH } from '../terms/label-index.ts';
import type { LabelMeanings } from './label-meanings.ts';

/** A section's heading in front of the fields: scores and chances of meaning by field, 0 to 1. */
export type HeadingMatch = { steps: number; score: readonly number[]; meaning: readonly number[] };
/** What is told of candidates that stand under no heading. */
export const NO_HEADING: HeadingMatch = { steps: 40, score: [], meaning: [] };

/** How well a heading names each of so many fields, in words and in meaning. */
export function matchHeading(labels: LabelIndex, meanings: LabelMeanings, heading: SectionHeading, count: number): HeadingMatch {
  const { start, end } = heading.segment;
  const [matches, means] = [labels.match(start, end), meanings.of([start, end])];
  const fields = Array.from({ length: count }, (_, field) => field);
  return {
    steps: heading.steps,
    score: fields.map((field) => (matches[field] ?? NO_MATCH).score),
    meaning: fields.map((field) => means[field]?.chance ?? 0),
  };
}
