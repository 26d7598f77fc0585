import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { parseVatId } from '#lib/document/values/parse-identifier.ts';
import { hasCheckDigits, isTaxNumber, type TaxNumberKind } from '#lib/document/values/tax-number.ts';
import { startOf } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { taxNumberKindOf } from '../../terms/tax-number-kind.ts';
import { familiesOfPhrase } from '../../terms/vocabulary.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { preserveAlternatives } from '../../values/preserve-alternatives.ts';
import { textOfTokens } from '../../view/document-view.ts';

/** Confidence at most in a value that is not of the form its field's numbers have: a person sees it. */
const MISFORMED = 0.5;
/** What the only number behind its own name is worth where scoring found none or one of another form. Set by hand. */
const CHECKED = 0.75;

/**
 * Looks again at a field that is named after a number whose form is known: a value of another form gives way to the only text
 * whose form and check digits are right, or that stands behind the number's name where it has none, or is given in doubt.
 */
export function answerTaxNumber(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  const profile = context.profiles[field];
  if (profile?.concepts[0]?.id === 'tax_number' && !profile.concepts.some(({ id }) => id === 'vat_id') && isVatId(answer))
    return { ...answer, confidence: Math.min(answer.confidence, MISFORMED) };
  const kind =
    profile?.kind === 'identifier' || profile?.kind === 'vat_id' ? taxNumberKindOf(profile.field.name, profile.field.label) : null;
  if (!kind || (typeof answer.value === 'string' && isTaxNumber(kind, answer.value))) return answer;
  const whole = wholeNumbers(context, kind);
  const named = whole.filter((index) => isNamed(context, kind, index));
  const found = named.length || !hasCheckDigits(kind) ? named : whole.filter((index) => !isToReach(context, index));
  const only = found.length === 1 ? found[0] : undefined;
  const isShared = context.profiles.some((other, at) => at !== field && taxNumberKindOf(other.field.name, other.field.label) === kind);
  if (only !== undefined && (!isShared || context.party(only)?.role === profile?.role)) {
    const better = publicCandidate(context, field, only, named.length ? CHECKED : MISFORMED);
    return preserveAlternatives(
      {
        ...better,
        candidates: [],
        reason: named.length ? 'the only number of this form behind its name' : 'the only number with this form and right check digits',
      },
      answer,
    );
  }
  return answer.value === null ? answer : { ...answer, confidence: Math.min(answer.confidence, MISFORMED) };
}

/** True for a VAT number with its country before it, which is no national tax number. */
function isVatId({ value }: ExtractedValue): boolean {
  return typeof value === 'string' && parseVatId(value) !== null;
}

/** True when the number's own name ("SSN", "EIN") stands right before it. */
function isNamed(context: ExtractionContext, kind: TaxNumberKind, index: number): boolean {
  return familiesBefore(context, index).includes(kind);
}

/** True for a number of a telephone, an account or the like. */
function isToReach(context: ExtractionContext, index: number): boolean {
  return familiesBefore(context, index).some((family) => ['phone', 'fax', 'iban', 'account', 'bank', 'invoice', 'order'].includes(family));
}

function familiesBefore(context: ExtractionContext, index: number): string[] {
  const candidate = context.pool.candidates[index];
  const start = candidate ? startOf(candidate) : 0;
  const segment = context.view.segments[candidate?.segment ?? -1];
  return familiesOfPhrase(textOfTokens(context.view, Math.max(segment?.start ?? start, start - 2), start));
}

/** Candidates that are such a number, one for each number, and no part of a longer one. */
function wholeNumbers(context: ExtractionContext, kind: TaxNumberKind): number[] {
  const found = new Map<string, number>();
  context.pool.candidates.forEach((candidate, index) => {
    if (candidate.ranges.length !== 1 || !['code', 'text', 'phone', 'vat_id'].includes(candidate.kind)) return;
    if (!/\d/.test(candidate.text) || candidate.text.length > 24 || !isTaxNumber(kind, candidate.text)) return;
    const [from, to] = [startOf(candidate), candidate.ranges[0]?.[1] ?? 0];
    const touches = (token: number) => {
      const print = context.view.tokens[token];
      return print?.segment === candidate.segment && /^[\d.\-/]*\d[\d.\-/]*$/.test(print.text);
    };
    const key = candidate.text.replace(/[^A-Z\d]/gi, '').toUpperCase();
    if (!touches(from - 1) && !touches(to) && !found.has(key)) found.set(key, index);
  });
  return [...found.values()];
}
