import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { FieldLesson } from '#lib/contract/service/lesson.ts';
import { logOdds } from '../scoring/weights.ts';
import { markField } from './mark-field.ts';

/** How one answer of the engine turned out. */
export type Outcome = Pick<FieldLesson, 'confidence' | 'isRight' | 'isNothing' | 'asked'>;

/** Those of a document, by field. */
export type Outcomes = Readonly<Record<string, Outcome>>;

/**
 * How the engine's answers for a field turned out in approved documents. `shift`: what is to be added to the log-odds of its confidence,
 * so that it says how often such answers are right.
 */
export type FieldRecord = { right: number; count: number; shift: number };

/** By field, how answers with a value turned out, and answers without one. */
export type TrackRecord = Record<string, { value: FieldRecord; nothing: FieldRecord }>;

const NO_RECORD: FieldRecord = { right: 0, count: 0, shift: 0 };

/** Standard deviation of the shifts of fields, in log-odds: while there are few outcomes, the shift is drawn to 0 by this. */
const SPREAD = 1;
/** Newton's method is at its end after a few steps, but for outcomes that are all far from what was expected. */
const MOST_STEPS = 20;
const LONGEST_STEP = 2;
const CLOSE = 1e-6;

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
  const odds = outcomes.map(({ confidence }) => logOdds(confidence));
  const right = outcomes.filter(({ isRight }) => isRight).length;
  const prior = 1 / SPREAD ** 2;
  let shift = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    let [gradient, curvature] = [right - shift * prior, prior];
    for (const each of odds) {
      const chance = 1 / (1 + Math.exp(-each - shift));
      gradient -= chance;
      curvature += chance * (1 - chance);
    }
    const move = Math.min(LONGEST_STEP, Math.max(-LONGEST_STEP, gradient / curvature));
    shift += move;
    if (Math.abs(move) < CLOSE) break;
  }
  return { right, count: outcomes.length, shift };
}

/** How answers for a field turned out that gave a value, or none, as this answer does. */
export function recordFor(records: TrackRecord, field: string, { value }: { value: Value }): FieldRecord {
  const record = ownValue(records, field);
  return (value === null ? record?.nothing : record?.value) ?? NO_RECORD;
}
