import type { Flag, MergedCandidate, MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';

/** The command that explains a value, also for the key that closes the explanation again. */
export const WHY = { id: 'fields.why', keys: ['Alt+w'] };
/** How many candidates have a key of their own. */
export const KEYED_CANDIDATES = 5;

/** Name and usual keys of what takes a candidate, by its index. */
export function candidateKey(index: number) {
  return { id: `fields.candidate-${index + 1}`, keys: [`Alt+${index + 1}`] };
}

/** Tells one mention on the pages from another; null for what has no words. */
function placeKey(evidence: MergedCandidate['evidence']): string | null {
  const words = evidence.flatMap(({ page, words: indices = [] }) => indices.map((word) => `${page} ${word}`));
  return words.length === 0 ? null : words.toSorted().join();
}

/** What approved documents say instead of the extracted value, with its place where that is known; empty where they say nothing else. */
function listExpected(field: RowField, { second_opinion: opinion, candidates }: MergedValue): MergedCandidate[] {
  if (!opinion || opinion.agrees || opinion.value === null) return [];
  const shown = formatValue(field.type, opinion.value);
  const considered = candidates.find((candidate) => formatValue(field.type, candidate.value) === shown);
  const { value, text, evidence, remembered } = opinion;
  const reason = remembered.basis === 'value' ? 'As in approved documents.' : 'In the same place as in approved documents.';
  if (considered && considered.evidence.length > 0) return [{ ...considered, reason }];
  return [{ value, text, confidence: considered?.confidence ?? null, evidence, reason }];
}

/**
 * The other values that were considered, best first, each value once: first of all what approved documents say. Without the one the field has,
 * also where it is written otherwise: the very same words of the page are the same value, unless approved documents say otherwise.
 */
export function listCandidates(field: RowField, merged: MergedValue): MergedCandidate[] {
  const own = merged.value === null ? null : placeKey(merged.evidence);
  const seen = new Set([formatValue(field.type, merged.value)]);
  const expected = listExpected(field, merged);
  return [...expected, ...merged.candidates].filter((candidate) => {
    const shown = formatValue(field.type, candidate.value);
    const isOwn = !expected.includes(candidate) && own !== null && field.type === 'string' && placeKey(candidate.evidence) === own;
    if (isOwn || seen.has(shown)) return false;
    seen.add(shown);
    return true;
  });
}

/** Place, among the listed candidates, of a value that a flag proposes, where it has a key; null where it has none. */
export function findKeyed(candidates: readonly MergedCandidate[], { proposal }: Flag): number | null {
  const index = candidates.findIndex(({ value }) => JSON.stringify(value) === JSON.stringify(proposal));
  return index >= 0 && index < KEYED_CANDIDATES ? index : null;
}

/**
 * Place, among the listed candidates, of the likeliest value of a field that is flagged because the engine dared give none. What
 * other fields hold already is not offered. Null when there is nothing to offer.
 */
export function findOffer(field: RowField, merged: MergedValue, flags: readonly Flag[], taken: ReadonlySet<unknown>): number | null {
  if (merged.status !== 'machine' || merged.value !== null || flags.length === 0) return null;
  const index = listCandidates(field, merged).findIndex(({ value }) => !taken.has(value));
  return index >= 0 && index < KEYED_CANDIDATES ? index : null;
}
