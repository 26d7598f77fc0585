import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf, asWords, whole } from '../languages/languages.ts';
import { splitWords } from './vocabulary.ts';

/** What a value of a field may be by its own words. */
export type ValueClass = 'occupation' | 'organisation' | 'degree' | 'place';

/** Words by which a field asks for a class of values, as folded words of its name or label. */
const ASKED: readonly (readonly [ValueClass, RegExp])[] = [
  ['degree', asWords(({ valueWords }) => valueWords?.asksDegree)],
  ['occupation', asWords(({ valueWords }) => valueWords?.asksOccupation)],
  ['organisation', asWords(({ valueWords }) => valueWords?.asksOrganisation)],
  ['place', asWords(({ valueWords }) => valueWords?.asksPlace)],
];

/** Words of values of a class, folded; a word at the end of a German or Dutch compound counts too. */
const OCCUPATION = new RegExp(`(?:${anyOf(({ valueWords }) => valueWords?.occupations)})$`);
const ORGANISATION = whole(({ valueWords }) => valueWords?.organisations);
const DEGREE = whole(({ valueWords }) => valueWords?.degrees);
const PLACE = /^[\p{L} .'’-]+,\s?(?:\p{Lu}{2}|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)$/u;

/** The class of values that a field asks for by its name and label (its description where they tell none), or null. */
export function valueClassOf(name: string, description: string): ValueClass | null {
  for (const text of [name, description]) {
    const words = foldText(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
      .replace(/[^\p{L}]+/gu, ' ')
      .trim();
    for (const [kind, pattern] of ASKED) if (pattern.test(words)) return kind;
  }
  return null;
}

/** How much a text looks like a value of a class by its words, 0 to 1. */
export function valueLikeness(kind: ValueClass, text: string): number {
  const words = splitWords(text);
  switch (kind) {
    case 'occupation':
      return occupationLikeness(words);
    case 'organisation':
      return words.some((word) => ORGANISATION.test(word)) ? 1 : 0;
    case 'degree':
      return words.some((word) => DEGREE.test(word)) || /\b[BM]\.? ?(?:A|S|Sc|Eng)\b\.?|\bPh\.? ?D\b/.test(text) ? 1 : 0;
    case 'place':
      return PLACE.test(text.trim()) ? 1 : 0;
    default:
      return 0;
  }
}

/** Letters of the end of a compound that names an occupation at least. */
const COMPOUND = 6;

/** Ranks that only occupations have. */
const RANK = whole(({ valueWords }) => valueWords?.ranks);
/** Ends of words for persons by what they do; of other words as well, so that they count less. */
const DOER = new RegExp(String.raw`\p{L}{3}(?:${anyOf(({ valueWords }) => valueWords?.doers)})s?$`, 'u');
const BY_ENDING = 0.4;

function occupationLikeness(words: readonly string[]): number {
  if (words.some((word) => isOccupation(word) || RANK.test(word))) return 1;
  return words.length <= 5 && words.some((word) => DOER.test(word)) && !words.some((word) => ORGANISATION.test(word)) ? BY_ENDING : 0;
}

function isOccupation(word: string): boolean {
  const found = OCCUPATION.exec(word)?.[0].length ?? 0;
  return found === word.length || found >= COMPOUND;
}
