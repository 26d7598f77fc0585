import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf, whole } from '../languages/languages.ts';
import { ARTICLE, headOfDescription } from './field-kind.ts';
import { valueLikeness } from './value-words.ts';
import { familiesOfPhrase } from './vocabulary.ts';

/** Which person a field asks for: the one that a document is about or made out for, or one that acts in it. */
export type AskedPerson = 'subject' | 'actor';

const WHICH_NAME = `(?:(?:${anyOf(({ descriptions }) => descriptions?.whichName)}) )*`;
const NAME = anyOf(({ descriptions }) => descriptions?.name);
/** “patient”, “chief technician”, “patient's full name”. */
const last = (persons: string) => new RegExp(String.raw`(?:^|\s)(?:${persons})s?(?:['’]s?)?(?: ${WHICH_NAME}(?:${NAME}))?$`, 'u');
const PERSONS: readonly (readonly [AskedPerson, RegExp])[] = [
  ['subject', last(anyOf(({ persons }) => persons?.subjects))],
  ['actor', last(anyOf(({ persons }) => persons?.actors))],
];
/** Where a clause about the thing begins (“Person | it is meant for”, “Person | getting the prize”). */
const CLAUSE = whole(({ descriptions }) => descriptions?.clause, 'u');
const NAME_OF = new RegExp(`^${WHICH_NAME}(?:${anyOf(({ descriptions }) => descriptions?.nameOf)}) `);

/**
 * The person that a field of text asks for by what it is called, or by what its description names; null for other fields.
 * @param names its name as words, and its label
 */
export function personAskedFor(names: readonly string[], description: string): AskedPerson | null {
  const thing = thingOf(description);
  // “Company or person that is billed”
  const mayBeFirm = familiesOfPhrase(thing).includes('company') || valueLikeness('organisation', thing) === 1;
  for (const text of mayBeFirm ? names : [...names, thing]) {
    const folded = foldText(text).trim();
    const found = PERSONS.find(([, pattern]) => pattern.test(folded));
    if (found) return found[0];
  }
  return null;
}

/**
 * The thing that a description names, folded; of “name of the …” that of which it is the name: “Doctor” of “Doctor the report is
 * made for”.
 */
export function thingOf(description: string): string {
  const folded = foldText(description).replace(NAME_OF, '');
  const words = headOfDescription(folded).split(' ');
  const end = words.findIndex((word, at) => at > 0 && (ARTICLE.test(word) || CLAUSE.test(word)));
  return words.slice(0, end < 0 ? words.length : end).join(' ');
}
