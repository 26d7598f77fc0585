import type { Page, Reading, Word } from '#lib/contract/service/reading.ts';
import { emptyPage } from '#lib/document/geometry/empty-page.ts';
import { readingOfPages } from '#lib/document/geometry/reading-of-pages.ts';

/** A line of a made-up page; `size` in points (default 10), `at` = top in fractions of the page (default: below the line before). */
export type MadeLine = string | { text: string; size?: number; at?: number };

/** A reading of A4 pages, each a list of lines set one below the other; every page is one paragraph block. */
export function readingOfLines(pages: MadeLine[][]): Reading {
  return readingOfPages(pages.map(toPage));
}

function toPage(made: MadeLine[], index: number): Page {
  const [width, height] = [595, 842];
  const words: Word[] = [];
  const lines: Page['lines'] = [];
  let top = 0.05;
  for (const entry of made) {
    const { text, size = 10, at = top } = typeof entry === 'string' ? { text: entry } : entry;
    const start = words.length;
    const bottom = at + size / height;
    let left = 0.1;
    for (const word of text.split(' ')) {
      const right = left + (word.length * size * 0.5) / width;
      words.push({ text: word, box: [left, at, right, bottom], size });
      left = right + (size * 0.3) / width;
    }
    lines.push({ words: [start, words.length], box: [0.1, at, left, bottom] });
    top = bottom + 0.01;
  }
  return emptyPage({
    number: index + 1,
    width,
    height,
    source: 'text',
    display: 'image',
    words,
    lines,
    blocks: lines.length > 0 ? [{ kind: 'paragraph', lines: [0, lines.length], box: [0, 0, 1, 1] }] : [],
  });
}
