import { anyOf } from '../languages/languages.ts';

/** Words and beginnings of words that say the opposite beside a box, but not within a sentence (“non-smoker”, “unmarried”). */
const AT_BOXES = 'non|ex|un\\p{L}+';
const NEGATION = new RegExp(`^(?:${AT_BOXES}|${anyOf(({ clauses }) => clauses?.negations)})$`, 'iu');

/** Whether a word beside a box says the opposite of the words that follow it. */
export function isNegation(word: string): boolean {
  return NEGATION.test(word);
}
