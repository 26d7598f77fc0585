import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { startOf } from '../candidates/candidate.ts';
import { type CandidatePool, collectCandidates } from '../candidates/collect-candidates.ts';
import { loadLabelModel } from '../labels/load-label-model.ts';
import { CueMap } from '../relations/cue-map.ts';
import { findBracketEnd } from '../relations/find-bracket-end.ts';
import { findItemNumbers, type ItemNumbers } from '../relations/item-numbers.ts';
import { type PartyContext, PartyMap } from '../relations/party-context.ts';
import { type Surroundings, Surroundor } from '../relations/relate.ts';
import { SectionHeadings } from '../relations/section-headings.ts';
import { SegmentGrid } from '../relations/segment-grid.ts';
import { CONCEPT_PHRASES, type FieldProfile, profileField } from '../terms/field-profile.ts';
import { LabelIndex, type LabelMatch, NO_MATCH } from '../terms/label-index.ts';
import { type DocumentView, viewDocument } from '../view/document-view.ts';
import { countRepeats } from './count-repeats.ts';
import { findCoverage } from './coverage.ts';
import { findDateRanges } from './date-ranges.ts';
import { findDefinedNames } from './defined-names.ts';
import { type HeadingMatch, matchHeading, NO_HEADING } from './heading-match.ts';
import { LabelMeanings, type Meaning } from './label-meanings.ts';
import { matchStatedLabel } from './stated-labels.ts';
import { findTextFacts, type TextFacts } from './text-facts.ts';
import { findValueFacts, type ValueFacts } from './value-facts.ts';

/** One document before one schema: everything that scoring looks at, worked out when first asked for. */
export type ExtractionContext = {
  view: DocumentView;
  profiles: FieldProfile[];
  labels: LabelIndex;
  grid: SegmentGrid;
  pool: CandidatePool;
  parties: PartyMap;
  cues: CueMap;
  valueFacts: ValueFacts[];
  /** Tokens that number the entries of a form: parts of labels. */
  itemNumbers: ItemNumbers;
  /** Tokens at which names of parties begin that an opening clause introduces. */
  definedNames: ReadonlySet<number>;
  around(candidate: number): Surroundings;
  textFacts(candidate: number): TextFacts;
  party(candidate: number): PartyContext | null;
  /** True for a candidate that begins with a heading of a party (“Bill to”). */
  isPartyHeading(candidate: number): boolean;
  /** Typed values the candidate consists of: bit n = `COVERS[n]`. */
  coverage(candidate: number): number;
  /** Whether a date begins or ends a written range ("1.3. – 31.3."). */
  dateRange(candidate: number): 'start' | 'end' | null;
  /** How well what stands around the candidate names each field, by rule of thumb, 0 to 1. */
  labelScores(candidate: number): Float32Array;
  /** How well what stands around the candidate names each of `CONCEPT_PHRASES`, by the same rule of thumb, 0 to 1. */
  conceptScores(candidate: number): Float32Array;
  /** ISO dates that codes of the document state, with how well each names the fields. */
  statedDates: ReadonlyMap<string, Float32Array>;
  /** How well labels that are not printed name each field, by words or by meaning, 0 to 1. */
  namedBy(statedLabels: readonly string[]): Float32Array;
  /** How near in meaning each relation of the candidate is to a field, and the best of them by rule of thumb. */
  meaningsOf(candidate: number): CandidateMeanings;
  /** By field, the chance of each of `WANTED_KINDS` that it asks for such a value. */
  wants: readonly Float32Array[];
  /** How near in meaning a stretch of tokens is to each field. */
  meaningOf(start: number, end: number): readonly (Meaning | undefined)[];
  /** How near in meaning a label of several lines is to each field. */
  meaningOfLines(lines: readonly (readonly [number, number])[]): readonly (Meaning | undefined)[];
  /** Chance that a stretch of tokens is a label, heading or title rather than a value, 0 to 1, as learned from mined labels. */
  labelnessOf(start: number, end: number): number;
  /** How near in meaning what stands in brackets right behind a token range's end is to each field (“… (the “Lessee”)”). */
  meaningAfter(end: number): readonly (Meaning | undefined)[];
  /** How well all lines of the label over the candidate together name each field; empty where it has one line. */
  labelOfLines(candidate: number): readonly LabelMatch[];
  /** How well the label of the candidate and the heading of its section together name each field; empty without a heading. */
  labelOfSection(candidate: number): readonly LabelMatch[];
  /** How well the heading of the section that the candidate stands in names each field, and how many lines it is above. */
  headingOf(candidate: number): HeadingMatch;
  /** How often the candidate's text is printed, 1 and more. */
  repeatsOf(candidate: number): number;
};

