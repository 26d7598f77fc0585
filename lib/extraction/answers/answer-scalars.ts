import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field, Rule } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { currencyCodes } from '#lib/document/values/parse-currency.ts';
import { answerFields, TAKEN } from '../assignment/answer-fields.ts';
import { answerBareLabel } from '../fallbacks/labels/answer-bare-label.ts';
import { answerClause, isSigningDay } from '../fallbacks/labels/answer-clause.ts';
import { answerCue } from '../fallbacks/labels/answer-cue.ts';
import { answerEntry } from '../fallbacks/labels/answer-entry.ts';
import { answerExact } from '../fallbacks/labels/answer-exact.ts';
import { answerFormat } from '../fallbacks/labels/answer-format.ts';
import { answerInline } from '../fallbacks/labels/answer-inline.ts';
import { answerLabelled } from '../fallbacks/labels/answer-labelled.ts';
import { answerMeasure } from '../fallbacks/labels/answer-measure.ts';
import { answerHead } from '../fallbacks/letterhead/answer-head.ts';
import { answerIssuer } from '../fallbacks/letterhead/answer-issuer.ts';
import { answerLetter } from '../fallbacks/letterhead/answer-letter.ts';
import { answerOverAddress } from '../fallbacks/letterhead/answer-over-address.ts';
import { answerParty } from '../fallbacks/letterhead/answer-party.ts';
import { answerPlace, withoutAside } from '../fallbacks/letterhead/answer-place.ts';
import { answerWindow } from '../fallbacks/letterhead/answer-window.ts';
import { answerNationalVat } from '../fallbacks/numbers/answer-national-vat.ts';
import { answerOwnDate } from '../fallbacks/numbers/answer-own-date.ts';
import { answerOwnNumber } from '../fallbacks/numbers/answer-own-number.ts';
import { answerPayment } from '../fallbacks/numbers/answer-payment.ts';
import { answerTaxNumber } from '../fallbacks/numbers/answer-tax-number.ts';
import { answerUnclaimedCode } from '../fallbacks/numbers/answer-unclaimed-code.ts';
import { answerPhrase } from '../options/answer-phrase.ts';
import { createExtractionContext, type ExtractionContext } from '../scoring/extraction-context.ts';
import type { Weights } from '../scoring/weights.ts';
import { penaliseDayOrder } from '../values/penalise-day-order.ts';
import { preserveAlternatives } from '../values/preserve-alternatives.ts';
import { answerCertain } from './answer-certain.ts';
import { preferChecked } from './answer-checked.ts';
import { penaliseTwin } from './penalise-twin.ts';
import { penaliseValue, withoutDay } from './penalise-value.ts';
import { withNextLine } from './with-next-line.ts';
import { withoutReach } from './without-reach.ts';

/** Confidence below which a value of no form gives way to what documents set at their head. */
const WEAK = 0.5;
/** Confidence from which stays what scoring found: an address where several parties have one, and what clauses or entries say otherwise. */
const SURE = 0.9;

/** A document before the fields of a schema, and what the engine answers by itself. */
export type AnsweredDocument = {
  context: ExtractionContext;
  /** All fields, in the schema's order. */
  fields: readonly Field[];
  /** By field; those of rows only where the file itself states them. */
  answers: Map<string, ExtractedValue | ExtractedRow[]>;
  /** Fields that the file itself states or that are filled into its form. */
  stated: ReadonlySet<string>;
};

