import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { endOf, startOf } from '../../candidates/candidate.ts';
import { organisationLikeness, personLikeness } from '../../candidates/text-likeness.ts';
import { anyOf } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import type { FieldKind } from '../../terms/field-kind.ts';
import { type FieldProfile, keyOfLabel, wordsOfName } from '../../terms/field-profile.ts';
import { familiesOfPhrase, isFiller, isLabelWord, splitWords } from '../../terms/vocabulary.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { tidyValue } from '../../values/tidy-value.ts';
import { lineUnder, neighbourOf, textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';
import { candidatesOfSegment } from './candidates-of-segment.ts';

/** Words of a label at most, and of a text behind one. */
const [LABEL, LONGEST] = [6, 10];
/** Gap between a label and the value under it at most, in ems. */
const UNDER = 1.3;
const KINDS: ReadonlySet<FieldKind> = new Set(['date', 'money', 'number', 'percentage', 'text', 'name', 'identifier', 'place', 'duration']);
const FORMED: ReadonlySet<FieldKind> = new Set(['date', 'money', 'number', 'percentage', 'identifier']);
/** What says of a value only that it is one, or of which kind: "container_number" is what "Container" stands before. */
const GENERIC = new Set(['number', 'name', 'date', 'code', 'identifier', 'amount', 'reference', 'value', 'type', 'no']);
/** The end of a text that goes on below. */
const OPEN = new RegExp(`\\s(?:${anyOf(({ littleWords }) => littleWords?.open)}|&|[-–—])$`, 'i');
/** How surely a phrase means the field for text that is just that phrase to name it. */
const SURE = 0.75;
/** Letters that two forms of one word share at least ("sampled", "sample"). */
const STEM = 4;
/** A number of something, perhaps with the letters of a series before it; and what is an amount of money. */
const [CODE, AMOUNT] = [/^(?:[A-Z]{1,5}\s)?\S*\d\S*(?:\s\d+)*$/, /^[\d.,]*\d[.,]\d{2}$/];
/** Set by hand, a person sees them: values of a form, texts. */
const [OF_FORM, OF_TEXT] = [0.6, 0.5];

/** The same for figures that count something: "Total crates" is what crate_count asks for. */
const COUNTING: ReadonlySet<string> = new Set([...GENERIC, 'count', 'quantity', 'total']);
const coreOf = (families: readonly string[], kind: FieldKind): string[] => {
  const generic = kind === 'number' ? COUNTING : GENERIC;
  return [...new Set(families)].filter((word) => !generic.has(word) && !isFiller(word));
};

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  return shared >= Math.max(STEM, shorter - 1) && Math.max(a.length, b.length) - shared <= 3;
}

/**
 * A fallback for a field that scoring left empty: the only value behind, beside or under text that says the words of the field's
 * name or label in any order and form, but for words such as "number" or "date" that its form says as well ("Date sampled" for
 * sample_date, "Seal 0098213" for seal_number). Null otherwise, or where the words name another field as well.
 */
export function answerLabelled(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (!profile || !KINDS.has(profile.kind) || profile.field.type === 'list' || context.view.recognised) return null;
  const names = { cores: namesOf(context, field), keys: keysOf(context, field) };
  if (!names.cores.length && !names.keys.size) return null;
  const found = new Map<string, number>();
  for (const segment of context.view.segments)
    for (const start of startsOf(context, segment)) {
      const index = behindLabel(context, field, segment, start, names);
      if (index < 0) continue;
      const key = String(context.pool.candidates[index]?.value);
      if (!found.has(key)) found.set(key, index);
      if (found.size > 1) return null;
    }
  const [index] = found.values();
  if (index === undefined) return null;
  const confidence = FORMED.has(profile.kind) ? OF_FORM : OF_TEXT;
  const { value, text, evidence, reason } = publicCandidate(context, field, index, confidence);
  return {
    value: tidyValue(value, profile.kind),
    text,
    confidence,
    evidence,
    candidates: [],
    reason: reason ?? 'stands behind the words of its name',
  };
}

