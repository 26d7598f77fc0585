import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Candidate, ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { FieldLesson, Print } from '#lib/contract/service/lesson.ts';
import { findTypeFault } from '#lib/document/values/check-value.ts';
import { foldText, textKey } from '#lib/document/values/fold-text.ts';
import { textOverlap } from '../labels/text-overlap.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { isSuitable } from '../scoring/suitable.ts';
import { groupOf } from '../scoring/weights.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { tidyValue } from '../values/tidy-value.ts';
import { findPrints } from './find-prints.ts';
import type { Remembered } from './lesson.ts';
import { matchPrint, type PrintMatch } from './match-print.ts';
import type { PrintIndex } from './print-index.ts';
import { repairText } from './repair-text.ts';

/** Pages around that of a remembered print, from the first page or from the last, on which values are looked for. */
const PAGES = 2;
/** Values that memory proposes by their places. */
const MOST_PLACES = 4;
/** Values that memory proposes because they were approved before. */
const MOST_CONSTANTS = 4;
/** Kinds whose values people word in their own way, so that they may be right where they are not printed like that. */
const WORDED: ReadonlySet<FieldKind> = new Set(['text', 'name', 'address', 'place', 'currency', 'enum', 'boolean']);
/** Confidence from which a recognised word stays as it was read. */
const SURE_WORD = 0.95;
/** Least match of a place that is proposed. */
const LEAST_MATCH = 0.3;

/** A remembered document as far as one field goes. */
export type FieldMemory = { id: string; likeness: number; lesson: FieldLesson };

/** A value that may be the field's, and what speaks for it. */
export type Proposal = {
  value: Value;
  /** The candidate that prints it; null where none does. */
  index: number | null;
  /** The engine's candidate for it; null where it has none. */
  candidate: Candidate | null;
  /** By remembered document, how well the print stands where its value stood. */
  places: Map<string, PrintMatch>;
  /** Remembered documents with this very value. */
  constants: Set<string>;
  /** How nearly the value is printed, 0 to 1. */
  presence: number;
  /** Words that were put right by remembered values, and the share of its words that they have. */
  repairs: number;
  known: number;
  /** What the engine's own answer or one of its candidates says it is worth; 0 where it is neither. */
  confidence: number;
  isEngine: boolean;
};

/** What a field has in memory; without values that it cannot hold any more, since the schema was changed, and without disputed ones. */
export function memoryOf(memory: readonly Remembered[], field: Field | RowField): FieldMemory[] {
  return memory.flatMap(({ id, likeness, lesson }) => {
    const known = ownValue(lesson.fields, field.name);
    return known && !known.isDisputed && canHold(field, known.value) ? [{ id, likeness, lesson: known }] : [];
  });
}

function canHold(field: Field | RowField, value: Value): boolean {
  if (value === null) return true;
  return findTypeFault(field, value) === null && (field.type !== 'enum' || (field.enum ?? []).includes(String(value)));
}

/** All values that may be a field's: what the engine answered, what stands where values stood before, what was approved before, nothing. */
export function propose(
  context: ExtractionContext,
  prints: PrintIndex,
  field: number,
  answer: ExtractedValue,
  memory: readonly FieldMemory[],
): Proposal[] {
  const proposals = new Map<string, Proposal>();
  const kind = context.profiles[field]?.kind ?? 'text';
  const entry = (value: Value, index: number | null): Proposal => {
    const key = keyOf(value);
    const known: Proposal = proposals.get(key) ?? {
      value,
      index,
      candidate: null,
      places: new Map<string, PrintMatch>(),
      constants: new Set<string>(),
      presence: 0,
      repairs: 0,
      known: 0,
      confidence: 0,
      isEngine: false,
    };
    proposals.set(key, known);
    known.index ??= index;
    return known;
  };
  const engine = entry(answer.value, null);
  engine.isEngine = true;
  engine.confidence = answer.confidence;
  if (answer.value !== null) engine.presence = 1;
  for (const candidate of answer.candidates) {
    const known = entry(candidate.value, null);
    if (!known.isEngine) known.confidence = Math.max(known.confidence, candidate.confidence);
    known.candidate ??= candidate;
    known.presence = 1;
  }
  entry(null, null);
  for (const { value, index, matches } of findPlaces(context, prints, field, memory)) {
    const known = entry(tidyValue(value, kind), index);
    known.index = index;
    known.presence = 1;
    for (const [id, match] of matches) known.places.set(id, match);
  }
  addConstants(context, field, memory, entry);
  addRepairs(context, field, memory, [...proposals.values()], entry);
  return [...proposals.values()];
}

type Placed = { value: Value; index: number; score: number; matches: Map<string, PrintMatch> };

