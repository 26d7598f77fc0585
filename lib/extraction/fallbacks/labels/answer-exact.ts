import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { endOf, startOf } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import { wordsOfName } from '../../terms/field-profile.ts';
import { splitWords } from '../../terms/vocabulary.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { tidyValue } from '../../values/tidy-value.ts';
import { neighbourOf, textOfTokens } from '../../view/document-view.ts';

/** Words of a label at most. */
const LABEL = 6;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.8;

/**
 * The only number right behind (or beside) just the words of the field's name or label, where the one that was found stands behind
 * another word for it: the "NIF" of a person beside the "CIF" of a company. Null otherwise.
 */
export function answerExact(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue | null {
  const profile = context.profiles[field];
  if (!profile || (profile.kind !== 'identifier' && profile.kind !== 'vat_id') || answer.value === null) return null;
  const names = new Set(
    [wordsOfName(profile.field.name), profile.field.label ?? ''].map((text) => splitWords(text).join(' ')).filter(Boolean),
  );
  const found = new Map<string, number>();
  for (const [index, candidate] of context.pool.candidates.entries()) {
    if (candidate.ranges.length !== 1 || !isSuitable(profile, candidate) || !/\d/.test(candidate.text)) continue;
    const label = labelOf(context, index);
    if (label === null || !names.has(splitWords(label).join(' '))) continue;
    if (candidate.text === answer.text) return null;
    // All that stands behind the label on its line.
    if (endOf(candidate) !== context.view.segments[candidate.segment]?.end) continue;
    const key = String(tidyValue(candidate.value, profile.kind));
    if (!found.has(key)) found.set(key, index);
  }
  const [index] = found.values();
  if (index === undefined || found.size > 1) return null;
  const { value, text, evidence, reason } = publicCandidate(context, field, index, CONFIDENCE);
  return { value: tidyValue(value, profile.kind), text, confidence: CONFIDENCE, evidence, candidates: [], ...(reason ? { reason } : {}) };
}

/** The text before a candidate on its line, all of it, or beside it; null for none or a long one. */
function labelOf({ pool, view }: ExtractionContext, index: number): string | null {
  const candidate = pool.candidates[index];
  const segment = view.segments[candidate?.segment ?? -1];
  if (!candidate || !segment) return null;
  const start = startOf(candidate);
  const left = start > segment.start ? segment : neighbourOf(view, segment, 'left');
  const end = left === segment ? start : (left?.end ?? 0);
  return left && end - left.start <= LABEL ? textOfTokens(view, left.start, end) : null;
}
