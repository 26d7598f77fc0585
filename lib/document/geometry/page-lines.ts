import type { Box } from '#lib/contract/service/box.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { unionAll } from './box.ts';
import { findSkew, levelBox } from './text-skew.ts';

/** Words that stand on one line across the whole page, left to right; `words` are indices into the page's words. */
export type PageLine = { box: Box; words: number[] };

/** A page with its lines across all columns, top to bottom. `lineOf` gives the line of each word, -1 for hidden words. */
export type LinedPage = { page: Page; lines: PageLine[]; lineOf: Int32Array };

/**
 * Puts the visible words of a page into lines across the page, whatever column they stand in: what a table's row is made of.
 * The slant of a scan is taken out first.
 */
export function findPageLines(page: Page): LinedPage {
  const points = page.words.map(({ box }): Box => [box[0] * page.width, box[1] * page.height, box[2] * page.width, box[3] * page.height]);
  const slope = findSkew(points);
  const level = slope === 0 ? points : points.map((box) => levelBox(box, slope));
  const middle = (index: number) => (level[index]![1] + level[index]![3]) / 2;
  const order = page.words.map((_, index) => index).filter((index) => !page.words[index]!.hidden);
  order.sort((a, b) => middle(a) - middle(b));
  const groups: { words: number[]; top: number; bottom: number }[] = [];
  for (const index of order) {
    const [, top, , bottom] = level[index]!;
    const last = groups.at(-1);
    // A line keeps the height of its first word, so that neighbours do not chain up.
    if (last && middle(index) > last.top && middle(index) < last.bottom - 0.25 * (last.bottom - last.top)) last.words.push(index);
    else groups.push({ words: [index], top, bottom });
  }
  const lineOf = new Int32Array(page.words.length).fill(-1);
  const lines = groups.map(({ words }, line): PageLine => {
    words.sort((a, b) => page.words[a]!.box[0] - page.words[b]!.box[0]);
    for (const word of words) lineOf[word] = line;
    return { words, box: unionAll(words.map((word) => page.words[word]!.box)) };
  });
  return { page, lines, lineOf };
}

/** Runs of a line's words without a gap wider than `gap` word heights; `isParted` may part two words that stand closer. */
export function segmentsOfLine(
  { page }: LinedPage,
  line: PageLine,
  gap: number,
  isParted: (a: number, b: number) => boolean = () => false,
): number[][] {
  const runs: number[][] = [];
  for (const word of line.words) {
    const last = runs.at(-1)?.at(-1);
    const [left, top, , bottom] = page.words[word]!.box;
    const space = last === undefined ? 0 : (left - page.words[last]!.box[2]) * page.width;
    if (last === undefined || space > gap * (bottom - top) * page.height || isParted(last, word)) runs.push([word]);
    else runs.at(-1)!.push(word);
  }
  return runs;
}

/** Evidence made of whole words of a page, in the order given; the words must not be empty. */
export function evidenceOfWords(page: Page, words: readonly number[]): Evidence {
  const first = page.cell_addresses?.[words[0]!];
  const last = page.cell_addresses?.[words.at(-1)!];
  const sheet = page.grid?.sheet ?? page.name;
  return {
    page: page.number,
    box: unionAll(words.map((word) => page.words[word]!.box)),
    text: words.map((word) => page.words[word]!.text).join(' '),
    words: [...words],
    ...(first ? { range: last && last !== first ? `${first}:${last}` : first } : {}),
    ...(first && sheet ? { sheet } : {}),
  };
}

/** The lines a place touches: by its words when they are told, else by its box. Indices into `lines`, in order. */
export function linesOfEvidence(lined: LinedPage, evidence: Evidence): number[] {
  if (evidence.page !== lined.page.number) return [];
  const known = new Set<number>();
  for (const word of evidence.words ?? []) if ((lined.lineOf[word] ?? -1) >= 0) known.add(lined.lineOf[word]!);
  if (known.size === 0 && evidence.box) {
    const [left, top, right, bottom] = evidence.box;
    lined.page.words.forEach(({ box }, word) => {
      const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      if (x >= left - 0.002 && x <= right + 0.002 && y >= top && y <= bottom && lined.lineOf[word]! >= 0) known.add(lined.lineOf[word]!);
    });
  }
  return [...known].sort((a, b) => a - b);
}
