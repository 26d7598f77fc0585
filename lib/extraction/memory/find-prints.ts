import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { textOverlap } from '../labels/text-overlap.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { isSuitable } from '../scoring/suitable.ts';
import { sameValue } from '../values/same-value.ts';
import { tidyValue } from '../values/tidy-value.ts';

/** Least overlap of a text with a print that is the same text, slips of recognition aside. */
const ALIKE = 0.75;

/** A candidate that says a value, and how nearly: 1 = the same. */
export type Found = { index: number; likeness: number };

/**
 * The candidates of a document that print a value of a field: the same value, or where a text is printed nowhere so, what is likest to
 * it. Where evidence is given, those on its words go alone, if there are any.
 */
export function findPrints(context: ExtractionContext, field: number, value: Value, evidence: readonly Evidence[] = []): Found[] {
  const profile = context.profiles[field];
  if (!profile || value === null || Array.isArray(value) || typeof value === 'boolean') return [];
  const same: Found[] = [];
  const alike: Found[] = [];
  const text = typeof value === 'string' && profile.kind !== 'date' ? foldText(value) : '';
  context.pool.candidates.forEach((candidate, index) => {
    if (!isSuitable(profile, candidate)) return;
    const said = tidyValue(candidate.value, profile.kind);
    if (sameValue(said, value)) same.push({ index, likeness: 1 });
    else if (text && typeof said === 'string' && Math.abs(said.length - text.length) <= 0.3 * text.length + 1) {
      const likeness = textOverlap(foldText(said), text);
      if (likeness >= ALIKE) alike.push({ index, likeness });
    }
  });
  const best = Math.max(0, ...alike.map(({ likeness }) => likeness));
  const found = same.length > 0 ? same : alike.filter(({ likeness }) => likeness === best);
  const shown = found.filter(({ index }) => isShown(context, index, evidence));
  return shown.length > 0 ? shown : found;
}

/** True when a candidate stands on the words of evidence. */
function isShown({ view, pool }: ExtractionContext, index: number, evidence: readonly Evidence[]): boolean {
  const candidate = pool.candidates[index];
  const page = view.pages[candidate?.page ?? -1]?.page;
  return evidence.some(({ page: number, words }) => {
    if (!candidate || page?.number !== number || !words?.length) return false;
    const wanted = new Set(words);
    return candidate.ranges.some(([start, end]) => {
      for (let token = start; token < end; token++) if (wanted.has(view.tokens[token]?.word ?? -1)) return true;
      return false;
    });
  });
}
