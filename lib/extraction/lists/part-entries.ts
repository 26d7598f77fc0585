import { personLikeness } from '../candidates/text-likeness.ts';
import { anyOf } from '../languages/languages.ts';

/** What may stand between the names of two persons. */
const BETWEEN = new RegExp(
  `,\\s+(?:(?:${anyOf(({ littleWords }) => littleWords?.and)})\\s+)?|\\s(?:&|${anyOf(({ littleWords }) => littleWords?.and)})\\s`,
  'iu',
);
/** The end of an entry before a semicolon; without a space behind it, the sign is part of a word. */
const SEMICOLON = /\s*;\s+/;

/** True for two words and more that all look like parts of a person's name: “Ann Lee”, and not “Lee”. */
const isFullName = (text: string) => /\S\s+\S/.test(text.trim()) && personLikeness(text) === 1;

/**
 * Entries of a list that are printed in one cell or line, each by itself: “Oak Ltd; Elm Ltd” is two. At commas and words for “and”, only full
 * names of persons are parted, where persons are asked for: “Lee, Ann” is one.
 */
export function partEntries(texts: readonly string[], asksPersons: boolean): string[] {
  return texts.flatMap((text) => {
    const parts = text.split(SEMICOLON).filter((part) => /[\p{L}\p{N}]/u.test(part));
    if (!asksPersons) return parts;
    return parts.flatMap((part) => {
      const names = part.split(BETWEEN);
      return names.length > 1 && names.every(isFullName) ? names : part;
    });
  });
}
