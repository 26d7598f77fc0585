import { textKey } from '#lib/document/values/fold-text.ts';
import { endOf, startOf } from '../candidates/candidate.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { CHOICE_FEATURES, FEATURES, JUDGED_FEATURES } from '../scoring/feature-names.ts';
import type { Ranked } from '../scoring/rank-field.ts';
import { ANSWER_GROUPS, answerGroupOf } from '../scoring/weights.ts';
import { labelBest } from './choose-fields.ts';
import { keyOfCandidate, overlaps } from './compare-candidates.ts';
import type { FieldAssignment } from './field-assignment.ts';

/** Log-odds within which another value, or another mention of the same value, counts as near. */
const [NEAR, ECHO] = [1.5, 3];
/** Most log-odds that a lead is told as. */
const FAR = 12;

const PLACES = JUDGED_FEATURES.map((name) => FEATURES.indexOf(name));

type Put = (value: number | boolean) => void;

const chance = (score: number) => 1 / (1 + Math.exp(-score));

/** What the choices of one document have in common: best scores by field, how badly it was recognised, how often words occur. */
export type DocumentStatistics = { bests: ReadonlyMap<number, number>; doubt: number; words: ReadonlyMap<string, number> };

/** Looks over a document once for all its choices. */
export function documentStatisticsOf(context: ExtractionContext, assignments: readonly FieldAssignment[]): DocumentStatistics {
  const words = new Map<string, number>();
  let doubt = 0;
  for (const { key, confidence } of context.view.tokens) {
    words.set(key, (words.get(key) ?? 0) + 1);
    doubt += 1 - confidence;
  }
  return {
    bests: new Map(assignments.flatMap(({ field, ranked }) => (ranked[0] ? [[field, ranked[0].score] as const] : []))),
    doubt: doubt / Math.max(1, context.view.tokens.length),
    words,
  };
}

/**
 * Vector of `CHOICE_FEATURES` from which the confidence of a field's choice is worked out. Scores and leads are log-odds. A
 * assignment without a choice gives null.
 */
export function describeChoice(
  context: ExtractionContext,
  assignment: FieldAssignment,
  statistics: DocumentStatistics,
): Float32Array | null {
  const choice = assignment.ranked[assignment.position];
  const candidate = choice && context.pool.candidates[choice.index];
  const profile = context.profiles[assignment.field];
  if (!choice || !candidate || !profile) return null;
  const out = new Float32Array(CHOICE_FEATURES.length);
  let at = 0;
  const put: Put = (value) => {
    out[at++] = Number(value);
  };
  for (const place of PLACES) put(choice.features[place] ?? 0);
  const { score } = choice;
  const rest = assignment.ranked.filter((_, index) => index !== assignment.position);
  const leadOver = (list: readonly Ranked[]) => Math.max(-FAR, Math.min(FAR, score - Math.max(-99, ...list.map((entry) => entry.score))));
  const others = [...statistics.bests].flatMap(([field, best]) => (field === assignment.field ? [] : [best]));
  const labelled = assignment.ranked.reduce((most, entry) => (labelBest(entry) > labelBest(most) ? entry : most), choice);
  const key = keyOfCandidate(context, choice.index);
  const echoes = assignment.mentions.filter(({ index }) => index !== choice.index && keyOfCandidate(context, index) === key);
  const isApart = ({ index }: Ranked) => !overlaps(context, index, choice.index);
  put(score);
  put(Math.max(0, leadOver(rest)));
  put(others.length ? others.reduce((sum, best) => sum + best, 0) / others.length : 0);
  put(others.length ? Math.min(...others) : 0);
  put(Math.min(FAR, Math.max(0, score - labelled.score)));
  put(chance(score) / Math.max(1e-6, chance(score) + rest.reduce((sum, entry) => sum + chance(entry.score), 0)));
  put(rest.filter((entry) => entry.score > score - NEAR).length);
  put(leadOver(rest.filter((entry) => !isApart(entry))));
  put(leadOver(rest.filter(isApart)));
  put(Math.min(5, echoes.filter((entry) => entry.score > score - ECHO && isApart(entry)).length));
  put(leadOver(echoes.filter(isApart)));
  put(assignment.position > 0);
  put(Boolean(assignment.fits));
  put(Boolean(assignment.isSpan));
  put(context.valueFacts[choice.index]?.roundedBeside ?? 0);
  put(statistics.doubt);
  putLetters(put, candidate.text);
  const tokens = candidate.ranges.flatMap(([start, end]) => context.view.tokens.slice(start, end)).filter(({ key }) => key.length > 2);
  put(tokens.length ? tokens.filter(({ key }) => (statistics.words.get(key) ?? 0) > 1).length / tokens.length : 0);
  put(tokens.length ? tokens.reduce((sum, { confidence }) => sum + 1 - confidence, 0) / tokens.length : 0);
  const [before, after] = [context.view.tokens[startOf(candidate) - 1], context.view.tokens[endOf(candidate)]];
  put(after !== undefined && after.page === candidate.page && context.view.tokens[endOf(candidate) - 1]?.segment === after.segment);
  put(before !== undefined && context.view.tokens[startOf(candidate)]?.segment === before.segment);
  const group = answerGroupOf(profile.kind, false);
  for (const name of ANSWER_GROUPS) put(name === group);
  return out;
}

/** How the letters of a text run: text that was recognised wrongly has signs and case in odd places. */
function putLetters(put: Put, text: string): void {
  const words = text.split(/\s+/);
  put((text.match(/[^\p{L}\p{N}\s.,:;&'’()/#-]/gu) ?? []).length);
  put(words.filter((word) => /[\p{L}\p{N}][^\p{L}\p{N}'’./&-]+[\p{L}\p{N}]/u.test(word)).length);
  put(words.filter((word) => /\p{Ll}\p{Lu}/u.test(word) || /\p{Lu}{2}\p{Ll}/u.test(word)).length);
  put(Math.max(0, ...words.map((word) => (/[bcdfghjklmnpqrstvwxz]+/i.exec(textKey(word)) ?? [''])[0].length)));
}
