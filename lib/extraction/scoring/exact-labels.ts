import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { checkValue } from '#lib/document/values/check-value.ts';
import { parseCurrency } from '#lib/document/values/parse-currency.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { endOf, startOf } from '../candidates/candidate.ts';
import { anyOf } from '../languages/languages.ts';
import type { Relation } from '../relations/relate.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { isFiller, isLabelWord, splitWords } from '../terms/vocabulary.ts';
import { isAloneOnLine, neighbourOf } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { ExtractionContext } from './extraction-context.ts';
import { keyOfTokens } from './key-of-tokens.ts';

/** Gap between a label and a value under it at most, in ems. */
const UNDER = 1.3;
/** Kinds of values that are known by their own form; others need a colon before them. */
const FORMED: ReadonlySet<FieldKind> = new Set(['date', 'money', 'number', 'percentage', 'iban', 'bic', 'vat_id', 'email', 'phone', 'url']);
/** Kinds after which a comma ends the value. */
const LISTED: ReadonlySet<FieldKind> = new Set(['iban', 'bic', 'vat_id', 'email', 'phone', 'url']);
/** Words that say how a sum was reckoned, not which one it is. */
const WITHIN = new RegExp(`^(?:${anyOf(({ littleWords }) => littleWords?.included)})\\.?$`, 'i');
/** Least strength of words that lead up to a value: four or more of them. */
const LEADS = 0.85;
/** A number or code of one word; an amount or a date has other signs in it. */
const CODE = /^(?=.*\d)[\p{L}\d][\p{L}\d/_-]*$/u;
/** Signs that part a label from its value. */
const SIGN = /^[:\-–—=.*|]+$/;

/**
 * Candidates that stand literally behind their label: the label is one the owner wrote, it is all that is printed left of them
 * (or over them), no other field is called so, and they are all that is printed behind it. Everyone reads such text alike.
 * Texts need a colon before them, but for one code alone with its label on a line (“Bill 4711”) where no other line is like it.
 * @param candidates those of the field's short list
 */
export function findExactLabels(context: ExtractionContext, field: number, candidates: readonly number[]): Set<number> {
  const found = new Set<number>();
  const bare = new Set<number>();
  for (const index of candidates) {
    const candidate = context.pool.candidates[index];
    if (candidate?.ranges.length !== 1 || candidate.alternative || context.textFacts(index).hidden) continue;
    const label = labelOf(context, candidate, index);
    const kind = context.profiles[field]?.kind ?? 'text';
    if (!hasForm(context, field, candidate)) continue;
    const isFormed = FORMED.has(kind) || (kind === 'identifier' && /^\S*\d\S*$/.test(candidate.text));
    if (isLedUpTo(context, field, candidate) || (label && isNamed(context, field, label, isFormed) && isWhole(context, candidate, kind)))
      found.add(index);
    else if (label && kind === 'text' && isAlone(context, candidate, label) && isNamed(context, field, label, true)) bare.add(index);
  }
  const lines = new Set([...bare].map((index) => context.pool.candidates[index]?.segment));
  return found.size === 0 && lines.size === 1 ? bare : found;
}

/** True for a code that is all that its line has beside the label, in text that was not recognised from pixels. */
function isAlone(context: ExtractionContext, candidate: Candidate, label: Relation): boolean {
  const { view } = context;
  const segment = view.segments[candidate.segment];
  if (!segment || view.recognised || typeof candidate.value !== 'string' || !CODE.test(candidate.text)) return false;
  const isWhole = label.start === segment.start && label.end === startOf(candidate) && endOf(candidate) === segment.end;
  const isOnly = isAloneOnLine(view, segment);
  return isWhole && isOnly && endOf(candidate) - startOf(candidate) === 1;
}

/** False for text that is not of the form the field asks for: a phone number with a mail address behind it. */
function hasForm(context: ExtractionContext, field: number, candidate: Candidate): boolean {
  const profile = context.profiles[field];
  if (!profile || typeof candidate.value !== 'string') return true;
  const format = profile.kind === 'phone' ? 'phone' : profile.field.format;
  return !format || checkValue({ ...profile.field, type: 'string', format } as RowField, candidate.value) === null;
}

/** True for a place right behind words that lead up to nothing else (“governed by the laws of”). */
function isLedUpTo(context: ExtractionContext, field: number, candidate: Candidate): boolean {
  if (context.profiles[field]?.kind !== 'place' || candidate.kind !== 'place') return false;
  const cue = context.cues.before(field, startOf(candidate));
  return cue.distance === 0 && cue.strength >= LEADS;
}

