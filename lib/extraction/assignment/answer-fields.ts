import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Rule } from '#lib/contract/service/extraction-schema.ts';
import { answerListed } from '../lists/answer-listed.ts';
import { withCodesAlike } from '../lists/codes-alike.ts';
import { partEntries } from '../lists/part-entries.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { isBareDate } from '../scoring/named-otherwise.ts';
import type { Ranked } from '../scoring/rank-field.ts';
import { answerGroupOf, calibrate, chanceOfAbsence, scoreForest, type Weights } from '../scoring/weights.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { nothingFound, publicCandidate } from '../values/build-value.ts';
import { tidyValue } from '../values/tidy-value.ts';
import { withoutTitle } from '../values/without-title.ts';
import { answerList } from './answer-list.ts';
import { chooseFields, isExactLabel, isRecognised, labelBest, UNNAMED } from './choose-fields.ts';
import { overlaps } from './compare-candidates.ts';
import { describeAbsence } from './describe-absence.ts';
import { type DocumentStatistics, describeChoice, documentStatisticsOf } from './describe-choice.ts';
import type { FieldAssignment } from './field-assignment.ts';

/** Confidence at most when another party's field wanted the same number nearly as much: it may be the other one's. */
const SHARED = 0.6;
/** Confidence at most in an address or number to reach somebody by that nothing says whose it is: a person sees it. */
const BARE = 0.8;
const ADDRESSED: ReadonlySet<FieldKind> = new Set(['email', 'phone', 'url']);
/** Confidence at most in text that another field of its kind was given with more right. */
export const TAKEN = 0.45;
/** Confidence at most in a date that is called nothing but a date, for a field that asks for a certain day. */
const UNSAID = 0.6;
/** The chance from which the value behind an exact label is given whatever the scores say. */
const PLAIN = 0.85;
/**
 * Confidence from which a value is given. Giving a value raises F1 when its chance is more than half the F1 that is reached, which
 * is .7 to .9 (Lipton et al. 2014).
 */
export const LEAST = 0.3;
/** Confidence in amounts of text that was not recognised whose sum fits: 216 of 216 were right in documents by issuers not trained on and made-up ones. */
const FITTING = 0.98;
/** Log-odds that a sum which fits is worth when a value is weighed against none. */
const FIT_BONUS = 0.8;
/** Log-odds that an end of a written span is worth when its other end was chosen: it is given rather than left out. */
const SPAN = 1.5;
/** Candidates shown for a field. */
const SHOWN = 5;

/** Answers all fields that are found by scoring (texts, dates, figures, lists) together. */
export function answerFields(
  context: ExtractionContext,
  weights: Weights,
  fields: readonly number[],
  rules: readonly Rule[] = [],
): Map<number, ExtractedValue> {
  const answers = new Map<number, ExtractedValue>();
  const { assignments, lists, shared } = chooseFields(context, weights, fields, rules);
  for (const [field, ranked] of lists) {
    const listed = answerListed(context, field);
    const isText = context.profiles[field]?.kind === 'text';
    const answer = listed && isText ? listed : surer(listed, answerList(context, weights, field, ranked));
    answers.set(field, inParts(withCodesAlike(context, field, answer), Boolean(context.profiles[field]?.person)));
  }
  const statistics = documentStatisticsOf(context, assignments);
  for (const assignment of assignments) {
    const answer = answerScalar(context, weights, assignment, statistics);
    const owner = ownerOf(context, assignment, assignments);
    const isOtherKind = owner && context.profiles[owner.field]?.kind !== context.profiles[assignment.field]?.kind;
    if (owner && answer.value !== null && (isOtherKind || !isLabelled(assignment))) {
      answers.set(assignment.field, nothingFound('What stands there was given to another field.', 0.6, [...answer.candidates]));
      continue;
    }
    const most = owner ? TAKEN : shared.has(assignment.field) ? SHARED : 1;
    const isCapped = answer.value !== null && answer.confidence > most;
    answers.set(assignment.field, isCapped ? { ...answer, confidence: most } : answer);
  }
  return answers;
}

/** A list of which no entry holds several ones. */
function inParts(answer: ExtractedValue, asksPersons: boolean): ExtractedValue {
  return Array.isArray(answer.value) ? { ...answer, value: partEntries(answer.value.map(String), asksPersons) } : answer;
}