/** By relation, what the text there means to each field; by field, the best relation after its distance, 0 to 1. */
export type CandidateMeanings = {
  relations: ReadonlyMap<RelationName, readonly (Meaning | undefined)[]>;
  best: Float32Array;
  strongest: readonly (Meaning | undefined)[];
};

/** Weight of each relation in the rule of thumb and the distance (ems, steps) at which it has fallen to a third. */
const THUMB = {
  inline: [1, 30],
  left: [0.97, 45],
  left2: [0.45, 60],
  above: [0.9, 7],
  above2: [0.5, 7],
  header: [0.75, 40],
  tableHeader: [0.85, 60],
  tableRow: [0.75, 12],
  below: [0.35, 3],
  right: [0.3, 6],
} as const;
export type RelationName = keyof typeof THUMB;
export const RELATIONS = Object.keys(THUMB) as RelationName[];

/** Puts a document and the fields of a schema together. Nothing is compared before it is asked for. */
export function createExtractionContext(reading: Reading, fields: readonly (Field | RowField)[]): ExtractionContext {
  const view = viewDocument(reading);
  const profiles = fields.map(profileField);
  const labels = new LabelIndex(view, profiles);
  const grid = new SegmentGrid(view);
  const pool = collectCandidates(view, labels);
  const itemNumbers = findItemNumbers(view);
  const surroundor = new Surroundor(view, grid, itemNumbers);
  const parties = new PartyMap(view, labels);
  const cues = new CueMap(view, profiles);
  const memory = {
    around: new Map<number, Surroundings>(),
    text: new Map<number, TextFacts>(),
    party: new Map<number, PartyContext | null>(),
    labels: new Map<number, Float32Array>(),
    concepts: new Map<number, Float32Array>(),
    meanings: new Map<number, CandidateMeanings>(),
    lines: new Map<number, readonly LabelMatch[]>(),
    sections: new Map<number, readonly LabelMatch[]>(),
  };
  const remember =
    <T>(store: Map<number, T>, find: (candidate: Candidate, index: number) => T) =>
    (index: number): T => {
      const known = store.get(index);
      if (known !== undefined) return known;
      const candidate = pool.candidates[index];
      if (!candidate) throw new RangeError('There is no such candidate.');
      const found = find(candidate, index);
      store.set(index, found);
      return found;
    };
  const around = remember(memory.around, (candidate) => surroundor.of(candidate));
  type Ranges = { ranges: [number, number][]; key: number } | null;
  const compareOnce = (store: Map<number, readonly LabelMatch[]>, found: Ranges): readonly LabelMatch[] => {
    if (!found) return [];
    const known = store.get(found.key) ?? labels.compare(found.ranges);
    store.set(found.key, known);
    return known;
  };
  const labelOfLines = (index: number) => compareOnce(memory.lines, around(index).lines);
  // A candidate on a label of its own gives nothing to others: what it says of itself counts against it.
  const labelScores = remember(memory.labels, ({ statedLabels = [] }, index) => {
    const scores = thumbScores(labels, around(index), labelOfLines(index));
    for (const label of statedLabels) statedLabelScores(label, profiles, scores);
    return scores;
  });
  const concepts = new LabelIndex(view, CONCEPT_PHRASES, labels);
  const conceptScores = remember(memory.concepts, (_, index) => thumbScores(concepts, around(index)));
  const meanings = new LabelMeanings(view, fields, loadLabelModel(), labels);
  const meaningsOf = remember(memory.meanings, ({ statedLabels = [] }, index) =>
    findMeanings(meanings, around(index), profiles.length, statedLabels),
  );
  const namedBy = (statedLabels: readonly string[]) => {
    const scores = new Float32Array(profiles.length);
    for (const label of statedLabels) {
      statedLabelScores(label, profiles, scores);
      meanings.ofText(label).forEach((meaning, field) => {
        scores[field] = Math.max(scores[field] ?? 0, meaning?.chance ?? 0);
      });
    }
    return scores;
  };
  const statedDates = new Map<string, Float32Array>();
  for (const { origin, kind, value, statedLabels } of pool.candidates)
    if (origin === 'recogniser' && kind === 'date' && statedLabels) statedDates.set(String(value), namedBy(statedLabels));
  const sectionHeadings = new SectionHeadings(view);
  const headingMatches = new Map<number, HeadingMatch>();
  const headingOf = (index: number): HeadingMatch => {
    const { segment = -1 } = pool.candidates[index] ?? {};
    const known = headingMatches.get(segment);
    if (known) return known;
    const found = segment < 0 ? null : sectionHeadings.over(segment);
    const match = found ? matchHeading(labels, meanings, found, profiles.length) : NO_HEADING;
    headingMatches.set(segment, match);
    return match;
  };
  return {
    view,
    profiles,
    namedBy,
    statedDates,
    labels,
    headingOf,
    repeatsOf: countRepeats(pool.candidates),
    meaningsOf,
    wants: meanings.wants,
    meaningOf: (start, end) => meanings.of([start, end]),
    meaningOfLines: (lines) => meanings.ofLines(lines),
    labelnessOf: (start, end) => meanings.labelness([start, end]),
    meaningAfter: (end) => {
      const close = findBracketEnd(view, end);
      return close > end ? meanings.of([end, close]) : [];
    },
    grid,
    pool,
    parties,
    cues,
    definedNames: findDefinedNames(view),
    valueFacts: findValueFacts(view, pool.candidates),
    coverage: findCoverage(pool.candidates),
    dateRange: findDateRanges(view, pool.candidates),
    itemNumbers,
    around,
    labelScores,
    conceptScores,
    labelOfLines,
    labelOfSection: (index) => compareOnce(memory.sections, around(index).section),
    textFacts: remember(memory.text, (candidate) => findTextFacts(view, candidate)),
    isPartyHeading: (index) => parties.isHeading(around(index).place),
    party: remember(memory.party, (_, index) => parties.at(around(index).place)),
  };
}

