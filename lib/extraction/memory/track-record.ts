import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { logOdds } from '../scoring/weights.ts';
import type { FieldLesson } from './lesson.ts';
import { markField } from './mark-field.ts';

/** How one answer of the engine turned out. */
export type Outcome = Pick<FieldLesson, 'confidence' | 'isRight' | 'isNothing' | 'asked'>;

/** Those of a document, by field. */
export type Outcomes = Readonly<Record<string, Outcome>>;

/**
 * How the engine's answers for a field turned out in approved documents. `shift`: what is to be added to the log-odds of its confidence,
 * so that it says how often such answers are right. `isFew`: the outcomes say less of it than what is expected of any field.
 */
export type FieldRecord = { right: number; count: number; shift: number; isFew: boolean };

/** By field, how answers with a value turned out, and answers without one. */
export type TrackRecord = Record<string, { value: FieldRecord; nothing: FieldRecord }>;

const NO_RECORD: FieldRecord = { right: 0, count: 0, shift: 0, isFew: true };

/** Standard deviation of the shifts of fields, in log-odds: while there are few outcomes, the shift is drawn to 0 by this. */
const SPREAD = 1;
/** Newton's method is at its end long before. */
const STEPS = 12;
const LONGEST_STEP = 2;

/** The track record of fields, from the outcomes in approved documents. What was asked for otherwise than now does not count. */
export function recordOutcomes(documents: readonly Outcomes[], fields: readonly Field[]): TrackRecord {
  const records: TrackRecord = newRecord();
  for (const field of fields) {
    const asked = markField(field);
    const outcomes = documents.flatMap((document) => {
      const outcome = ownValue(document, field.name);
      return outcome?.asked === asked ? [outcome] : [];
    });
    if (outcomes.length === 0) continue;
    records[field.name] = {
      value: recordOf(outcomes.filter(({ isNothing }) => !isNothing)),
      nothing: recordOf(outcomes.filter(({ isNothing }) => isNothing)),
    };
  }
  return records;
}

/**
 * The shift with the greatest posterior probability: logistic regression with the slope fixed at 1 (Platt 1999) and a normal prior around
 * 0, by Newton's method.
 */
function recordOf(outcomes: readonly Outcome[]): FieldRecord {
  const expected = 1 / SPREAD ** 2;
  let [shift, known] = [0, 0];
  for (let step = 0; step < STEPS; step++) {
    let gradient = -shift * expected;
    known = 0;
    for (const { confidence, isRight } of outcomes) {
      const chance = 1 / (1 + Math.exp(-logOdds(confidence) - shift));
      gradient += (isRight ? 1 : 0) - chance;
      known += chance * (1 - chance);
    }
    const move = gradient / (expected + known);
    shift += Math.min(LONGEST_STEP, Math.max(-LONGEST_STEP, move));
  }
  return { right: outcomes.filter(({ isRight }) => isRight).length, count: outcomes.length, shift, isFew: known < expected };
}

/** How answers for a field turned out that gave a value, or none, as this answer does. */
export function recordFor(records: TrackRecord, field: string, { value }: { value: Value }): FieldRecord {
  const record = ownValue(records, field);
  return (value === null ? record?.nothing : record?.value) ?? NO_RECORD;
}
