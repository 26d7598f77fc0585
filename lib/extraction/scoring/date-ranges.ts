import { type Candidate, endOf, startOf } from '../candidates/candidate.ts';
import { anyOf } from '../languages/languages.ts';
import type { DocumentView } from '../view/document-view.ts';

const BETWEEN = new RegExp(`^(?:-|–|—|${anyOf(({ littleWords }) => littleWords?.ranges)}|\\/)?$`, 'i');

/** Tells for each date candidate whether it begins or ends a range: two dates with nothing or a joining word between. */
export function findDateRanges(view: DocumentView, candidates: readonly Candidate[]): (candidate: number) => 'start' | 'end' | null {
  const dates = candidates
    .map((candidate, index) => ({ candidate, index }))
    .filter(({ candidate }) => candidate.kind === 'date' && candidate.ranges.length === 1);
  dates.sort((a, b) => startOf(a.candidate) - startOf(b.candidate));
  const roles = new Map<number, 'start' | 'end'>();
  for (let at = 1; at < dates.length; at++) {
    const first = dates[at - 1];
    const second = dates[at];
    if (!first || !second || first.candidate.page !== second.candidate.page) continue;
    const from = endOf(first.candidate);
    const to = startOf(second.candidate);
    if (to - from > 2 || String(first.candidate.value) > String(second.candidate.value)) continue;
    const between = view.tokens.slice(from, Math.max(from, to)).map((token) => token.text);
    const sameToken = to < from || (to === from && /[-–]/.test(view.tokens[to]?.text ?? ''));
    const joined = between.length > 0 && between.every((text) => BETWEEN.test(text.replace(/[:,]/g, '')));
    const glued = between.length === 0 && /[-–]$/.test(view.tokens[from - 1]?.text ?? '');
    if (!sameToken && !joined && !glued) continue;
    if (!roles.has(first.index)) roles.set(first.index, 'start');
    roles.set(second.index, 'end');
  }
  return (index) => roles.get(index) ?? null;
}
