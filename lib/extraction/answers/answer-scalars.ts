import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field, Rule } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { currencyCodes } from '#lib/document/values/parse-currency.ts';
import { type Scene, setScene } from '../scoring/scene.ts';
import type { Weights } from '../scoring/weights.ts';
import { doubtDayOrder } from '../values/doubt-day-order.ts';
import { answerBareLabel } from './answer-bare-label.ts';
import { answerCertain } from './answer-certain.ts';
import { preferChecked } from './answer-checked.ts';
import { answerClause, isSigningDay } from './answer-clause.ts';
import { answerCue } from './answer-cue.ts';
import { answerEntry } from './answer-entry.ts';
import { answerExact } from './answer-exact.ts';
import { answerFields, TAKEN } from './answer-fields.ts';
import { answerFormat } from './answer-format.ts';
import { answerHead } from './answer-head.ts';
import { answerInline } from './answer-inline.ts';
import { answerIssuer } from './answer-issuer.ts';
import { answerLabelled } from './answer-labelled.ts';
import { answerLetter } from './answer-letter.ts';
import { answerMeasure } from './answer-measure.ts';
import { answerNationalVat } from './answer-national-vat.ts';
import { answerOverAddress } from './answer-over-address.ts';
import { answerOwnDate } from './answer-own-date.ts';
import { answerOwnNumber } from './answer-own-number.ts';
import { answerParty } from './answer-party.ts';
import { answerPayment } from './answer-payment.ts';
import { answerPhrase } from './answer-phrase.ts';
import { answerPlace, withoutAside } from './answer-place.ts';
import { answerTaxNumber } from './answer-tax-number.ts';
import { answerUnclaimedCode } from './answer-unclaimed-code.ts';
import { answerWindow } from './answer-window.ts';
import { doubtTwin } from './doubt-twin.ts';
import { doubtValue, withoutDay } from './doubt-value.ts';
import { keepReplaced } from './keep-replaced.ts';
import { withNextLine } from './with-next-line.ts';
import { withoutReach } from './without-reach.ts';

/** Confidence below which a value of no form gives way to what papers set at their head. */
const WEAK = 0.5;
/** Confidence from which stays what scoring found: an address where several parties have one, and what clauses or entries say otherwise. */
const SURE = 0.9;

/** A document before the fields of a schema, and what the engine answers by itself. */
export type AnsweredDocument = {
  scene: Scene;
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
  const scene = setScene(reading, scalars);
  const { answers, scored, stated, checked } = answerCertain(scene, fields);
  for (const [index, answer] of answerFields(scene, weights, scored, schema.rules ?? [])) {
    const name = scalars[index]?.name;
    const doubted = doubtValue(scene, index, withoutDay(scene, index, answer));
    if (name) answers.set(name, answerTaxNumber(scene, index, keepReplaced(secondLook(scene, index, doubted), doubted)));
  }
  const answerOf = (index: number) => {
    const answer = answers.get(scalars[index]?.name ?? '');
    return Array.isArray(answer) ? undefined : answer;
  };
  const parties = new Set(scene.profiles.flatMap(({ kind, role }) => (kind === 'address' ? [role] : [])));
  for (const index of scored) {
    const answer = answerOf(index);
    // Where several parties have addresses, whose it is matters most; a doubtful one without any number is a part of one.
    const isPart = (answer?.confidence ?? 1) < WEAK && !/\d/.test(answer?.text ?? '');
    const isOpen = answer?.value === null || isPart || (parties.size > 1 && (answer?.confidence ?? 1) < SURE);
    const place = isOpen ? answerPlace(scene, index, answerOf) : null;
    if (answer)
      answers.set(
        scalars[index]?.name ?? '',
        keepReplaced(withoutReach(scene, index, place ?? withoutAside(scene, index, answer)), answer),
      );
  }
  for (const index of scored) {
    const answer = answerOf(index);
    if (answer?.value !== null) continue;
    const found =
      answerOverAddress(scene, index, answerOf) ??
      answerNationalVat(scene, index, answerOf) ??
      answerUnclaimedCode(scene, index, answer, answerOf);
    if (found) answers.set(scalars[index]?.name ?? '', keepReplaced(found, answer));
  }
  for (const index of scored) {
    const answer = answerOf(index);
    if (!answer) continue;
    const doubted = doubtTwin(scene, index, doubtDayOrder(scene, index, answer), answerOf);
    answers.set(scalars[index]?.name ?? '', preferChecked(withNextLine(scene, index, doubted), checked.get(index)));
  }
  return { scene, fields, answers, stated };
}

/**
 * What scoring left empty or in doubt is looked for again where papers set such values without a label; a name that is the other
 * party's by the address window is put right.
 */
function secondLook(scene: Scene, index: number, answer: ExtractedValue): ExtractedValue {
  const entry = answer.confidence < SURE || answer.value === null ? answerEntry(scene, index) : null;
  if (entry) return entry;
  if (answer.value === null) {
    const again =
      answerFormat(scene, index) ??
      answerMeasure(scene, index) ??
      answerLetter(scene, index) ??
      answerWindow(scene, index) ??
      answerIssuer(scene, index) ??
      answerParty(scene, index) ??
      answerCue(scene, index) ??
      answerClause(scene, index) ??
      answerPayment(scene, index) ??
      answerPhrase(scene, index) ??
      answerOwnNumber(scene, index) ??
      answerOwnDate(scene, index) ??
      answerBareLabel(scene, index) ??
      answerLabelled(scene, index);
    if (again) return again;
  }
  const phrase = answer.confidence < SURE ? answerPhrase(scene, index) : null;
  if (phrase && !String(answer.value).includes(String(phrase.value))) return phrase;
  const own = answerInline(scene, index, answer) ?? answerExact(scene, index, answer);
  if (own) return own;
  const isWeak = answer.confidence < WEAK || answer.value === null;
  const clause = answerClause(scene, index);
  // The day beside the signatures is seldom another one, so what a clause says of that goes before it.
  if (clause && isSigningDay(scene, answer)) return clause;
  const again = isWeak
    ? (clause ??
      answerLetter(scene, index) ??
      answerIssuer(scene, index) ??
      answerHead(scene, index) ??
      answerWindow(scene, index, answer.value) ??
      answerOwnNumber(scene, index) ??
      (answer.value === null || answer.confidence <= TAKEN || scene.profiles[index]?.kind === 'identifier'
        ? answerLabelled(scene, index)
        : null))
    : (answerWindow(scene, index, answer.value) ?? clause);
  return again && (isWeak || again.confidence > answer.confidence) ? again : answer;
}

/** A currency is one of the known codes, recognised by code or sign, whether or not the owner listed them. */
function withCurrencies(field: Field): Field {
  return field.type === 'string' && field.format === 'currency' ? { ...field, type: 'enum', enum: [...currencyCodes] } : field;
}