/** Answers the fields of a schema that have one value each, on upright pages. What the file states in machine form goes first. */
export function answerScalars(
  schema: { fields: readonly Field[]; rules?: readonly Rule[] },
  reading: Reading,
  weights: Weights,
): AnsweredDocument {
  const fields = schema.fields.map(withCurrencies);
  const scalars = fields.filter((field) => field.type !== 'rows');
  const context = createExtractionContext(reading, scalars);
  const { answers, scored, stated, checked } = answerCertain(context, fields);
  for (const [index, answer] of answerFields(context, weights, scored, schema.rules ?? [])) {
    const name = scalars[index]?.name;
    const penalised = penaliseValue(context, index, withoutDay(context, index, answer));
    if (name)
      answers.set(name, answerTaxNumber(context, index, preserveAlternatives(applyFallbacks(context, index, penalised), penalised)));
  }
  const answerOf = (index: number) => {
    const answer = answers.get(scalars[index]?.name ?? '');
    return Array.isArray(answer) ? undefined : answer;
  };
  const parties = new Set(context.profiles.flatMap(({ kind, role }) => (kind === 'address' ? [role] : [])));
  for (const index of scored) {
    const answer = answerOf(index);
    // Where several parties have addresses, whose it is matters most; a doubtful one without any number is a part of one.
    const isPart = (answer?.confidence ?? 1) < WEAK && !/\d/.test(answer?.text ?? '');
    const isOpen = answer?.value === null || isPart || (parties.size > 1 && (answer?.confidence ?? 1) < SURE);
    const place = isOpen ? answerPlace(context, index, answerOf) : null;
    if (answer)
      answers.set(
        scalars[index]?.name ?? '',
        preserveAlternatives(withoutReach(context, index, place ?? withoutAside(context, index, answer)), answer),
      );
  }
  for (const index of scored) {
    const answer = answerOf(index);
    if (answer?.value !== null) continue;
    const found =
      answerOverAddress(context, index, answerOf) ??
      answerNationalVat(context, index, answerOf) ??
      answerUnclaimedCode(context, index, answer, answerOf);
    if (found) answers.set(scalars[index]?.name ?? '', preserveAlternatives(found, answer));
  }
  for (const index of scored) {
    const answer = answerOf(index);
    if (!answer) continue;
    const penalised = penaliseTwin(context, index, penaliseDayOrder(context, index, answer), answerOf);
    answers.set(scalars[index]?.name ?? '', preferChecked(withNextLine(context, index, penalised), checked.get(index)));
  }
  return { context, fields, answers, stated };
}

/**
 * What scoring left empty or in doubt is looked for again where documents set such values without a label; a name that is the other
 * party's by the address window is put right.
 */
function applyFallbacks(context: ExtractionContext, index: number, answer: ExtractedValue): ExtractedValue {
  const entry = answer.confidence < SURE || answer.value === null ? answerEntry(context, index) : null;
  if (entry) return entry;
  if (answer.value === null) {
    const again =
      answerFormat(context, index) ??
      answerMeasure(context, index) ??
      answerLetter(context, index) ??
      answerWindow(context, index) ??
      answerIssuer(context, index) ??
      answerParty(context, index) ??
      answerCue(context, index) ??
      answerClause(context, index) ??
      answerPayment(context, index) ??
      answerPhrase(context, index) ??
      answerOwnNumber(context, index) ??
      answerOwnDate(context, index) ??
      answerBareLabel(context, index) ??
      answerLabelled(context, index);
    if (again) return again;
  }
  const phrase = answer.confidence < SURE ? answerPhrase(context, index) : null;
  if (phrase && !String(answer.value).includes(String(phrase.value))) return phrase;
  const own = answerInline(context, index, answer) ?? answerExact(context, index, answer);
  if (own) return own;
  const isWeak = answer.confidence < WEAK || answer.value === null;
  const clause = answerClause(context, index);
  // The day beside the signatures is seldom another one, so what a clause says of that goes before it.
  if (clause && isSigningDay(context, answer)) return clause;
  const again = isWeak
    ? (clause ??
      answerLetter(context, index) ??
      answerIssuer(context, index) ??
      answerHead(context, index) ??
      answerWindow(context, index, answer.value) ??
      answerOwnNumber(context, index) ??
      (answer.value === null || answer.confidence <= TAKEN || context.profiles[index]?.kind === 'identifier'
        ? answerLabelled(context, index)
        : null))
    : (answerWindow(context, index, answer.value) ?? clause);
  return again && (isWeak || again.confidence > answer.confidence) ? again : answer;
}

/** A currency is one of the known codes, recognised by code or sign, whether or not the owner listed them. */
function withCurrencies(field: Field): Field {
  return field.type === 'string' && field.format === 'currency' ? { ...field, type: 'enum', enum: [...currencyCodes] } : field;
}