/** Relations whose label a section's heading completes. */
const UNDER_HEADING: ReadonlySet<RelationName> = new Set(['inline', 'left', 'above']);

/** How well what stands around a candidate names each field of an index, fading with distance. */
function thumbScores(labels: LabelIndex, places: Surroundings, lines: readonly LabelMatch[] = []): Float32Array {
  const scores = new Float32Array(labels.fieldCount);
  const raise = (matches: readonly (LabelMatch | undefined)[], fade: number) => {
    matches.forEach((match, field) => {
      const score = (match ?? NO_MATCH).score * fade;
      if (score > (scores[field] ?? 0)) scores[field] = score;
    });
  };
  for (const name of RELATIONS) {
    const relation = places[name];
    if (!relation) continue;
    const [weight, reach] = THUMB[name];
    raise(labels.match(relation.start, relation.end), weight * Math.exp(-relation.gap / reach));
  }
  const [weight, reach] = THUMB.above;
  if (places.lines) raise(lines, weight * Math.exp(-places.lines.gap / reach));
  return scores;
}

function findMeanings(meanings: LabelMeanings, places: Surroundings, count: number, statedLabels: readonly string[]): CandidateMeanings {
  const relations = new Map<RelationName, readonly (Meaning | undefined)[]>();
  const best = new Float32Array(count);
  const strongest: (Meaning | undefined)[] = [];
  const raise = (found: readonly (Meaning | undefined)[], fade: number) => {
    found.forEach((meaning, field) => {
      const score = (meaning?.chance ?? 0) * fade;
      if (score <= (best[field] ?? 0)) return;
      best[field] = score;
      strongest[field] = meaning;
    });
  };
  const heading = places.section?.ranges[0] ?? null;
  for (const name of RELATIONS) {
    const relation = places[name];
    if (!relation) continue;
    const [weight, reach] = THUMB[name];
    const found = meanings.of([relation.start, relation.end], UNDER_HEADING.has(name) ? heading : null);
    relations.set(name, found);
    raise(found, weight * Math.exp(-relation.gap / reach));
  }
  if (places.lines) {
    const [weight, reach] = THUMB.above;
    raise(meanings.ofLines(places.lines.ranges), weight * Math.exp(-places.lines.gap / reach));
  }
  for (const label of statedLabels) raise(meanings.ofText(label), 1);
  return { relations, best, strongest };
}

/** First token of a candidate by index. */
export function firstToken(context: ExtractionContext, candidate: number): number {
  const entry = context.pool.candidates[candidate];
  return entry ? startOf(entry) : 0;
}

/** Raises the score of each field that the words of a label name. */
function statedLabelScores(label: string, profiles: readonly FieldProfile[], scores: Float32Array): void {
  matchStatedLabel(label, profiles, (field, { score }) => {
    if (score > (scores[field] ?? 0)) scores[field] = score;
  });
}
