import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Rule } from '#lib/contract/service/extraction-schema.ts';
import { answerListed } from '../lists/answer-listed.ts';
import { withCodesAlike } from '../lists/codes-alike.ts';
import { partEntries } from '../lists/part-entries.ts';
import { isBareDate } from '../scoring/named-otherwise.ts';
import type { Ranked } from '../scoring/rank-field.ts';
import type { Scene } from '../scoring/scene.ts';
import { answerGroupOf, calibrate, chanceOfAbsence, scoreForest, type Weights } from '../scoring/weights.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { nothingFound, publicCandidate } from '../values/build-value.ts';
import { answerList } from './answer-list.ts';
import { chooseFields, isLiteral, isRecognised, labelBest, UNNAMED } from './choose-fields.ts';
import { clash } from './clash.ts';
import type { Contest } from './contest.ts';
import { describeAbsence } from './describe-absence.ts';
import { describeChoice, type Outlook, outlookOf } from './describe-choice.ts';
import { tidyValue } from './tidy-value.ts';
import { withoutTitle } from './without-title.ts';

/** Confidence at most when another party's field wanted the same number nearly as much: it may be the other one's. */
const SHARED = 0.6;
/** Confidence at most in an address or number to reach somebody by that nothing says whose it is: a person sees it. */
const BARE = 0.8;
const ADDRESSED: ReadonlySet<FieldKind> = new Set(['email', 'phone', 'url']);
/** Confidence at most in print that another field of its kind was given with more right. */
export const TAKEN = 0.45;
/** Confidence at most in a date that is called nothing but a date, for a field that asks for a certain day. */
const UNSAID = 0.6;
/** The chance from which literal print is given whatever the scores say. */
const PLAIN = 0.85;
/**
 * Confidence from which a value is given. Giving a value raises F1 when its chance is more than half the F1 that is reached, which
 * is .7 to .9 (Lipton et al. 2014).
 */
export const LEAST = 0.3;
/** Confidence in amounts of unrecognised print whose sum fits: 216 of 216 were right in papers by makers not trained on and made-up ones. */
const FITTING = 0.98;
/** Log-odds that a sum which fits is worth when a value is weighed against none. */
const FIT_BONUS = 0.8;
/** Log-odds that an end of a written span is worth when its other end was chosen: it is given rather than left out. */
const SPAN = 1.5;
/** Candidates shown for a field. */
const SHOWN = 5;

