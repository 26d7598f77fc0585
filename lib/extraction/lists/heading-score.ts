import { meaningScore } from '../rows/heading-meanings.ts';
import type { Scene } from '../scoring/scene.ts';
import { NO_MATCH } from '../terms/label-index.ts';

type Range = readonly [number, number];

const known = new WeakMap<Scene, Map<string, number[]>>();

/**
 * How well a heading names each field of the schema, 0 to 1: by its words over all lines, by those of one line, or else by meaning.
 * @param lines half-open token ranges, one for each line
 */
function headingScores(scene: Scene, lines: readonly Range[]): number[] {
  const scores = known.get(scene) ?? new Map<string, number[]>();
  known.set(scene, scores);
  const key = lines.map((line) => line.join(':')).join(' ');
  const found = scores.get(key) ?? compare(scene, lines);
  scores.set(key, found);
  return found;
}

function compare(scene: Scene, lines: readonly Range[]): number[] {
  const together = scene.labels.compare(lines.map(([start, end]): [number, number] => [start, end]));
  const apart = lines.map((line) => scene.labels.compare([[line[0], line[1]]]));
  const [only, ...others] = lines;
  const meanings = only && !others.length ? scene.meaningOf(only[0], only[1]) : scene.meaningOfLines(lines);
  return scene.profiles.map((_, field) => {
    const words = (matches: typeof together) => (matches[field] ?? NO_MATCH).score;
    return Math.max(words(together), ...apart.map((matches) => 0.95 * words(matches)), meaningScore(meanings[field]));
  });
}

/** How well a heading names a field, 0 to 1; 0 where it names another field of the schema better. */
export function headingScore(scene: Scene, field: number, lines: readonly Range[]): number {
  const scores = headingScores(scene, lines);
  const own = scores[field] ?? 0;
  return scores.some((score, other) => other !== field && score > own) ? 0 : own;
}
