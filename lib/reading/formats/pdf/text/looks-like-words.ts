import { TELLING_WORDS } from '../../../ocr/words/guess-language.ts';

const SHORTEST_WORD = 4;
/** Fewer pairs of letters say nothing. */
const FEWEST_PAIRS = 40;
/** Of all pairs, those that are usual: in the languages of Europe 0.64 and more, in shifted or scrambled letters 0.1 to 0.45. */
const LEAST_USUAL = 0.5;
/** A pair is usual that occurs so often among the frequent words of the eight languages. */
const USUAL = 2;

let usual: Set<string> | null = null;

/**
 * Whether the words of a page can be words of a language, by their pairs of neighbouring letters. True also where that cannot be
 * told: too few letters, or other than Latin ones.
 */
export function looksLikeWords(texts: Iterable<string>): boolean {
  usual ??= usualPairs();
  let [pairs, fine, latin, other] = [0, 0, 0, 0];
  for (const text of texts) {
    const folded = fold(text);
    other += (folded.match(/[^\P{L}a-z]/gu) ?? []).length;
    latin += (folded.match(/[a-z]/g) ?? []).length;
    for (const word of folded.split(/[^a-z]+/)) {
      if (word.length < SHORTEST_WORD) continue;
      for (let at = 0; at + 1 < word.length; at++) {
        pairs++;
        if (usual.has(word.slice(at, at + 2))) fine++;
      }
    }
  }
  return pairs < FEWEST_PAIRS || other > latin || fine >= LEAST_USUAL * pairs;
}

function usualPairs(): Set<string> {
  const counts = new Map<string, number>();
  for (const words of Object.values(TELLING_WORDS)) {
    for (const word of words.split(' ')) {
      for (let at = 0; at + 1 < word.length; at++) {
        const pair = word.slice(at, at + 2);
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  }
  return new Set([...counts].flatMap(([pair, count]) => (count >= USUAL ? [pair] : [])));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[łøæœ]/g, (letter) => ({ ł: 'l', ø: 'o', æ: 'ae', œ: 'oe' })[letter] ?? letter);
}
