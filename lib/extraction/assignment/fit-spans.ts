import { endOf, startOf } from '../candidates/candidate.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { wordsOfName } from '../terms/field-profile.ts';
import { familiesOfPhrase } from '../terms/vocabulary.ts';
import type { FieldAssignment } from './field-assignment.ts';

/** Candidates of each end that take part, and how far (log-odds) they may be behind the best one. */
const DEPTH = 8;
const BEHIND = 4;
/** Log-odds that two ends of one written span are worth, and what an end before its beginning costs. */
const [BONUS, PENALTY] = [1.6, 3];
/** Tokens between the two dates of a written span ("1.3. – 31.3.", "from … to …") at most. */
const BETWEEN = 3;

/**
 * Chooses the beginning and the end of a span of days together: two dates written as one span are preferred, and an end before
 * its beginning is avoided. Which fields are the two ends is told by their names (`stay_from` and `stay_to`).
 */
export function fitSpans(context: ExtractionContext, assignments: readonly FieldAssignment[]): void {
  const dates = assignments.filter(({ group }) => group === 'date');
  for (const start of dates) {
    const words = wordsOf(context, start);
    if (!words.has('start')) continue;
    const end = dates.find((other) => other !== start && belongs(words, wordsOf(context, other)));
    if (end) fitSpan(context, start, end);
  }
}

function wordsOf(context: ExtractionContext, assignment: FieldAssignment): Set<string> {
  return new Set(familiesOfPhrase(wordsOfName(context.profiles[assignment.field]?.field.name ?? '')));
}

/** True when two names differ in nothing but "start" and "end". */
function belongs(start: ReadonlySet<string>, end: ReadonlySet<string>): boolean {
  if (!end.has('end') || end.has('start')) return false;
  const rest = (words: ReadonlySet<string>, own: string) => [...words].filter((word) => word !== own && word !== 'date').sort();
  return rest(start, 'start').join() === rest(end, 'end').join();
}

function fitSpan(context: ExtractionContext, start: FieldAssignment, end: FieldAssignment): void {
  const optionsOf = ({ ranked }: FieldAssignment) =>
    ranked.slice(0, DEPTH).flatMap((entry, position) => (entry.score > (ranked[0]?.score ?? 0) - BEHIND ? [{ ...entry, position }] : []));
  let best = -Infinity;
  for (const from of optionsOf(start))
    for (const to of optionsOf(end)) {
      const [a, b] = [context.pool.candidates[from.index], context.pool.candidates[to.index]];
      if (!a || !b) continue;
      const gap = startOf(b) - endOf(a);
      // Both ends may share a word (“1-31 March 2024”).
      const one = a.page === b.page && gap >= -1 && gap <= BETWEEN && a.value !== b.value && startOf(b) >= startOf(a);
      const turned = String(b.value) < String(a.value);
      const score = from.score + to.score + (one && !turned ? BONUS : 0) - (turned ? PENALTY : 0);
      if (score <= best) continue;
      best = score;
      start.position = from.position;
      end.position = to.position;
      start.isSpan = one && !turned;
      end.isSpan = one && !turned;
    }
}
