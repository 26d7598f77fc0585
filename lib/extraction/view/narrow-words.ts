import type { Page, Word } from '#lib/contract/service/reading.ts';

/** Share of a word's width that lies under the words after it from which on its box is taken to be wrong. */
const COVERED = 0.15;
/** A space, as a share of the height of the line. */
const SPACE = 0.25;

/**
 * A recognised page on which no word reaches under the next one of its line: a word that was given the width of more of its
 * line than it fills ends where the next word begins. Other pages are given back as they are.
 */
export function narrowWords(page: Page): Page {
  if (page.source !== 'ocr') return page;
  let words: Word[] | null = null;
  for (const line of page.lines)
    for (let index = line.words[0]; index + 1 < Math.min(line.words[1], page.words.length); index++) {
      const word = page.words[index];
      const next = page.words[index + 1];
      if (!word || !next) continue;
      const [left, top, right, bottom] = word.box;
      // Words of one column may have been read as a line: they stand under one another.
      if (Math.min(bottom, next.box[3]) - Math.max(top, next.box[1]) < 0.5 * (bottom - top)) continue;
      if (next.box[0] <= left || right - next.box[0] <= COVERED * (right - left)) continue;
      const space = (SPACE * (bottom - top) * page.height) / page.width;
      words ??= [...page.words];
      words[index] = { ...word, box: [left, top, Math.max(left + (next.box[0] - left) / 2, next.box[0] - space), bottom] };
    }
  return words ? { ...page, words } : page;
}
