import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { startOf } from '../../candidates/candidate.ts';
import { anyOf } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import { CLAUSE_CUES } from '../../terms/clause-cues.ts';
import { splitWords } from '../../terms/vocabulary.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { textOfTokens } from '../../view/document-view.ts';

/** Tokens before a value that are looked at. */
const BEFORE = 8;
/** Articles between the words and the value. */
const BETWEEN = new RegExp(`(?: (?:${anyOf(({ littleWords }) => littleWords?.articles)}))+$`);
/** A place and a comma before the day of a signature: “Nürnberg, den”, “Lyon, le”. */
const PLACED = new RegExp(
  `^\\p{Lu}[\\p{L}.-]{1,30}(?: (?:\\p{Lu}[\\p{L}.-]{1,30}|${anyOf(({ letters }) => letters?.placeLinks)})){0,3},(?:\\s(?:${anyOf(({ letters }) => letters?.beforeDay)}))?$`,
  'u',
);
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.6;

/**
 * A value in the clauses of a contract that scoring left empty: the only one right behind words that lead up to it in one of eight
 * languages, and the day of signature behind its place (“Nürnberg, den”) on a line of their own. Null without one, or with several.
 */
export function answerClause(context: ExtractionContext, field: number): ExtractedValue | null {
  const found = ledUpTo(context, field);
  const [index] = found.values();
  if (index === undefined || found.size > 1) return null;
  return { ...publicCandidate(context, field, index, CONFIDENCE), candidates: [], reason: 'stands behind words that lead up to it' };
}

/** All values of a field right behind words of clauses that lead up to it, with the first candidate of each. */
export function ledUpTo(context: ExtractionContext, field: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const profile = context.profiles[field];
  if (!profile) return found;
  const cues = CLAUSE_CUES.filter(({ isFor }) => isFor(profile)).flatMap(({ words }) => words.map((text) => splitWords(text).join(' ')));
  const isSigned = profile.kind === 'date' && profile.concepts[0]?.id === 'signature_date';
  if (!cues.length && !isSigned) return found;
  context.pool.candidates.forEach((candidate, index) => {
    if (candidate.ranges.length !== 1 || !isSuitable(profile, candidate) || found.has(String(candidate.value))) return;
    const start = startOf(candidate);
    if (isSigned ? isPlaced(context, index) : isLedUpTo(context, cues, start)) found.set(String(candidate.value), index);
  });
  return found;
}

function isLedUpTo(context: ExtractionContext, cues: readonly string[], start: number): boolean {
  const before = ` ${splitWords(textOfTokens(context.view, Math.max(0, start - BEFORE), start)).join(' ')}`;
  return cues.some((cue) => before.endsWith(` ${cue}`) || before.replace(BETWEEN, '').endsWith(` ${cue}`));
}

/** True for an answer that is printed as the day of signature, behind its place. */
export function isSigningDay(context: ExtractionContext, { value }: ExtractedValue): boolean {
  return context.pool.candidates.some(
    (candidate, index) => candidate.kind === 'date' && candidate.value === value && isPlaced(context, index),
  );
}

/** True for a day that ends its line behind nothing but a place. */
export function isPlaced(context: ExtractionContext, index: number): boolean {
  const candidate = context.pool.candidates[index];
  const segment = context.view.segments[candidate?.segment ?? -1];
  const range = candidate?.ranges[0];
  if (!segment || !range || range[1] !== segment.end) return false;
  return PLACED.test(textOfTokens(context.view, segment.start, range[0]));
}
