import type { ExtractedValue } from '#lib/contract/extraction.ts';
import type { Rule } from '#lib/contract/extraction-schema.ts';
import { textKey } from '#lib/document/fold-text.ts';
import { FEATURES } from '../scoring/feature-names.ts';
import { isBareDate } from '../scoring/named-otherwise.ts';
import { type Ranked, rankField } from '../scoring/rank-field.ts';
import type { Scene } from '../scoring/scene.ts';
import {
  type AnswerGroup,
  answerGroupOf,
  calibrate,
  confidenceVector,
  groupOf,
  logOdds,
  scoreForest,
  type Weights,
} from '../scoring/weights.ts';
import { answerListed } from './answer-listed.ts';
import { nothingFound, publicCandidate } from './build-value.ts';
import type { Contest } from './contest.ts';
import { fitSpans } from './fit-spans.ts';
import { fitSums } from './fit-sums.ts';
import { tidyValue } from './tidy-value.ts';

/** Confidence at most when another party's field wanted the same number nearly as much (log-odds): it may be the other one's. */
const [SHARED, CLOSE] = [0.6, 1.2];
/** Confidence at most in a date that is called nothing but a date, for a field that asks for a certain day. */
const UNSAID = 0.6;
/** A label says nothing of a field below this likeness. */
const UNNAMED = 0.3;
/** Sums that are often the same amount, of which a paper may name one only. */
const TOTALS = new Set(['net_total', 'grand_total', 'amount_due', 'gross_amount', 'paid_amount', 'line_total']);

/** The chance from which literal print is given whatever the scores say. */
const PLAIN = 0.85;
/** Confidence in amounts of unrecognised print whose sum fits: 216 of 216 were right in papers by makers not trained on and made-up ones. */
const FITTING = 0.98;
/** Log-odds that a party named in an opening clause is worth beside another one named so. */
const PARTNER = 1.8;
/** Log-odds that an end of a written span is worth when its other end was chosen: it is given rather than left out. */
const SPAN = 1.5;
const BY_FORM: ReadonlySet<AnswerGroup> = new Set(['date', 'amount', 'code']);

/** Candidates shown for a field. */
const SHOWN = 5;

function keyOf(scene: Scene, index: number): string {
  const value = scene.pool.candidates[index]?.value;
  return typeof value === 'string' ? textKey(value) : String(value);
}

