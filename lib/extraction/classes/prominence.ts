import type { Page } from '#lib/contract/service/reading.ts';

/** Usual height of a page's words, in points. */
export function usualSize(page: Page): number {
  const sizes = page.words.map((word) => sizeOf(page, word)).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 10;
}

function sizeOf(page: Page, word: Page['words'][number]): number {
  return word.size ?? (word.box[3] - word.box[1]) * page.height;
}

/**
 * How much a term looks like a title: 0 for words in running text to 1 for large words alone on a line at the top of the
 * first page.
 * @param words indices of the page's words
 * @param usual usual word height of the page in points
 */
export function prominence(page: Page, words: readonly number[], usual: number): number {
  const index = words[0]!;
  const first = page.words[index]!;
  const line = page.lines.find(({ words: [start, end] }) => start <= index && index < end);
  const company = line ? page.words.slice(...line.words).filter(({ text }) => isSpoken(text)).length - words.length : 10;
  const large = Math.min(1, Math.max(0, sizeOf(page, first) / usual - 1));
  return (
    0.35 * large +
    (company <= 1 ? 0.3 : company <= 3 ? 0.2 : 0) +
    (first.box[1] < 0.2 ? 0.15 : first.box[1] < 0.4 ? 0.1 : 0) +
    (page.number === 1 ? 0.1 : 0) +
    (first.bold || isCapital(first.text) ? 0.1 : 0)
  );
}

/** No number, no mark, no `No.`: a title often has its document's number beside it. */
function isSpoken(text: string): boolean {
  return /\p{L}{3}/u.test(text) && !/\d/.test(text);
}

function isCapital(text: string): boolean {
  return text.length > 3 && text === text.toUpperCase() && text !== text.toLowerCase();
}
