import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { foldText } from '#lib/document/values/fold-text.ts';

const VOWELS = 'aeiou';
const CONSONANTS = 'bcdfghjklmnpqrstvwxyz';

/** A word that nobody knows, the same for the same word: each vowel and each consonant is the next one. */
function strange(word: string): string {
  return word.replace(/[a-z]/gi, (letter) => {
    const small = letter.toLowerCase();
    const row = VOWELS.includes(small) ? VOWELS : CONSONANTS;
    const next = row[(row.indexOf(small) + 1) % row.length] ?? small;
    return letter === small ? next : next.toUpperCase();
  });
}

const wordsOf = (text: string) => foldText(text).match(/\p{L}+/gu) ?? [];

/**
 * A reading whose tables have headings in a language of their own: words of the headings under which an engine found its cells are others,
 * on lines of two of them and more.
 */
export function strangeHeadings(reading: Reading, result: ExtractionResult): Reading {
  const titles = Object.values(result.fields)
    .flatMap((entry) => (Array.isArray(entry) ? entry : []))
    .flatMap((row) => Object.values(row).flatMap(({ reason }) => /column “(.*)”/.exec(reason ?? '')?.[1] ?? []));
  const known = new Set(titles.flatMap(wordsOf));
  const isKnown = (text: string) => wordsOf(text).some((word) => known.has(word));
  const pages = reading.pages.map((page) => {
    const words = page.words.map((word) => ({ ...word }));
    for (const { words: range } of page.lines) {
      const line = words.slice(...range);
      if (line.filter(({ text }) => isKnown(text)).length < 2 && line.length > 2) continue;
      if (
        line.some(({ text }) => /\d/.test(text)) ||
        !line.every(({ text }) => isKnown(text) || wordsOf(text).length < 1 || line.length > 3)
      )
        continue;
      for (const word of line) if (isKnown(word.text)) word.text = strange(word.text);
    }
    return { ...page, words };
  });
  return { ...reading, pages };
}