/** What stands in a column, or what scoring found if it is at least as sure. */
function surer(listed: ExtractedValue | null, scored: ExtractedValue): ExtractedValue {
  return listed && (scored.value === null || scored.confidence < listed.confidence) ? listed : scored;
}

/** The surer field of text that was given the same mention. */
function ownerOf(
  context: ExtractionContext,
  assignment: FieldAssignment,
  assignments: readonly FieldAssignment[],
): FieldAssignment | undefined {
  const choice = assignment.ranked[assignment.position];
  if (!choice || assignment.group !== 'text') return undefined;
  return assignments.find((other) => {
    const owner = other.ranked[other.position];
    const isSurer = owner && (owner.score > choice.score || (owner.score === choice.score && other.field < assignment.field));
    return other !== assignment && other.group === 'text' && isSurer && overlaps(context, owner.index, choice.index);
  });
}

/** True where text beside the choice names the field. */
function isLabelled({ ranked, position }: FieldAssignment): boolean {
  const choice = ranked[position];
  return choice !== undefined && labelBest(choice) >= UNNAMED;
}

/** What is held against the threshold (log-odds): the choice's score, and what is gained by fitting into a sum or a span. */
export function scoreOfChoice(assignment: FieldAssignment, choice: Ranked): number {
  return choice.score + (assignment.fits ? FIT_BONUS : 0) + (assignment.isSpan ? SPAN : 0);
}

function answerScalar(
  context: ExtractionContext,
  weights: Weights,
  assignment: FieldAssignment,
  statistics: DocumentStatistics,
): ExtractedValue {
  const { field, ranked } = assignment;
  const profile = context.profiles[field];
  const group = answerGroupOf(profile?.kind ?? 'text', false);
  const choice = ranked[assignment.position];
  const shown = ranked.slice(0, SHOWN + 1).map(({ index, score }) => {
    const candidate = publicCandidate(context, field, index, 1 / (1 + Math.exp(-score)));
    const value = tidyValue(candidate.value, profile?.kind ?? 'text');
    return { ...candidate, value: profile?.person && typeof value === 'string' ? withoutTitle(value) : value };
  });
  const best = choice ? shown[assignment.position] : undefined;
  const vector = describeChoice(context, assignment, statistics);
  const absence = (raw: number, otherwise: number) =>
    weights.absence ? chanceOfAbsence(weights.absence, describeAbsence(context, assignment, statistics, raw)) : otherwise;
  if (!choice || !best || !profile || !vector) return nothingFound('Nothing on the pages looks like this field.', absence(-99, 0.9), []);
  const score = scoreOfChoice(assignment, choice);
  const raw = weights.confidence ? scoreForest(weights.confidence, vector) : choice.score;
  const exactLabel = isExactLabel(choice) ? (weights.exactLabel?.[group] ?? 0) : 0;
  const fit = assignment.fits && !isRecognised(choice) ? FITTING : 0;
  const reckoned = Math.max(exactLabel, fit, calibrate(weights.calibrations[group], raw));
  const isUnnamed = ADDRESSED.has(profile.kind) && labelBest(choice) < UNNAMED;
  const facts = context.textFacts(choice.index);
  // no value is surer than the text that it was read from
  const confidence = Math.min(reckoned, facts.confidence, isBareDate(context, profile, choice.index) ? UNSAID : 1, isUnnamed ? BARE : 1);
  const isWeak = score < (weights.thresholds[group] ?? 0) || reckoned < LEAST;
  if (isWeak && exactLabel < PLAIN)
    return nothingFound(
      'No value stands where this field would be expected.',
      absence(raw, Math.max(0.05, 1 - confidence)),
      shown.slice(0, SHOWN),
    );
  const source = context.pool.candidates[choice.index];
  const flags: ExtractedValue['flags'] = [];
  if (facts.confidence < 0.6) flags.push('badly_recognised');
  return {
    ...best,
    confidence,
    // By itself each has another measure than the choice, which is calibrated: what was ranked behind the choice is not surer than it.
    candidates: shown
      .map((one, at) => (at > assignment.position ? { ...one, confidence: Math.min(one.confidence, confidence) } : one))
      .filter((_, at) => at !== assignment.position)
      .slice(0, SHOWN),
    ...(source?.currency && profile.field.type === 'money' ? { currency: source.currency } : {}),
    ...(flags.length ? { flags } : {}),
  };
}
