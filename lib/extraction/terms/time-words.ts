import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf, asWords } from '../languages/languages.ts';

/** Words before the begin of something that goes on; folded, as parts of a pattern, like the others here. */
export const SINCE = `(?:${anyOf(({ times }) => times?.since)})`;
/** Words before any begin. */
export const LEADING = `(?:${anyOf(({ times }) => times?.begin)}|${SINCE})`;
/** Words and signs between two times. */
export const BETWEEN = `(?:${anyOf(({ times }) => times?.between)})`;
/** Words for the time that is not over. */
export const PRESENT = `(?:(?:${anyOf(({ times }) => times?.beforePresent)}) )?(?:${anyOf(({ times }) => times?.present)})`;
/** Words for parts of a year. */
export const SEASON = `(?:${anyOf(({ times }) => times?.seasons)})`;

const CUMULATIVE = asWords(({ times }) => times?.cumulative);

/** True for a heading over figures that add up over many periods: not those of the document's own period. */
export function isCumulative(title: string): boolean {
  return CUMULATIVE.test(foldText(title));
}
