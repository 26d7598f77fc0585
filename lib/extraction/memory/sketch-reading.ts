import type { Reading } from '#lib/contract/service/reading.ts';
import { hashText } from '../labels/hash-text.ts';
import { evened } from './evened.ts';

/** Most hashes of a sketch; a page with fewer words than half of that is kept whole. */
export const SKETCH_SIZE = 400;

/**
 * A short description of what a document looks like, to find others of its layout by: the smallest hashes of the words of its first
 * printed page and of the pairs of words side by side there, ascending (bottom-k sketch, Broder 1997). Figures are evened out. Pairs
 * tell a layout from another one that has the same vocabulary.
 */
export function sketchReading(reading: Reading): Uint32Array {
  const page = reading.pages.find(({ words }) => words.length > 0);
  const hashes = new Set<number>();
  for (const { words: range } of page?.lines ?? []) {
    let before = '';
    for (const { text } of page?.words.slice(...range) ?? []) {
      const word = evened(text);
      if (!word) continue;
      hashes.add(hashText(word));
      if (before) hashes.add(hashText(`${before} ${word}`));
      before = word;
    }
  }
  return Uint32Array.from([...hashes].sort((a, b) => a - b).slice(0, SKETCH_SIZE));
}