/** Candidates with distinct values, best first. */
function distinct(scene: Scene, ranked: Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return ranked.filter(({ index }) => {
    const key = keyOf(scene, index);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** True when two candidates share tokens. */
function clash(scene: Scene, a: number, b: number): boolean {
  const first = scene.pool.candidates[a];
  const second = scene.pool.candidates[b];
  if (!first || !second || first.page !== second.page) return false;
  return first.ranges.some(([start, end]) => second.ranges.some(([from, to]) => start < to && from < end));
}

/** True for fields whose values belong to one party each: the same VAT id or name is never both the seller's and the buyer's. */
function areOpposed(scene: Scene, field: number, other: number): boolean {
  const [one, two] = [scene.profiles[field], scene.profiles[other]];
  if (!one || !two || one.kind !== two.kind) return false;
  const roles = new Set([one.role, two.role]);
  return one.kind === 'vat_id' || (one.kind === 'name' && roles.has('seller') && roles.has('buyer'));
}

/** True for a seller's VAT id that is the only one printed: papers that name the buyer's name the seller's too. */
function isOnlySellers(scene: Scene, taken: Taken): boolean {
  const profile = scene.profiles[taken.field];
  if (profile?.kind !== 'vat_id' || profile.role !== 'seller' || scene.party(taken.index)?.role === 'buyer') return false;
  const key = keyOf(scene, taken.index);
  return scene.pool.candidates.every(({ kind, value }) => kind !== 'vat_id' || textKey(String(value)) === key);
}

type Taken = { index: number; score: number; field: number; label: number };

/**
 * True when what another field took cannot be this one's as well: the same VAT id for a second party, or an amount whose
 * label names the other field and not this one (but one total may well equal another).
 */
function isDenied(scene: Scene, owner: Taken, contest: Contest, choice: Ranked): boolean {
  if (areOpposed(scene, contest.field, owner.field))
    return keyOf(scene, owner.index) === keyOf(scene, choice.index) || clash(scene, owner.index, choice.index);
  if (contest.group === 'text' || contest.fits || labelBest(choice) >= UNNAMED || owner.label <= labelBest(choice) + 0.25) return false;
  if (contest.group === 'date') return clash(scene, owner.index, choice.index) && keyOf(scene, owner.index) === keyOf(scene, choice.index);
  const isTotal = TOTALS.has(scene.profiles[contest.field]?.concepts[0]?.id ?? '');
  return clash(scene, owner.index, choice.index) || (!isTotal && keyOf(scene, owner.index) === keyOf(scene, choice.index));
}

/**
 * Answers all fields that are found by scoring (texts, dates, figures, lists) together: the surest field chooses first, and
 * print that was taken is given to another text field only when that one is nearly as sure of it.
 */
export function answerFields(
  scene: Scene,
  weights: Weights,
  fields: readonly number[],
  rules: readonly Rule[] = [],
): Map<number, ExtractedValue> {
  const answers = new Map<number, ExtractedValue>();
  const contests: Contest[] = [];
  for (const field of fields) {
    const profile = scene.profiles[field];
    if (!profile) continue;
    const ranked = distinct(scene, rankField(scene, field, weights));
    if (profile.field.type === 'list') {
      const listed = profile.kind === 'text' ? answerListed(scene, field) : null;
      answers.set(field, listed ?? answerList(scene, weights, field, ranked));
    } else
      contests.push({
        field,
        ranked: literalFirst(scene, visibleFirst(scene, ranked), answerGroupOf(profile.kind, false)),
        group: groupOf(profile.kind),
        position: 0,
      });
  }
  fitSums(scene, contests, rules);
  fitSpans(scene, contests);
  leaveRates(scene, contests);
  const bests = contests.flatMap(({ ranked }) => ranked[0]?.score ?? []);
  const taken: Taken[] = [];
  const shared: number[] = [];
  const open = [...contests];
  while (open.length) {
    open.sort((a, b) => (b.ranked[b.position]?.score ?? -99) - (a.ranked[a.position]?.score ?? -99) || a.field - b.field);
    const contest = open[0];
    if (!contest) break;
    const choice = contest.ranked[contest.position];
    const owner = choice && contest.group === 'text' ? taken.find((entry) => clash(scene, entry.index, choice.index)) : undefined;
    const next = contest.ranked[contest.position + 1];
    if (owner && choice && choice.score < owner.score - 1 && next && next.score > -3) {
      contest.position++;
      continue;
    }
    const rival = choice && taken.find((entry) => isDenied(scene, entry, contest, choice));
    if (rival) {
      if (areOpposed(scene, contest.field, rival.field) && choice.score > rival.score - CLOSE && !isOnlySellers(scene, rival))
        shared.push(rival.field);
      contest.position++;
      continue;
    }
    open.shift();
    if (choice) taken.push({ index: choice.index, score: choice.score, field: contest.field, label: labelBest(choice) });
    answers.set(contest.field, answerScalar(scene, weights, contest, bests));
  }
  for (const field of shared) {
    const answer = answers.get(field);
    if (answer) answers.set(field, { ...answer, confidence: Math.min(answer.confidence, SHARED) });
  }
  return answers;
}

/** Takes figures without a percent sign that a field of money chose first out of what fields of percentages may choose. */
function leaveRates(scene: Scene, contests: Contest[]): void {
  const money = contests.flatMap(({ field, ranked, position }) =>
    scene.profiles[field]?.kind === 'money' && (ranked[position]?.score ?? -1) > 0 ? (ranked[position] ?? []) : [],
  );
  for (const contest of contests)
    if (scene.profiles[contest.field]?.kind === 'percentage')
      contest.ranked = contest.ranked.filter(
        ({ index }) => scene.pool.candidates[index]?.kind !== 'amount' || !money.some((owner) => clash(scene, owner.index, index)),
      );
}

/** `bests` = the best score of every field of the document that is answered so. */
function answerScalar(scene: Scene, weights: Weights, contest: Contest, bests: readonly number[]): ExtractedValue {
  const { field, ranked } = contest;
  const profile = scene.profiles[field];
  const answerGroup = answerGroupOf(profile?.kind ?? 'text', false);
  const points = weights.calibrations[answerGroup];
  const choice = ranked[contest.position];
  const shown = ranked.slice(0, SHOWN + 1).map(({ index, score }) => {
    const candidate = publicCandidate(scene, field, index, 1 / (1 + Math.exp(-score)));
    return { ...candidate, value: tidyValue(candidate.value, profile?.kind ?? 'text') };
  });
  const best = choice ? shown[contest.position] : undefined;
  if (!choice || !best || !profile) return nothingFound('Nothing on the pages looks like this field.', 0.9, []);
  const score = choice.score + (contest.fits ? 0.8 : 0) + (contest.isSpan ? SPAN : 0);
  // Taking back-ups first would make the lead negative; then there is none.
  const next = ranked.find((_, at) => at !== contest.position);
  const lead = next ? Math.max(0, choice.score - next.score) : 12;
  const { features } = choice;
  const others = bests.length > 1 ? (bests.reduce((sum, best) => sum + best, 0) - (ranked[0]?.score ?? 0)) / (bests.length - 1) : 0;
  const labelled = ranked.reduce((most, entry) => (labelBest(entry) > labelBest(most) ? entry : most), choice);
  const overLabel = Math.max(0, choice.score - labelled.score);
  const raw = weights.confidence
    ? scoreForest(weights.confidence, confidenceVector({ features, score: choice.score, lead, group: answerGroup, others, overLabel }))
    : choice.score;
  const literal = isLiteral(choice) ? (weights.literal?.[answerGroup] ?? 0) : 0;
  const fit = contest.fits && features[RECOGNISED] === 0 ? FITTING : 0;
  const reckoned = Math.max(literal, fit, calibrate(points, raw + (contest.fits ? 0.8 : 0)));
  const confidence = isBareDate(scene, profile, choice.index) ? Math.min(reckoned, UNSAID) : reckoned;
  if (score < (weights.thresholds[answerGroup] ?? 0) && literal < PLAIN)
    return nothingFound('No value stands where this field would be expected.', Math.max(0.05, 1 - confidence), shown.slice(0, SHOWN));
  const source = scene.pool.candidates[choice.index];
  const facts = scene.textFacts(choice.index);
  const flags: ExtractedValue['flags'] = [];
  if (facts.confidence < 0.6) flags.push('badly_recognised');
  return {
    ...best,
    confidence,
    candidates: shown.filter((_, at) => at !== contest.position).slice(0, SHOWN),
    ...(source?.currency && profile.field.type === 'money' ? { currency: source.currency } : {}),
    ...(flags.length ? { flags } : {}),
  };
}

const LITERAL_ONLY = FEATURES.indexOf('literal_only');
const RECOGNISED = FEATURES.indexOf('recognised');

/** True for the only candidate that stands literally behind the field's label, in print that was not recognised from pixels. */
function isLiteral(entry: Ranked): boolean {
  return entry.features[LITERAL_ONLY] === 1 && entry.features[RECOGNISED] === 0;
}

/** Values known by their form go before others when they stand literally behind the label. */
function literalFirst(scene: Scene, ranked: Ranked[], group: AnswerGroup): Ranked[] {
  const at = ranked.findIndex(isLiteral);
  const entry = ranked[at];
  const isKnown = BY_FORM.has(group) || (entry && scene.pool.candidates[entry.index]?.kind === 'place');
  if (at <= 0 || !entry || !isKnown) return ranked;
  return [{ ...entry, score: ranked[0]?.score ?? entry.score }, ...ranked.filter((_, index) => index !== at)];
}

/** Log-odds that a hidden candidate stays behind a visible one whose label names the field as well. */
const UNSEEN = 2;

/** Puts what a reader of the page can see before hidden print that is labelled no better; hidden print stays a candidate. */
function visibleFirst(scene: Scene, ranked: Ranked[]): Ranked[] {
  const isHidden = ({ index }: Ranked) => scene.textFacts(index).hidden > 0;
  const hidden = ranked.filter(isHidden);
  const best = Math.max(...hidden.map(labelBest));
  const seen = ranked.find((entry) => !isHidden(entry) && labelBest(entry) >= Math.max(UNNAMED, 0.8 * best));
  const top = ranked[0];
  if (!hidden.length || !seen || !top) return ranked;
  const raised = isHidden(top) ? { ...seen, score: top.score } : seen;
  return ranked
    .map((entry) => (entry === seen ? raised : isHidden(entry) ? { ...entry, score: Math.min(entry.score, raised.score - UNSEEN) } : entry))
    .sort((a, b) => b.score - a.score || a.index - b.index);
}

const LABEL_BEST = FEATURES.indexOf('label_best');
const labelBest = (entry: Ranked) => entry.features[LABEL_BEST] ?? 0;

const startOfCandidate = (scene: Scene, entry: Ranked) => scene.pool.candidates[entry.index]?.ranges[0]?.[0] ?? -1;

/** Lists take every candidate above the threshold, without those that are part of a surer one. */
function answerList(scene: Scene, weights: Weights, field: number, ranked: Ranked[]): ExtractedValue {
  const points = weights.calibrations.list;
  const kind = scene.profiles[field]?.kind ?? 'text';
  const threshold = weights.thresholds.list ?? 0;
  const chosen: Ranked[] = [];
  const passed: Ranked[] = [];
  // Chance that the list is whole and right: every entry right, and none of the others an entry.
  let whole = 1;
  for (const entry of ranked) {
    const chance = calibrate(points, entry.score);
    if (chosen.length >= 50 || chance < 0.03) break;
    const key = keyOf(scene, entry.index);
    const says = (other: Ranked) =>
      clash(scene, other.index, entry.index) || keyOf(scene, other.index).includes(key) || key.includes(keyOf(scene, other.index));
    if (chosen.some(says) || passed.some(says)) continue;
    const isPartner =
      scene.definedNames.has(startOfCandidate(scene, entry)) &&
      chosen.some((other) => scene.definedNames.has(startOfCandidate(scene, other)));
    const taken = entry.score + (isPartner ? PARTNER : 0) >= threshold;
    (taken ? chosen : passed).push(entry);
    whole *= taken ? chance : 1 - chance;
  }
  const shown = ranked.slice(0, SHOWN).map(({ index, score }) => publicCandidate(scene, field, index, calibrate(points, score)));
  if (!chosen.length) return nothingFound('No entry of this list was found.', 0.6, shown);
  chosen.sort((a, b) => a.index - b.index);
  const parts = chosen.map(({ index, score }) => publicCandidate(scene, field, index, calibrate(points, score)));
  const value = parts.map((part) => String(tidyValue(part.value, kind)));
  return {
    value,
    text: parts.map((part) => part.text).join('; '),
    confidence: weights.whole ? calibrate(weights.whole, logOdds(whole)) : Math.max(0.02, whole),
    evidence: parts.flatMap((part) => part.evidence),
    candidates: shown.filter((candidate) => !value.includes(String(candidate.value))),
  };
}
