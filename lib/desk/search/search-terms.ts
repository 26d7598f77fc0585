import { foldShort } from '#lib/document/values/fold-text.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import { isUnspaced, lexemesOfWord, numberLexeme, numbersOf, trigramsOf, wordsOf } from './lexemes.ts';

/** Terms of one search; more are left out. */
const MOST = 10;

/**
 * One thing that is sought: a word as typed (`written`), or a phrase that stood in quotation marks. The last word may be the
 * beginning of a longer one.
 */
export type SearchTerm = {
  kind: 'word' | 'phrase';
  written: string;
  words: string[];
  isBeginning: boolean;
  /** Numbers and the day that it can mean; empty for a phrase. */
  numbers: string[];
  day: string | null;
};

/** Reads what was typed into a search box. Words without a letter or digit are left out. */
export function readSearch(text: string): SearchTerm[] {
  const found = [...text.matchAll(/"([^"]*)"?|(\S+)/g)].map(([, phrase, word]) => ({ phrase, word }));
  const terms = found.flatMap(({ phrase, word = '' }): SearchTerm[] => {
    const written = phrase ?? word;
    const words = wordsOf(written);
    if (words.length === 0) return [];
    if (phrase !== undefined) return [{ kind: 'phrase', written, words, isBeginning: false, numbers: [], day: null }];
    return [{ kind: 'word', written, words, isBeginning: false, numbers: numbersOf(written), day: dayOf(written) }];
  });
  const last = terms.at(-1);
  if (last?.kind === 'word' && found.at(-1)?.word !== undefined) last.isBeginning = true;
  return terms.slice(0, MOST);
}

/** A written day, ISO; only what has all its digits, so that a number is not taken for one. */
function dayOf(written: string): string | null {
  return /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(written) ? parseDate(written, 'dmy') : null;
}

/**
 * A term as two PostgreSQL `tsquery`s. `exact` finds what has it for sure (a phrase: all its words); `parts` finds what may have it
 * within a word of the short text, by trigrams, which need not stand side by side; null where it is not sought there.
 */
export function queriesOf(term: SearchTerm): { exact: string; parts: string | null } {
  const part = partsOf(term);
  return { exact: exactQuery(term), parts: part === null ? null : `(${allOf(trigramsOf(part))})` };
}

/** What of a term may stand within a word of the short text, folded; null when it is too short for that, or a phrase. */
export function partsOf({ kind, written }: SearchTerm): string | null {
  const folded = foldShort(written);
  return kind === 'word' && [...folded].length >= 3 ? folded : null;
}

function exactQuery({ kind, words, isBeginning, numbers, day }: SearchTerm): string {
  const inWords = words.map((word, place) => {
    const lexemes = lexemesOfWord(word);
    const mayGoOn = isBeginning && place === words.length - 1;
    return allOf(lexemes, mayGoOn);
  });
  // what stands between the signs of a number is no word of its own
  const choices = numbers.length > 0 && words.length > 1 ? [] : [inWords.join(' & ')];
  if (kind === 'word') {
    if (words.length > 1) choices.push(quote(words.join(''), isBeginning));
    choices.push(...numbers.map((number) => quote(numberLexeme(number))));
    if (day) choices.push(quote(day.replaceAll('-', '')));
  }
  return `(${choices.map((choice) => `(${choice})`).join(' | ')})`;
}

/** The pattern that a phrase is sought by in `phraseText`. */
export function phrasePattern({ words }: SearchTerm): string {
  const phrase = words.join(' ');
  return words.some(isUnspaced) ? `%${phrase}%` : `% ${phrase} %`;
}

function allOf(lexemes: readonly string[], mayGoOn = false): string {
  return lexemes.map((lexeme, place) => quote(lexeme, mayGoOn && place === lexemes.length - 1)).join(' & ');
}

function quote(lexeme: string, mayGoOn = false): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${mayGoOn ? ':*' : ''}`;
}
