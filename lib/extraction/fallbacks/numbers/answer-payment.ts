import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { parseCurrency } from '#lib/document/values/parse-currency.ts';
import { anyOf, whole } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { splitWords } from '../../terms/vocabulary.ts';
import { evidenceOf } from '../../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../../view/document-view.ts';

/** Means of payment as documents print them. */
const MEANS = whole(({ payment }) => payment?.means, 'iu');
/** A field that asks how something was paid. */
const ASKS = new RegExp(
  `\\b(?:${anyOf(({ payment }) => payment?.asksMeans)})\\w*\\b.*\\b(?:${anyOf(({ payment }) => payment?.ways)})\\w*|\\b(?:${anyOf(({ payment }) => payment?.asksMeansWhole)})\\b`,
  'i',
);
/** Words of a means of payment at most. */
const LENGTH = 2;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.75;

/**
 * How something was paid, where the document names the means at the beginning of a line beside an amount or the rest of a card's
 * number (“Card ****1183  32.75”). Null when the field does not ask for it or no such line stands there.
 */
export function answerPayment(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  const { name = '', label = '' } = profile?.field ?? {};
  if (profile?.kind !== 'text' || !ASKS.test(`${splitWords(name).join(' ')} ${label ?? ''}`)) return null;
  const { view } = context;
  for (const segment of [...view.segments].reverse()) {
    const end = Math.min(segment.end, segment.start + LENGTH);
    for (let stop = end; stop > segment.start; stop--) {
      const text = textOfTokens(view, segment.start, stop).replace(/:$/, '');
      if (!MEANS.test(text) || !isBeside(context, segment.index, stop)) continue;
      return {
        value: text,
        text,
        confidence: CONFIDENCE,
        evidence: evidenceOf(view, [[segment.start, stop]], segment.page),
        candidates: [],
        reason: 'stands beside what was paid',
      };
    }
  }
  return null;
}

/** True when an amount or a masked number is all that stands behind the words on their line. */
function isBeside(context: ExtractionContext, index: number, stop: number): boolean {
  const { view } = context;
  const segment = view.segments[index];
  const right = neighbourOf(view, segment, 'right');
  if (!segment) return false;
  const rest = view.tokens.slice(stop, segment.end).concat(right ? view.tokens.slice(right.start, right.end) : []);
  return (
    rest.length > 0 &&
    rest.every(({ text }) => /^[\p{Sc}]?[-\d.,*xX•#:]+$/u.test(text) || /^(?:[A-Z]{3}|\p{Sc})$/u.test(text) || parseCurrency(text) !== null)
  );
}
