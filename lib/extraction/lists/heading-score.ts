import { meaningScore } from '../rows/headings/heading-meanings.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { NO_MATCH } from '../terms/label-index.ts';

type Range = readonly [number, number];

const known = new WeakMap<ExtractionContext, Map<string, number[]>>();

/**
 * How well a heading names each field of the schema, 0 to 1: by its words over all lines, by those of one line, or else by meaning.
 * @param lines half-open token ranges, one for each line
 */
function headingScores(context: ExtractionContext, lines: readonly Range[]): number[] {
  const scores = known.get(context) ?? new Map<string, number[]>();
  known.set(context, scores);
  const key = lines.map((line) => line.join(':')).join(' ');
  const found = scores.get(key) ?? compare(context, lines);
  scores.set(key, found);
  return found;
}

function compare(context: ExtractionContext, lines: readonly Range[]): number[] {
  const together = context.labels.compare(lines.map(([start, end]): [number, number] => [start, end]));
  const apart = lines.map((line) => context.labels.compare([[line[0], line[1]]]));
  const [only, ...others] = lines;
  const meanings = only && !others.length ? context.meaningOf(only[0], only[1]) : context.meaningOfLines(lines);
  return context.profiles.map((_, field) => {
    const words = (matches: typeof together) => (matches[field] ?? NO_MATCH).score;
    return Math.max(words(together), ...apart.map((matches) => 0.95 * words(matches)), meaningScore(meanings[field]));
  });
}

/** How well a heading names a field, 0 to 1; 0 where it names another field of the schema better. */
export function headingScore(context: ExtractionContext, field: number, lines: readonly Range[]): number {
  const scores = headingScores(context, lines);
  const own = scores[field] ?? 0;
  return scores.some((score, other) => other !== field && score > own) ? 0 : own;
}
