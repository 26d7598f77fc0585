import type { Page, Reading } from '#lib/contract/service/reading.ts';
import { hashText } from '../labels/hash-text.ts';
import { evened } from './evened.ts';

/** Most hashes of a sketch; a page with fewer words than half of that is kept whole. */
export const SKETCH_SIZE = 400;

/** First pages of an approved document that are known one by one. */
export const MOST_PAGES = 8;

/** An approved document by the sketches of its printed pages, to know its pages again in a stack. */
export type KnownPages = {
  id: string;
  /** The first `MOST_PAGES`, in order; where its reading is not here, the very first alone. */
  pages: readonly Uint32Array[];
  /** Null where its reading is not here. */
  last: Uint32Array | null;
};

/** The sketch of a document: that of its first printed page (see `sketchPage`). */
export function sketchReading(reading: Reading): Uint32Array {
  const page = reading.pages.find(({ words }) => words.length > 0);
  return page ? sketchPage(page) : new Uint32Array();
}

/**
 * A short description of what a page looks like, to find others of its layout by: the smallest hashes of its words and of the pairs of
 * words side by side on it, ascending (bottom-k sketch, Broder 1997). Figures are evened out. Pairs tell a layout from another one that
 * has the same vocabulary.
 */
export function sketchPage(page: Pick<Page, 'words' | 'lines'>): Uint32Array {
  const hashes = new Set<number>();
  for (const { words: range } of page.lines) {
    let before = '';
    for (const { text } of page.words.slice(...range)) {
      const word = evened(text);
      if (!word) continue;
      hashes.add(hashText(word));
      if (before) hashes.add(hashText(`${before} ${word}`));
      before = word;
    }
  }
  return Uint32Array.from([...hashes].sort((a, b) => a - b).slice(0, SKETCH_SIZE));
}

/** The sketches of the pages of an approved document. */
export function sketchPages(id: string, { pages }: Pick<Reading, 'pages'>): KnownPages {
  const printed = pages.filter(({ words }) => words.length > 0);
  const last = printed.at(-1);
  return { id, pages: printed.slice(0, MOST_PAGES).map(sketchPage), last: last ? sketchPage(last) : null };
}