type Names = { cores: readonly (readonly string[])[]; keys: ReadonlySet<string> };

/**
 * Tokens at which a label may begin: at the head of a segment, behind the number of its entry (“7 Weight”), and behind a figure in it
 * ("Container MSKU 730218-4 Seal 0098213").
 */
function startsOf(context: ExtractionContext, segment: Segment): number[] {
  const { view } = context;
  const starts = [segment.start];
  if (isNumbered(context, segment)) starts.push(segment.start + 1);
  for (let token = segment.start + 1; token < segment.end; token++)
    if (/^\p{Lu}\p{Ll}/u.test(view.tokens[token]?.text ?? '') && /\d[;,.]?$/.test(view.tokens[token - 1]?.text ?? '')) starts.push(token);
  return starts;
}

/** True for text behind the number of an entry of a form. */
function isNumbered({ view, itemNumbers }: ExtractionContext, { start, end }: Segment): boolean {
  return end - start > 1 && itemNumbers.has(start) && /^\p{L}/u.test(view.tokens[start + 1]?.text ?? '');
}

/** What documents call a number of the kind the field asks for, where no other field is called so ("Company No." for a registration number). */
function keysOf({ profiles }: ExtractionContext, field: number): Set<string> {
  const profile = profiles[field];
  if (profile?.kind !== 'identifier') return new Set();
  const keysOfPhrases = (at: number, least: number) =>
    (profiles[at]?.phrases ?? []).flatMap(({ families, weight }) => (weight >= least && families.length > 1 ? [keyOfLabel(families)] : []));
  const others = new Set(profiles.flatMap((other, at) => (at === field || other.kind !== 'identifier' ? [] : keysOfPhrases(at, 0.5))));
  return new Set(keysOfPhrases(field, SURE).filter((key) => key.split(' ').includes('number') && !others.has(key)));
}

/** The words that say what a field is, by its name and by its label; those that another field is called as well are left out. */
function namesOf({ profiles }: ExtractionContext, field: number): string[][] {
  const kind = profiles[field]?.kind ?? 'text';
  const coresOf = (at: number) => {
    const own = profiles[at]?.field;
    return [wordsOfName(own?.name ?? ''), own?.label ?? '']
      .map((text) => coreOf(familiesOfPhrase(text), kind))
      .filter((core) => core.length);
  };
  const others = profiles.flatMap((other, at) => (at === field || isTold(kind, other.kind) ? [] : coresOf(at)));
  return coresOf(field).filter((core) => !others.some((other) => isSame(core, other)));
}

/** True for kinds whose values cannot be taken for each other. */
function isTold(kind: FieldKind, other: FieldKind): boolean {
  if (kind === other) return false;
  return (
    kind === 'date' || other === 'date' || (FORMED.has(kind) && FORMED.has(other) && (kind === 'identifier' || other === 'identifier'))
  );
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word) => b.some((other) => isSameWord(word, other)));
}

/** The candidate behind a label at the beginning of a segment, -1 without one. */
function behindLabel(context: ExtractionContext, field: number, segment: Segment, start: number, { cores, keys }: Names): number {
  const { view, labels } = context;
  const families: string[] = [];
  for (let end = start + 1; end <= Math.min(segment.end, start + LABEL); end++) {
    const text = view.tokens[end - 1]?.text ?? '';
    if (/\d/.test(text)) return -1;
    families.push(...labels.families(end - 1));
    const core = coreOf(families, context.profiles[field]?.kind ?? 'text');
    const isMore = (names: readonly string[]) =>
      /:$/.test(text) && core.length === names.length + 1 && isSame(core.slice(0, names.length), names);
    const isNamed = core.length > 0 && cores.some((names) => isSame(core, names) || isMore(names));
    if (isNamed || keys.has(keyOfLabel(families.filter((family) => !isFiller(family))))) {
      // "Net" goes on to "Net weight": the longest label counts.
      const next = view.tokens[end];
      const isMarked = /[:=]$/.test(text);
      if (end < segment.end && !isMarked && /^(?:\p{Ll}|(?:[Nn][°ºo.]|[Nn]r|NO|NR)\.?:?$)/u.test(next?.text ?? '')) continue;
      const index = end < segment.end ? valueAt(context, field, segment, end, isMarked) : besideLabel(context, field, segment, isMarked);
      if (index >= 0) return index;
    }
    if (/[:=]$/.test(text)) return -1;
  }
  return -1;
}