/** The values that stand best where the remembered ones stood. */
function findPlaces(context: ExtractionContext, prints: PrintIndex, field: number, memory: readonly FieldMemory[]): Placed[] {
  const profile = context.profiles[field];
  if (!profile || !memory.some(({ lesson }) => lesson.prints.length > 0)) return [];
  const placed = new Map<string, Placed>();
  const last = context.view.pages.length - 1;
  const isNear = (page: number, remembered: Print) =>
    Math.abs(page - remembered.page) <= PAGES || Math.abs(last - page - remembered.fromLast) <= PAGES;
  context.pool.candidates.forEach((candidate, index) => {
    const isOn = (remembered: Print) => isNear(candidate.page, remembered);
    if (!isSuitable(profile, candidate) || !memory.some(({ lesson }) => lesson.prints.some(isOn))) return;
    const print = prints.of(index);
    for (const { id, likeness, lesson } of memory)
      for (const remembered of lesson.prints) {
        if (!isOn(remembered)) continue;
        const match = matchPrint(print, remembered);
        if (match.score < LEAST_MATCH) continue;
        const key = keyOf(candidate.value);
        const known = placed.get(key) ?? { value: candidate.value, index, score: 0, matches: new Map() };
        placed.set(key, known);
        const before = known.matches.get(id);
        if (before && before.score >= match.score) continue;
        known.matches.set(id, match);
        if (match.score * likeness > known.score) Object.assign(known, { score: match.score * likeness, index, value: candidate.value });
      }
  });
  const sum = ({ matches }: Placed) => memory.reduce((all, { id, likeness }) => all + likeness * (matches.get(id)?.score ?? 0), 0);
  return [...placed.values()].sort((a, b) => sum(b) - sum(a) || a.index - b.index).slice(0, MOST_PLACES);
}

/** Adds the values that were approved before, where this document may have them too. */
function addConstants(
  context: ExtractionContext,
  field: number,
  memory: readonly FieldMemory[],
  entry: (value: Value, index: number | null) => Proposal,
): void {
  const values = new Map<string, { value: Value; ids: string[]; weight: number }>();
  for (const { id, likeness, lesson } of memory) {
    const known = values.get(keyOf(lesson.value)) ?? { value: lesson.value, ids: [], weight: 0 };
    known.ids.push(id);
    known.weight += likeness;
    values.set(keyOf(lesson.value), known);
  }
  const kind = context.profiles[field]?.kind ?? 'text';
  const isWorded = WORDED.has(kind);
  const isPlain = kind !== 'address' && kind !== 'name';
  for (const { value, ids } of [...values.values()]
    .sort((a, b) => b.weight - a.weight || (keyOf(a.value) < keyOf(b.value) ? 1 : -1))
    .slice(0, MOST_CONSTANTS)) {
    const [found] = value === null ? [] : findPrints(context, field, value);
    // a day, an amount, a number or an account that is not printed here is not this document's
    if (value !== null && !found && (!isWorded || (isPlain && /\d/.test(String(value))))) continue;
    const known = entry(value, found?.index ?? null);
    known.presence = Math.max(known.presence, found?.likeness ?? 0);
    for (const id of ids) known.constants.add(id);
  }
}

/** Adds recognised texts with their slips put right by the words of remembered values. */
function addRepairs(
  context: ExtractionContext,
  field: number,
  memory: readonly FieldMemory[],
  proposals: readonly Proposal[],
  entry: (value: Value, index: number | null) => Proposal,
): void {
  if (groupOf(context.profiles[field]?.kind ?? 'text') !== 'text') return;
  const remembered = memory.flatMap(({ lesson }) => (typeof lesson.value === 'string' ? [lesson.value] : []));
  if (remembered.length === 0) return;
  const doubtful = new Set(context.view.tokens.flatMap(({ key, confidence }) => (confidence < SURE_WORD ? [key] : [])));
  for (const proposal of proposals) {
    if (typeof proposal.value !== 'string') continue;
    const { text, repairs, known } = repairText(proposal.value, remembered, doubtful);
    if (repairs === 0) {
      proposal.known = known;
      continue;
    }
    const repaired = entry(text, proposal.index);
    repaired.candidate ??= proposal.candidate;
    if (repaired.repairs > 0 && repaired.confidence >= proposal.confidence) continue;
    repaired.repairs = repairs;
    repaired.known = known;
    repaired.presence = Math.max(repaired.presence, proposal.presence);
    repaired.confidence = Math.max(repaired.confidence, proposal.confidence);
    for (const [id, match] of proposal.places) if (!repaired.places.has(id)) repaired.places.set(id, match);
  }
}

/** What two proposals of the same value share. */
export function keyOf(value: Value): string {
  if (typeof value === 'string') return `text ${textKey(value)}`;
  return value === null ? 'nothing' : `${typeof value} ${JSON.stringify(value)}`;
}

/** How alike two values are as texts, 0 to 1; 0 unless both are texts. */
export function valueOverlap(a: Value, b: Value): number {
  return typeof a === 'string' && typeof b === 'string' ? textOverlap(foldText(a), foldText(b)) : 0;
}
