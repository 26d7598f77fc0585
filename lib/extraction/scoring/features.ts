import { textKey } from '#lib/document/values/fold-text.ts';
import { endOf, startOf } from '../candidates/candidate.ts';
import { NO_MATCH } from '../terms/label-index.ts';
import { COVERS } from './coverage.ts';
import { CANDIDATE_KINDS, FEATURES, FIELD_KINDS, ORIGINS, TAGS } from './feature-names.ts';
import { NO_MEANING } from './label-meanings.ts';
import { findLiteral } from './literal.ts';
import { isOpposed } from './opposed.ts';
import { RELATIONS, type Scene } from './scene.ts';
import type { TextFacts } from './text-facts.ts';
import type { ValueFacts } from './value-facts.ts';

const SELLER_SIDE = new Set(['seller', 'sender', 'payer', 'employer']);
/** Words behind a candidate that may name it (“90 days’ written notice”). */
const WORDS_AFTER = 3;

/** What a field's candidates have in common, needed to compare them. */
export type FieldContest = {
  field: number;
  best: number;
  ranks: Map<number, number>;
  /** Candidates that stand literally behind the field's label, and whether all of them say the same. */
  literal: ReadonlySet<number>;
  isLiteralOnly: boolean;
  /** The best meaning of a label beside any of them, and the candidates by it. */
  bestMeaning: number;
  meaningRanks: Map<number, number>;
};

/** What two candidates with the same value share. */
function keyOfValue(scene: Scene, candidate: number): string {
  const value = scene.pool.candidates[candidate]?.value;
  return typeof value === 'string' ? textKey(value) : String(value);
}

/** Ranks the candidates of a field by the rule-of-thumb label score. */
export function contestOf(scene: Scene, field: number, candidates: readonly number[]): FieldContest {
  const byLabel = rankBy(candidates, (candidate) => scene.labelScores(candidate)[field] ?? 0);
  const byMeaning = rankBy(candidates, (candidate) => scene.meaningsOf(candidate).best[field] ?? 0);
  const literal = findLiteral(scene, field, candidates);
  return {
    field,
    best: byLabel.best,
    ranks: byLabel.ranks,
    bestMeaning: byMeaning.best,
    meaningRanks: byMeaning.ranks,
    literal,
    isLiteralOnly: new Set([...literal].map((candidate) => keyOfValue(scene, candidate))).size === 1,
  };
}

/** The best score, and each candidate's rank by it; equal scores share a rank. */
function rankBy(candidates: readonly number[], scoreOf: (candidate: number) => number): { best: number; ranks: Map<number, number> } {
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate) })).sort((a, b) => b.score - a.score);
  const ranks = new Map<number, number>();
  let rank = -1;
  let last = Number.NaN;
  for (const { candidate, score } of scored) {
    if (score !== last) rank++;
    last = score;
    ranks.set(candidate, rank);
  }
  return { best: scored[0]?.score ?? 0, ranks };
}

