import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { FieldLesson } from '#lib/contract/service/lesson.ts';
import { logOdds } from '../scoring/weights.ts';
import { markField } from './mark-field.ts';

/** How one answer of the engine turned out. */
export type Outcome = Pick<FieldLesson, 'confidence' | 'isRight' | 'isNothing' | 'asked' | 'isUntouched'>;

/** Those of a document, by field. */
export type Outcomes = Readonly<Record<string, Outcome>>;

/**
 * How the engine's answers for a field turned out in approved documents. `right`: those that nobody found wrong. `untouched`: those of them that
 * were approved without anybody having done anything to them. `likely`: how many of the right ones are expected to be right. `shift`: what
 * is to be added to the log-odds of the engine's confidence, so that it says how often such answers are right.
 */
export type FieldRecord = { right: number; count: number; untouched: number; likely: number; shift: number };

/** By field, how answers with a value turned out, and answers without one. */
export type TrackRecord = Record<string, { value: FieldRecord; nothing: FieldRecord }>;

const NO_RECORD: FieldRecord = { right: 0, count: 0, untouched: 0, likely: 0, shift: 0 };

/** Standard deviation of the shifts of fields, in log-odds: while there are few outcomes, the shift is drawn to 0 by this. */
const SPREAD = 1;
/** At its end after a few steps, but for outcomes that are all far from what was expected, and where many errors may be unseen. */
const MOST_STEPS = 100;
const LONGEST_STEP = 2;
const CLOSE = 1e-6;

/**
 * The track record of fields, from the outcomes in approved documents. What was asked for otherwise than now does not count.
 * @param caught share of the wrong values that are corrected where nobody has to look at each, 0 to 1; see `estimateCaught`
 */
export function recordOutcomes(documents: readonly Outcomes[], fields: readonly Field[], caught = 1): TrackRecord {
  const records: TrackRecord = newRecord();
  for (const field of fields) {
    const asked = markField(field);
    const outcomes = documents.flatMap((document) => {
      const outcome = ownValue(document, field.name);
      return outcome?.asked === asked ? [outcome] : [];
    });
    if (outcomes.length === 0) continue;
    records[field.name] = {
      value: recordOf(
        outcomes.filter(({ isNothing }) => !isNothing),
        caught,
      ),
      nothing: recordOf(
        outcomes.filter(({ isNothing }) => isNothing),
        caught,
      ),
    };
  }
  return records;
}

/**
 * The shift with the greatest posterior probability: logistic regression with the slope fixed at 1 (Platt 1999) and a normal prior around
 * 0, by Newton's method. An untouched value that nobody found wrong is a label with noise on one side: it is right with the probability
 * p / (p + (1 - p) (1 - caught)), where p is the shifted confidence. By expectation and maximisation in turns (Bootkrajang and Kabán 2012,
 * “Label-noise robust logistic regression and its applications”), a Newton step each (Lange 1995). Begins at the shipped calibration.
 */
function recordOf(outcomes: readonly Outcome[], caught: number): FieldRecord {
  const known = outcomes.map(({ confidence, isRight, isUntouched }) => ({
    odds: logOdds(confidence),
    isRight,
    unseen: isUntouched ? 1 - caught : 0,
  }));
  const expectRight = (shift: number) =>
    known.reduce((sum, { odds, isRight, unseen }) => sum + (isRight ? 1 / (1 + unseen * Math.exp(-odds - shift)) : 0), 0);
  const prior = 1 / SPREAD ** 2;
  let shift = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    let [gradient, curvature] = [expectRight(shift) - shift * prior, prior];
    for (const { odds } of known) {
      const chance = 1 / (1 + Math.exp(-odds - shift));
      gradient -= chance;
      curvature += chance * (1 - chance);
    }
    const move = Math.min(LONGEST_STEP, Math.max(-LONGEST_STEP, gradient / curvature));
    shift += move;
    if (Math.abs(move) < CLOSE) break;
  }
  const right = outcomes.filter(({ isRight }) => isRight);
  return {
    right: right.length,
    count: outcomes.length,
    untouched: right.filter(({ isUntouched }) => isUntouched).length,
    likely: expectRight(shift),
    shift,
  };
}

/** How answers for a field turned out that gave a value, or none, as this answer does. */
export function recordFor(records: TrackRecord, field: string, { value }: { value: Value }): FieldRecord {
  const record = ownValue(records, field);
  return (value === null ? record?.nothing : record?.value) ?? NO_RECORD;
}