/** The value of the field's kind that begins at a token: of texts the one that goes on to the end of its line. */
function valueAt(context: ExtractionContext, field: number, segment: Segment, from: number, isMarked: boolean): number {
  const given = context.profiles[field];
  if (!given) return -1;
  // A span of time may be told by its days.
  const profile: FieldProfile = given.kind === 'duration' ? { ...given, kind: 'text' } : given;
  if (given.kind === 'duration' && !isMarked) return -1;
  const { tokens } = context.view;
  let start = from;
  while (start < segment.end && /^(?:[:=.\-–—]+|\p{Sc}|[A-Z]{3})$/u.test(tokens[start]?.text ?? '') && FORMED.has(profile.kind)) start++;
  const isFormed = FORMED.has(profile.kind);
  if (!isFormed && !isMarked && from > segment.start) return -1;
  let best = -1;
  let longest = 0;
  const isCode = profile.kind === 'identifier';
  for (const index of candidatesOfSegment(context, segment.index)) {
    const candidate = context.pool.candidates[index];
    if (candidate?.ranges.length !== 1 || !isSuitable(profile, candidate)) continue;
    const own = startOf(candidate);
    const end = endOf(candidate);
    if (own < from || own > start || end - own > LONGEST || (!isFormed && end !== segment.end)) continue;
    if (!isFormed && (candidate.text.includes(':') || OPEN.test(candidate.text) || splitWords(candidate.text).every(isLabelWord))) continue;
    if (profile.kind === 'name' && /\d{3}/.test(candidate.text)) continue;
    if (isCode && (!CODE.test(candidate.text) || AMOUNT.test(candidate.text) || isInDate(context, segment, own, end))) continue;
    if (!/\d/.test(candidate.text) && context.labels.match(own, end).some((match) => match && match.unit > 0.8 && match.phrase > 0.6))
      continue;
    if (end - own <= longest) continue;
    best = index;
    longest = end - own;
  }
  return best;
}

/** True for a part of a day ("28" of "28 February 2026"). */
function isInDate(context: ExtractionContext, segment: Segment, start: number, end: number): boolean {
  return candidatesOfSegment(context, segment.index).some((index) => {
    const date = context.pool.candidates[index];
    if (date?.kind !== 'date') return false;
    return startOf(date) <= start && endOf(date) >= end && endOf(date) - startOf(date) > end - start;
  });
}

/** The value in the segment right of a label that ends its own, or under it where nothing stands beside it nor further below. */
function besideLabel(context: ExtractionContext, field: number, label: Segment, isMarked: boolean): number {
  const { view } = context;
  const kind = context.profiles[field]?.kind ?? 'text';
  const right = neighbourOf(view, label, 'right');
  if (right && !isNumbered(context, right)) {
    // A heading over columns stands among others of its kind; a name is known for one.
    const isAmong = !isMarked && Boolean(neighbourOf(view, label, 'left') ?? neighbourOf(view, right, 'right'));
    const text = textOfTokens(context.view, right.start, right.end);
    const isPlain = FORMED.has(kind) || !isAmong || (kind === 'name' && Math.max(personLikeness(text), organisationLikeness(text)) === 1);
    const index = isPlain ? valueAt(context, field, right, right.start, true) : -1;
    if (index >= 0 || isMarked) return index;
  }
  const below = lineUnder(view, label, UNDER, 1);
  if (!below) return -1;
  const next = neighbourOf(view, below, 'below');
  if (next && next.top - below.bottom < UNDER / 2 && !isMarked) return -1;
  return valueAt(context, field, below, below.start, true);
}
