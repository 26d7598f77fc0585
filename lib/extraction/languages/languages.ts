import { cs } from './cs.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { Knowledge, Language } from './language.ts';
import { mul } from './mul.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';

/** The languages that the engine reads. To add one, write its file and put it here. */
export const LANGUAGES: readonly Language[] = [en, de, fr, es, it, nl, pl, pt, cs, sv];

const ALL: readonly Knowledge[] = [...LANGUAGES, mul];

/** What every language says of one thing, in the order of the languages; those that say nothing are left out. */
export function eachLanguage<T>(part: (language: Knowledge) => T | undefined): T[] {
  return ALL.flatMap((language) => {
    const said = part(language);
    return said === undefined || said === '' ? [] : [said];
  });
}

/** The entries of all languages for one thing that they list with a separator; each once. */
export function entriesOf(part: (language: Knowledge) => string | undefined, separator = '|'): string[] {
  return [...new Set(eachLanguage(part).flatMap((text) => text.split(separator)))].filter(Boolean);
}

/** The source of a regular expression that matches what any language says of one thing. */
export function anyOf(part: (language: Knowledge) => string | undefined): string {
  return [...new Set(eachLanguage(part))].join('|');
}

/** A regular expression for a text that is, from its beginning to its end, what any language says of one thing. */
export function whole(part: (language: Knowledge) => string | undefined, flags = ''): RegExp {
  return new RegExp(`^(?:${anyOf(part)})$`, flags);
}

/** A regular expression that finds what any language says of one thing, as whole words. */
export function asWords(part: (language: Knowledge) => string | undefined, flags = ''): RegExp {
  return new RegExp(`\\b(?:${anyOf(part)})\\b`, flags);
}