/** Answers all fields that are found by scoring (texts, dates, figures, lists) together. */
export function answerFields(
  scene: Scene,
  weights: Weights,
  fields: readonly number[],
  rules: readonly Rule[] = [],
): Map<number, ExtractedValue> {
  const answers = new Map<number, ExtractedValue>();
  const { contests, lists, shared } = chooseFields(scene, weights, fields, rules);
  for (const [field, ranked] of lists) {
    const listed = answerListed(scene, field);
    const isText = scene.profiles[field]?.kind === 'text';
    const answer = listed && isText ? listed : surer(listed, answerList(scene, weights, field, ranked));
    answers.set(field, inParts(withCodesAlike(scene, field, answer), Boolean(scene.profiles[field]?.person)));
  }
  const outlook = outlookOf(scene, contests);
  for (const contest of contests) {
    const answer = answerScalar(scene, weights, contest, outlook);
    const owner = ownerOf(scene, contest, contests);
    const isOtherKind = owner && scene.profiles[owner.field]?.kind !== scene.profiles[contest.field]?.kind;
    if (owner && answer.value !== null && (isOtherKind || !isLabelled(contest))) {
      answers.set(contest.field, nothingFound('What stands there was given to another field.', 0.6, [...answer.candidates]));
      continue;
    }
    const most = owner ? TAKEN : shared.has(contest.field) ? SHARED : 1;
    const isCapped = answer.value !== null && answer.confidence > most;
    answers.set(contest.field, isCapped ? { ...answer, confidence: most } : answer);
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

/** The surer field of text that was given the same print. */
function ownerOf(scene: Scene, contest: Contest, contests: readonly Contest[]): Contest | undefined {
  const choice = contest.ranked[contest.position];
  if (!choice || contest.group !== 'text') return undefined;
  return contests.find((other) => {
    const owner = other.ranked[other.position];
    const isSurer = owner && (owner.score > choice.score || (owner.score === choice.score && other.field < contest.field));
    return other !== contest && other.group === 'text' && isSurer && clash(scene, owner.index, choice.index);
  });
}

/** True where print beside the choice names the field. */
function isLabelled({ ranked, position }: Contest): boolean {
  const choice = ranked[position];
  return choice !== undefined && labelBest(choice) >= UNNAMED;
}

/** What is held against the threshold (log-odds): the choice's score, and what is gained by fitting into a sum or a span. */
export function scoreOfChoice(contest: Contest, choice: Ranked): number {
  return choice.score + (contest.fits ? FIT_BONUS : 0) + (contest.isSpan ? SPAN : 0);
}

function answerScalar(scene: Scene, weights: Weights, contest: Contest, outlook: Outlook): ExtractedValue {
  const { field, ranked } = contest;
  const profile = scene.profiles[field];
  const group = answerGroupOf(profile?.kind ?? 'text', false);
  const choice = ranked[contest.position];
  const shown = ranked.slice(0, SHOWN + 1).map(({ index, score }) => {
    const candidate = publicCandidate(scene, field, index, 1 / (1 + Math.exp(-score)));
    const value = tidyValue(candidate.value, profile?.kind ?? 'text');
    return { ...candidate, value: profile?.person && typeof value === 'string' ? withoutTitle(value) : value };
  });
  const best = choice ? shown[contest.position] : undefined;
  const vector = describeChoice(scene, contest, outlook);
  const absence = (raw: number, otherwise: number) =>
    weights.absence ? chanceOfAbsence(weights.absence, describeAbsence(scene, contest, outlook, raw)) : otherwise;
  if (!choice || !best || !profile || !vector) return nothingFound('Nothing on the pages looks like this field.', absence(-99, 0.9), []);
  const score = scoreOfChoice(contest, choice);
  const raw = weights.confidence ? scoreForest(weights.confidence, vector) : choice.score;
  const literal = isLiteral(choice) ? (weights.literal?.[group] ?? 0) : 0;
  const fit = contest.fits && !isRecognised(choice) ? FITTING : 0;
  const reckoned = Math.max(literal, fit, calibrate(weights.calibrations[group], raw));
  const isUnnamed = ADDRESSED.has(profile.kind) && labelBest(choice) < UNNAMED;
  const facts = scene.textFacts(choice.index);
  // no value is surer than the text that it was read from
  const confidence = Math.min(reckoned, facts.confidence, isBareDate(scene, profile, choice.index) ? UNSAID : 1, isUnnamed ? BARE : 1);
  const isWeak = score < (weights.thresholds[group] ?? 0) || reckoned < LEAST;
  if (isWeak && literal < PLAIN)
    return nothingFound(
      'No value stands where this field would be expected.',
      absence(raw, Math.max(0.05, 1 - confidence)),
      shown.slice(0, SHOWN),
    );
  const source = scene.pool.candidates[choice.index];
  const flags: ExtractedValue['flags'] = [];
  if (facts.confidence < 0.6) flags.push('badly_recognised');
  return {
    ...best,
    confidence,
    // By itself each has another measure than the choice, which is calibrated: what was ranked behind the choice is not surer than it.
    candidates: shown
      .map((one, at) => (at > contest.position ? { ...one, confidence: Math.min(one.confidence, confidence) } : one))
      .filter((_, at) => at !== contest.position)
      .slice(0, SHOWN),
    ...(source?.currency && profile.field.type === 'money' ? { currency: source.currency } : {}),
    ...(flags.length ? { flags } : {}),
  };
}
