import { foldText } from '#lib/document/values/fold-text.ts';
import { readNumber } from '#lib/document/values/parse-number.ts';

/** Longer words are cut: PostgreSQL takes lexemes of 2 KB at most. */
const LONGEST = 64;
/** Bytes of all lexemes of a document: PostgreSQL takes a vector of 1 MB at most. */
const MOST_BYTES = 600_000;
/** What stands between two spaces; a no-break space within a number does not part it. */
export const CHUNK = /[^ \t\n\r\f\v]+/g;
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Numbers whose thousands stand apart, which are several words. */
const SPACED_NUMBER = /(?<![\p{L}\d.,])\d{1,3}(?:[ '’\u00a0\u202f\u2009]\d{3})+(?:[.,]\d+)?(?![\d])/gu;

/** Signs, brackets, currencies; letters only beside decimals, so that `A-12` is no number. */
const BEFORE_NUMBER = /^[-+−–("'«]*(?:\p{Sc}|[A-Z]{2,3}(?=\d[\d.,'’\s]*[.,]\d{2}(?!\d)))?[-+−–(]*/u;
const AFTER_NUMBER = /(?:\p{Sc}|%)?[)\]"'»,.;:!?-]*$/u;

const LONGEST_NUMBER = 80;

/** The words of a text, folded, punctuation left out. */
export function wordsOf(text: string): string[] {
  return (foldText(text).match(WORD) ?? []).map((word) => word.slice(0, LONGEST));
}

/** The lexemes of a folded word: itself, or its pairs of letters where the script has no spaces. */
export function lexemesOfWord(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const letters = [...word];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** True for a word of a script without spaces: it can stand anywhere in a longer one. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** The numbers that a written word can mean, without sign, plain: `1.234,56` is `1234.56`; `1.234` is `1234` or `1.234`. Empty for no number. */
export function numbersOf(written: string): string[] {
  // no number is longer, and the patterns below take the square of the time
  if (written.length > LONGEST_NUMBER) return [];
  const digits = written.replace(BEFORE_NUMBER, '').replace(AFTER_NUMBER, '');
  if (!/^\d[\d.,'’\s]*$/.test(digits) || digits.length > 40) return [];
  const read = (['.', ','] as const).flatMap((sign) => readNumber(digits, sign)?.value ?? []);
  return [...new Set(read.map((value) => String(Math.abs(value))))].filter((value) => !value.includes('e'));
}

/** The lexeme of a plain number. */
export function numberLexeme(number: string): string {
  return `#${number}`;
}

/** The trigrams of a folded text, as lexemes. */
export function trigramsOf(folded: string): string[] {
  const letters = [...folded];
  return letters.slice(2).map((letter, index) => `~${letters[index]}${letters[index + 1]}${letter}`);
}

/** Everything a document is to be found by: each word, each written thing of several words as one (`A-12` is `a12` too), each number. */
export function listLexemes(texts: readonly string[], short: string): string[] {
  const lexemes = new Set<string>(trigramsOf(short));
  let bytes = lexemes.size * 10;
  const add = (lexeme: string) => {
    if (lexemes.has(lexeme) || bytes > MOST_BYTES) return;
    lexemes.add(lexeme);
    bytes += Buffer.byteLength(lexeme) + 10;
  };
  for (const text of texts) {
    for (const [chunk] of text.matchAll(CHUNK)) {
      const words = wordsOf(chunk);
      for (const word of words) for (const lexeme of lexemesOfWord(word)) add(lexeme);
      if (words.length > 1) add(words.join('').slice(0, LONGEST));
      if (/\d/.test(chunk)) for (const number of numbersOf(chunk)) add(numberLexeme(number));
    }
    for (const [number] of text.matchAll(SPACED_NUMBER)) for (const value of numbersOf(number)) add(numberLexeme(value));
  }
  return [...lexemes];
}

/** The words of texts in order, a line for each text with a space at either end: a phrase is a part of it. */
export function phraseText(texts: readonly string[]): string {
  return texts.map((text) => ` ${wordsOf(text).join(' ')} `).join('\n');
}
