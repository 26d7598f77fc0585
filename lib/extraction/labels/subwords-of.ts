import { hashText } from './hash-text.ts';

/** Lengths of the letter sequences that a word is cut into. */
const [SHORTEST, LONGEST] = [3, 5];
/** Letters of a word that are looked at. */
const MOST_LETTERS = 24;

/** FNV-1a, its last bits mixed once more. */
function hashOf(text: string): number {
  let hash = hashText(text);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

/**
 * The rows of the table whose mean is the vector of a word: one for the word itself, and one for each sequence of three to five
 * letters in it, hashed (Bojanowski et al. 2017, “Enriching word vectors with subword information”).
 * @param rows number of rows of the table
 */
export function subwordsOf(word: string, rows: number): number[] {
  const marked = `<${word.slice(0, MOST_LETTERS)}>`;
  const found = new Set([hashOf(marked) % rows]);
  for (let length = SHORTEST; length <= LONGEST; length++)
    for (let at = 0; at + length <= marked.length; at++) found.add(hashOf(marked.slice(at, at + length)) % rows);
  return [...found];
}
