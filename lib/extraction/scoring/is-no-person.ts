import { type Candidate, endOf, startOf } from '../candidates/candidate.ts';
import { namesOrganisation } from '../candidates/names-organisation.ts';
import { isPlace } from '../candidates/places.ts';
import type { ExtractionContext } from './extraction-context.ts';

/** Chance from which text in capitals is a heading or title. */
const TITLE = 0.58;
/** One to three capitals: what somebody signs with, or a code. */
const INITIALS = /^\p{Lu}{1,3}$/u;
const CAPITALS = /^[^\p{Ll}\d]*\p{Lu}{2}[^\p{Ll}\d]*$/u;
/** Capitals in ones and twos, as codes are set (“EX B”). */
const PAIRS = /^\p{Lu}{1,2}(?:\s\p{Lu}{1,2})+$/u;

/** True for a text that is the name of nobody: capitals in ones and twos. */
export function isNoName(text: string): boolean {
  return PAIRS.test(text);
}

/**
 * True for a text that names no natural person: an organisation, a country, initials, several things parted by a dot, or a title or heading in
 * capitals.
 */
export function isNoPerson(context: ExtractionContext, candidate: Candidate): boolean {
  const { text } = candidate;
  if (namesOrganisation(text) || isPlace(text) || INITIALS.test(text) || /\s[·•|]\s/.test(text)) return true;
  const isLine = candidate.ranges.length === 1 && /\s/.test(text) && CAPITALS.test(text);
  return isLine && context.labelnessOf(startOf(candidate), endOf(candidate)) >= TITLE;
}
