import type { ExtractedValue, Candidate as PublicCandidate } from '#lib/contract/service/extraction.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { CONCEPT_PHRASES } from '../../terms/field-profile.ts';

/** From which labelness on text is taken for a label. */
const LABEL = 0.4;
/** How well a label must name a concept for the number behind it to be that concept's. */
const KNOWN = 0.75;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.4;

/**
 * The number that scoring thought likeliest for a field of a number that was left empty, where it is plainly a code (“P4RT7X”,
 * “90314467205”), has a label that names no other known thing, and was given to no other field: it is more likely right than not,
 * though no word of the field stands beside it. Null otherwise.
 * @param answerOf the answer that was given for a field, by place among the context's fields
 */
export function answerUnclaimedCode(
  context: ExtractionContext,
  field: number,
  answer: ExtractedValue,
  answerOf: (field: number) => ExtractedValue | undefined,
): ExtractedValue | null {
  const profile = context.profiles[field];
  const best = widest(answer.candidates);
  if (profile?.kind !== 'identifier' || profile.field.type !== 'string' || !best || typeof best.value !== 'string') return null;
  const key = textKey(best.value);
  const prints = context.pool.candidates.flatMap((candidate, index) => (textKey(candidate.text) === key ? [{ candidate, index }] : []));
  if (
    !isCode(best.value) ||
    !prints.some(({ candidate }) => candidate.kind === 'code') ||
    prints.some(({ candidate }) => isOther(candidate))
  )
    return null;
  const concepts = new Set(profile.concepts.map(({ id }) => id));
  const isKnownOtherwise = prints.some(({ index }) =>
    context.conceptScores(index).some((score, at) => score >= KNOWN && !concepts.has(CONCEPT_PHRASES[at]?.id ?? '')),
  );
  const isTaken = context.profiles.some((_, at) => {
    const other = at === field ? '' : textKey(String(answerOf(at)?.value ?? ''));
    return other.includes(key) || (isCode(other.toUpperCase()) && key.includes(other));
  });
  if (isKnownOtherwise || isTaken || !prints.some(({ index }) => isLabelled(context, index))) return null;
  return {
    ...answer,
    ...best,
    confidence: CONFIDENCE,
    candidates: answer.candidates.filter((one) => one !== best),
    reason: 'the likeliest number that nothing else asks for',
  };
}

/** True for text with a label before, beside or over it, whatever that says. */
function isLabelled(context: ExtractionContext, index: number): boolean {
  const { inline, left, above } = context.around(index);
  return [inline, left, above].some((print) => print !== null && context.labelnessOf(print.start, print.end) >= LABEL);
}

/** Letters of a series before a number at most. */
const SERIES = 1;

/** The first candidate, or the same number with the letters of its series (“K 55-2047713-9”). */
function widest(candidates: readonly PublicCandidate[]): PublicCandidate | undefined {
  const [first, ...others] = candidates;
  const key = textKey(String(first?.value ?? ''));
  const isWider = (code: string) => code.endsWith(key) && code.length <= key.length + SERIES;
  return (key && others.find(({ value }) => isWider(textKey(String(value))) && isCode(String(value)))) || first;
}

/** Five signs or more, with letters and figures, or figures alone; no time, and no word of a sentence. */
function isCode(text: string): boolean {
  return textKey(text).length >= 5 && /\d/.test(text) && /^[\p{Lu}\d][\p{Lu}\d/.\- ]*$/u.test(text) && !/^\d{1,2}[.:]\d{2}/.test(text);
}

/** True for text that is known by its form to be something else. */
function isOther({ kind }: Candidate): boolean {
  return kind === 'phone' || kind === 'date' || kind === 'amount' || kind === 'vat_id' || kind === 'iban' || kind === 'duration';
}