/** The text that must be the label: all that stands before the candidate on its line, or the line over it when nothing does. */
function labelOf(context: ExtractionContext, candidate: Candidate, index: number): Relation | null {
  const segment = context.view.segments[candidate.segment];
  if (!segment) return null;
  const { inline, left, above } = context.around(index);
  let end = inline?.end ?? segment.start;
  while (end > segment.start && isBeside(context, end - 1) && !/:$/.test(textAt(context, end - 1))) end--;
  if (inline && end > segment.start) return inline.start === segment.start ? { ...inline, end } : null;
  if (left) return left;
  return above && above.gap < UNDER && !hasFollower(context, segment) ? above : null;
}

/** True when further text stands right under a segment: then its heading is that of a column. */
function hasFollower(context: ExtractionContext, segment: Segment): boolean {
  const below = neighbourOf(context.view, segment, 'below');
  return below !== undefined && below.top - segment.bottom < UNDER;
}

const textAt = (context: ExtractionContext, token: number): string => context.view.tokens[token]?.text ?? '';

/** True for signs and currencies, which stand beside values without being part of them. */
function isBeside(context: ExtractionContext, token: number): boolean {
  const text = textAt(context, token);
  return SIGN.test(text) || parseCurrency(text) !== null;
}

function isNamed(context: ExtractionContext, field: number, label: Relation, isFormed: boolean): boolean {
  const profile = context.profiles[field];
  if (!profile || label.end - label.start > 8) return false;
  const isSum = profile.kind === 'money';
  // A rate, a currency or the number of a form's box stands beside a label.
  const key = keyOfTokens(context, label.start, label.end, (token) => {
    const text = textAt(context, token);
    const isOfSum = isSum && (WITHIN.test(text) || /[\d%]/.test(text) || parseCurrency(text) !== null);
    return SIGN.test(text) || isOfSum || /^\d{1,2}[a-z]?[.)]$/.test(text);
  });
  if (!key || !profile.ownLabels.has(key)) return false;
  const last = textAt(context, label.end - 1);
  if (!isFormed && !/[:#]$/.test(last)) return false;
  return context.profiles.every(
    (other, at) => at === field || !other.ownLabels.has(key) || groupLike(other.kind) !== groupLike(profile.kind),
  );
}

/** Kinds whose values could be taken for each other. */
function groupLike(kind: FieldKind): string {
  return kind === 'number' || kind === 'money' || kind === 'percentage' || kind === 'date' ? kind : 'text';
}

/** True when the candidate is all that stands behind its label: to the end of its segment, no label itself, no further line. */
function isWhole(context: ExtractionContext, candidate: Candidate, kind: FieldKind): boolean {
  const { view } = context;
  const segment = view.segments[candidate.segment];
  if (!segment) return false;
  const end = endOf(candidate);
  if (LISTED.has(kind) && (/[,;]$/.test(textAt(context, end - 1)) || /^[,;|·]$/.test(textAt(context, end)))) return true;
  for (let token = end; token < segment.end; token++) if (!isBeside(context, token)) return false;
  if (FORMED.has(kind)) return true;
  if (!isPlainText(context, candidate, kind)) return false;
  const start = startOf(candidate);
  const right = neighbourOf(view, segment, 'right');
  if (right && right.left - segment.right < 3 && kind !== 'identifier') return false;
  const below = neighbourOf(view, segment, 'below');
  const left = view.tokens[start]?.left ?? segment.left;
  if (!below || below.top - segment.bottom > 0.7 || Math.abs(below.left - left) > 0.6) return true;
  return neighbourOf(view, below, 'left') !== undefined || textOf(context, below.start, below.end).includes(':');
}

/** True for text that is a value rather than a label, a remark in brackets, or the rest of a sentence. */
function isPlainText(context: ExtractionContext, candidate: Candidate, kind: FieldKind): boolean {
  const words = splitWords(candidate.text);
  if (
    kind === 'identifier' ? words.length > 3 && /\s\S+\s/.test(candidate.text) : words.every((word) => isFiller(word) || isLabelWord(word))
  )
    return false;
  if ((kind === 'name' && /[()/\d]|-\p{Lu}$/u.test(candidate.text)) || /^\d{1,2}[.)]\s/.test(candidate.text)) return false;
  if (candidate.text.includes(':') || /^[(\p{Ll}]/u.test(candidate.text)) return false;
  return !context.labels.match(startOf(candidate), endOf(candidate)).some((match) => match && match.phrase > 0.5 && match.unit > 0.6);
}

function textOf(context: ExtractionContext, start: number, end: number): string {
  return context.view.tokens
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ');
}