/** Features of one candidate for one field; only relations that mean the same in any schema. */
export function describe(scene: Scene, contest: FieldContest, index: number): Float32Array {
  const { field } = contest;
  const out = new Float32Array(FEATURES.length);
  const candidate = scene.pool.candidates[index];
  const profile = scene.profiles[field];
  if (!candidate || !profile) return out;
  let at = 0;
  const put = (value: number | boolean) => {
    out[at++] = Number(value);
  };
  const around = scene.around(index);
  const match = (start: number, end: number) => scene.labels.match(start, end)[field] ?? NO_MATCH;
  let strongest = NO_MATCH;
  for (const name of RELATIONS) {
    const relation = around[name];
    const found = relation ? match(relation.start, relation.end) : NO_MATCH;
    if (found.score > strongest.score) strongest = found;
    put(found.score);
    put(relation ? Math.min(60, relation.gap) : 80);
  }
  const lines = scene.labelOfLines(index)[field] ?? NO_MATCH;
  if (lines.score > strongest.score) strongest = lines;
  const scores = scene.labelScores(index);
  const own = scores[field] ?? 0;
  let rival = 0;
  scores.forEach((score, other) => {
    if (other !== field && score > rival && sameType(scene, field, other)) rival = score;
  });
  const range = candidate.ranges[0];
  const selves = range && candidate.kind !== 'block' ? scene.labels.match(range[0], range[1]) : [];
  put(own);
  put(strongest.phrase);
  put(strongest.unit);
  put(own - rival);
  put(rival);
  put(contest.best > 0 ? own / contest.best : 0);
  put(Math.min(20, contest.ranks.get(index) ?? 20));
  put((selves[field] ?? NO_MATCH).score);
  put(selves.reduce((most, entry) => Math.max(most, entry?.score ?? 0), 0));
  put(candidate.statedLabels ? own : 0);
  const cue = scene.cues.before(field, startOf(candidate));
  put(cue.strength);
  put(cue.distance);
  put(around.inline !== null);
  const textBefore = (relation: { start: number; end: number } | null) =>
    relation ? (scene.view.tokens[relation.end - 1]?.text ?? '') : '';
  put(/[:#]$/.test(textBefore(around.left)));
  put(/[:#]$/.test(textBefore(around.inline)));
  const party = scene.party(index);
  put(party && profile.role ? (party.role === profile.role ? 1 : -1) : 0);
  put(party ? Math.min(30, party.distance) : 40);
  put(party !== null);
  put(profile.role !== null);
  put(profile.role !== null && SELLER_SIDE.has(profile.role));
  put(candidate.strength);
  put(Boolean(candidate.currency));
  put(candidate.decimals ?? -1);
  put(typeof candidate.value === 'number' && candidate.value < 0);
  put(candidate.value === 0);
  put(/^\d+$/.test(candidate.text));
  put(Boolean(candidate.alternative));
  for (const kind of CANDIDATE_KINDS) put(candidate.kind === kind);
  for (const origin of ORIGINS) put(candidate.origin === origin);
  const facts = scene.textFacts(index);
  putText(put, facts);
  const page = scene.view.pages[candidate.page];
  const pages = scene.view.pages.length;
  const { place } = around;
  put(Math.min(30, candidate.page));
  put(Math.min(30, pages - 1 - candidate.page));
  put(page ? (place.left + place.right) / 2 / page.width : 0);
  put(page ? place.top / page.height : 0);
  put(page ? place.bottom / page.height : 0);
  put(Math.min(100, candidate.segment - (page?.segments[0] ?? 0)));
  const segment = scene.view.segments[candidate.segment];
  put(segment ? segment.table >= 0 : 0);
  const cell = segment && segment.table >= 0 ? page?.page.tables[segment.table]?.cells[segment.cell] : undefined;
  put(cell ? Math.min(30, cell.row) : -1);
  put(around.right !== null);
  put(around.left !== null);
  const values = scene.valueFacts[index];
  putValues(put, values);
  for (const kind of FIELD_KINDS) put(profile.kind === kind);
  for (const tag of TAGS) put(profile.tags.has(tag));
  const covered = scene.coverage(index);
  for (let bit = 0; bit < COVERS.length; bit++) put((covered >> bit) & 1);
  const span = scene.dateRange(index);
  put(span === 'start');
  put(span === 'end');
  put(party ? Math.min(20, party.steps) : 20);
  put(page ? page.page.form_fields.length > 0 : 0);
  put(profile.field.type === 'list');
  put(profile.field.type === 'number' || profile.field.type === 'integer' || profile.field.type === 'percentage');
  put(profile.concepts[0]?.score ?? 0);
  put(scene.view.recognised);
  put(Math.log1p(scene.view.tokens.length));
  put(Math.min(50, pages));
  const isLiteral = contest.literal.has(index);
  put(isLiteral);
  put(isLiteral && contest.isLiteralOnly);
  const end = endOf(candidate);
  const isDefined = scene.definedNames.has(startOf(candidate));
  put(match(end, Math.min(end + WORDS_AFTER, scene.view.tokens.length)).phrase);
  put(isDefined);
  put(values?.roundedBeside ?? 0);
  put(typeof candidate.value === 'number' && Math.round(candidate.value * 100) % 5 === 0);
  put(lines.score);
  put(around.lines ? Math.min(60, around.lines.gap) : 80);
  put(around.isNumbered);
  put(scene.itemNumbers.has(startOf(candidate)));
  const whole = around.whole ? match(around.whole.start, around.whole.end) : NO_MATCH;
  put(whole.phrase);
  put(whole.score);
  const section = scene.labelOfSection(index)[field] ?? NO_MATCH;
  put(section.phrase);
  put(section.score);
  put(isOpposed(scene, field, around));
  putMeanings(put, scene, contest, index);
  put(/^[:=]/.test(scene.view.tokens[around.right?.start ?? end]?.text ?? ''));
  putDocument(put, scene, field, index, page?.largest ?? 1);
  put(profile.kind === candidate.kind);
  for (const kind of ['email', 'phone', 'url']) put(profile.kind === kind);
  put(range && candidate.kind !== 'block' ? scene.labelnessOf(range[0], range[1]) : 0);
  for (const relation of [around.left, around.above]) put(relation ? scene.labelnessOf(relation.start, relation.end) : 0);
  for (const chance of scene.wants[field] ?? []) put(chance);
  return out;
}

/** What the section's heading says, how often the text is printed, how large it is, and what is said of it in brackets behind it. */
function putDocument(put: Put, scene: Scene, field: number, index: number, largest: number): void {
  const heading = scene.headingOf(index);
  const candidate = scene.pool.candidates[index];
  put(heading.score[field] ?? 0);
  put(heading.meaning[field] ?? 0);
  put(heading.steps);
  put(Math.min(12, scene.repeatsOf(index)));
  put(scene.textFacts(index).size / Math.max(1, largest));
  put(candidate ? (scene.meaningAfter(endOf(candidate))[field]?.chance ?? 0) : 0);
}

type Put = (value: number | boolean) => void;

function putText(put: Put, facts: TextFacts): void {
  put(Math.min(30, facts.words));
  put(Math.min(200, facts.characters));
  put(facts.digits);
  put(facts.capitals);
  put(facts.titleCase);
  put(facts.colon);
  put(facts.endsWithComma);
  put(facts.lines);
  put(facts.organisation);
  put(facts.person);
  put(facts.address);
  put(facts.place);
  put(facts.addressFirst);
  put(facts.addressLast);
  put(facts.addressNext);
  put(facts.addressBefore);
  put(facts.share);
  put(facts.size);
  put(facts.bold);
  put(facts.confidence);
  put(Math.min(5, facts.doubt));
  put(Math.min(5, facts.mixed));
  put(facts.nextBracket);
  put(facts.nextQuoted);
  put(facts.beforeBracket);
  put(facts.nextCapital);
  put(facts.beforeCapital);
  put(facts.hidden);
}

function putValues(put: Put, values: ValueFacts | undefined): void {
  put(Math.min(20, values?.repeats ?? 1));
  put(values?.rank ?? 0);
  put(Math.min(50, values?.order ?? 0));
  put(Math.min(100, values?.distinct ?? 0));
  put(values?.ofLargest ?? 0);
  put(values?.isSum ?? 0);
  put(values?.isLargePart ?? 0);
  put(values?.isSmallPart ?? 0);
  put(values?.isColumnSum ?? 0);
}

function putMeanings(put: Put, scene: Scene, { field, bestMeaning, meaningRanks }: FieldContest, index: number): void {
  const { relations, best, strongest } = scene.meaningsOf(index);
  for (const name of RELATIONS) put(relations.get(name)?.[field]?.chance ?? 0);
  const own = best[field] ?? 0;
  let rival = 0;
  best.forEach((score, other) => {
    if (other !== field && score > rival && sameType(scene, field, other)) rival = score;
  });
  const candidate = scene.pool.candidates[index];
  const range = candidate?.ranges[0];
  const selves = range && candidate.kind !== 'block' ? scene.meaningOf(range[0], range[1]) : [];
  put(own);
  put(own - rival);
  put(rival);
  put(bestMeaning > 0 ? own / bestMeaning : 0);
  put(Math.min(20, meaningRanks.get(index) ?? 20));
  put(selves[field]?.chance ?? 0);
  put(selves.reduce((most, meaning) => Math.max(most, meaning?.chance ?? 0), 0));
  for (const part of (strongest[field] ?? NO_MEANING).parts) put(part);
}

function sameType(scene: Scene, a: number, b: number): boolean {
  return scene.profiles[a]?.kind === scene.profiles[b]?.kind;
}
