import { newRecord } from '#lib/contract/json/new-record.ts';
import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Field, Rule } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { turnPlacesBack, uprightReading } from '#lib/document/geometry/upright-reading.ts';
import { currencyCodes } from '#lib/document/values/parse-currency.ts';
import { answerBareLabel } from './answers/answer-bare-label.ts';
import { answerCertain } from './answers/answer-certain.ts';
import { preferChecked } from './answers/answer-checked.ts';
import { answerClause, isSigningDay } from './answers/answer-clause.ts';
import { answerCue } from './answers/answer-cue.ts';
import { answerExact } from './answers/answer-exact.ts';
import { answerFields, TAKEN } from './answers/answer-fields.ts';
import { answerFormat } from './answers/answer-format.ts';
import { answerHead } from './answers/answer-head.ts';
import { answerInline } from './answers/answer-inline.ts';
import { answerLabelled } from './answers/answer-labelled.ts';
import { answerNationalVat } from './answers/answer-national-vat.ts';
import { answerOverAddress } from './answers/answer-over-address.ts';
import { answerOwnDate } from './answers/answer-own-date.ts';
import { answerOwnNumber } from './answers/answer-own-number.ts';
import { answerParty } from './answers/answer-party.ts';
import { answerPayment } from './answers/answer-payment.ts';
import { answerPhrase } from './answers/answer-phrase.ts';
import { answerPlace, withoutAside } from './answers/answer-place.ts';
import { answerTaxNumber } from './answers/answer-tax-number.ts';
import { answerWindow } from './answers/answer-window.ts';
import { doubtTwin } from './answers/doubt-twin.ts';
import { doubtValue, withoutDay } from './answers/doubt-value.ts';
import { flagHidden } from './answers/flag-hidden.ts';
import { keepReplaced } from './answers/keep-replaced.ts';
import type { Remembered } from './memory/lesson.ts';
import { countRows } from './rows/completeness.ts';
import { answerAnyRows } from './rows/sections/answer-any-rows.ts';
import { loadWeights } from './scoring/load-weights.ts';
import { type Scene, setScene } from './scoring/scene.ts';
import type { Weights } from './scoring/weights.ts';
import { nothingFound } from './values/build-value.ts';
import { doubtDayOrder } from './values/doubt-day-order.ts';

/** Name and version of this engine as results carry it. */
export const ENGINE = 'local-1';

/** Confidence below which a value of no form gives way to what papers set at their head. */
const WEAK = 0.5;
/** Confidence from which an address stays what scoring found where several parties have one. */
const SURE = 0.9;

export type ExtractionTask = {
  /** Fields (and rules) of a schema; a saved schema or a draft. */
  schema: { fields: readonly Field[]; rules?: readonly Rule[] };
  reading: Reading;
  /** Learned weights; the shipped ones when absent. Weights made for another list of features throw `RangeError`. */
  weights?: Weights | undefined;
  /** Approved documents like this one; their values are proposals beside the engine's own. */
  memory?: readonly Remembered[] | undefined;
};

/**
 * Finds the values of a schema's fields in a reading. Pure and deterministic. Every field gets an entry: a value with
 * evidence and calibrated confidence, or null with a reason; `rows` fields an array of rows. What the file states in machine
 * form (e-invoice, mail header) goes before what its pages show.
 */
export function extract(task: ExtractionTask): ExtractionResult {
  const reading = uprightReading(task.reading);
  return reading === task.reading ? extractUpright(task) : turnPlacesBack(extractUpright({ ...task, reading }), task.reading);
}

function extractUpright(task: ExtractionTask): ExtractionResult {
  const started = performance.now();
  const { schema, reading } = task;
  const weights = loadWeights(task.weights);
  const fields = schema.fields.map(withCurrencies);
  const scalars = fields.filter((field) => field.type !== 'rows');
  const scene = setScene(reading, scalars);
  const { answers, scored, checked } = answerCertain(scene, fields);
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
    if (answer) answers.set(scalars[index]?.name ?? '', keepReplaced(place ?? withoutAside(scene, index, answer), answer));
  }
  for (const index of scored) {
    const answer = answerOf(index);
    const found = answer?.value === null ? (answerOverAddress(scene, index, answerOf) ?? answerNationalVat(scene, index, answerOf)) : null;
    if (found && answer) answers.set(scalars[index]?.name ?? '', keepReplaced(found, answer));
  }
  for (const index of scored) {
    const answer = answerOf(index);
    if (!answer) continue;
    const doubted = doubtTwin(scene, index, doubtDayOrder(scene, index, answer), answerOf);
    answers.set(scalars[index]?.name ?? '', preferChecked(doubted, checked.get(index)));
  }
  const completeness: ExtractionResult['completeness'] = newRecord();
  for (const field of fields) {
    if (field.type !== 'rows') continue;
    const known = answers.get(field.name);
    if (Array.isArray(known)) {
      completeness[field.name] = countRows(field, known, reading, []);
      continue;
    }
    if (known) continue;
    const rows = answerAnyRows(scene, field);
    answers.set(field.name, rows.rows);
    completeness[field.name] = countRows(field, rows.rows, reading, rows.completeness.unclaimed);
  }
  return {
    fields: flagHidden(
      Object.fromEntries(fields.map((field) => [field.name, answers.get(field.name) ?? nothingFound('Not looked for.', 0.5)])),
      reading,
    ),
    completeness,
    engine: ENGINE,
    duration_ms: Math.round((performance.now() - started) * 10) / 10,
  };
}

/**
 * What scoring left empty or in doubt is looked for again where papers set such values without a label; a name that is the other
 * party's by the address window is put right.
 */
function secondLook(scene: Scene, index: number, answer: ExtractedValue): ExtractedValue {
  if (answer.value === null) {
    const again =
      answerFormat(scene, index) ??
      answerWindow(scene, index) ??
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
