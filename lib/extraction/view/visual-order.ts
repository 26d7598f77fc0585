import type { Page, Table } from '#lib/contract/service/reading.ts';

/** Words of a page in the order they are looked at, and the line each of them stands on (by word index; -1 = none). */
type VisualOrder = { words: number[]; lineOf: Int32Array };

/**
 * The words of a page as their lines have them, save in tables that were only guessed from alignment: there words that stand
 * on one height form one line again, since such a grid may run through names and sentences.
 */
export function orderVisually(page: Page): VisualOrder {
  const words = page.words.map((_, index) => index);
  const lineOf = new Int32Array(page.words.length).fill(-1);
  page.lines.forEach((line, index) => {
    for (let word = line.words[0]; word < Math.min(line.words[1], lineOf.length); word++) lineOf[word] = index;
  });
  let next = page.lines.length;
  for (const table of page.tables) {
    const range = table.ruled ? null : rangeOf(page, table);
    if (!range) continue;
    const lines = linesOf(page, range);
    let at = range[0];
    for (const line of lines) {
      for (const word of line) {
        words[at++] = word;
        lineOf[word] = next;
      }
      next++;
    }
  }
  return { words, lineOf };
}

/** The words of a table when they follow one another without others between them. */
function rangeOf(page: Page, table: Table): [number, number] | null {
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const cell of table.cells)
    for (const word of cell.words) {
      first = Math.min(first, word);
      last = Math.max(last, word);
    }
  const [left, top, right, bottom] = table.box;
  for (let word = first; word <= last; word++) {
    const box = page.words[word]?.box;
    if (!box) return null;
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    if (x < left - 0.02 || x > right + 0.02 || y < top - 0.02 || y > bottom + 0.02) return null;
  }
  return last >= first ? [first, last + 1] : null;
}

/** Groups words by height, each with the nearest word left of it that overlaps it by half; lines top to bottom. */
function linesOf(page: Page, [from, to]: [number, number]): number[][] {
  const boxOf = (word: number) => page.words[word]?.box ?? [0, 0, 0, 0];
  const order = Array.from({ length: to - from }, (_, step) => from + step).sort((a, b) => boxOf(a)[0] - boxOf(b)[0] || a - b);
  const lines: number[][] = [];
  for (const word of order) {
    const box = boxOf(word);
    let best: number[] | null = null;
    let bestShare = 0.5;
    for (const line of lines) {
      const last = boxOf(line.at(-1) ?? word);
      const shared = Math.min(last[3], box[3]) - Math.max(last[1], box[1]);
      const share = shared / Math.max(1e-6, Math.min(last[3] - last[1], box[3] - box[1]));
      if (share > bestShare && last[2] <= box[0] + 0.3 * (last[2] - last[0])) {
        bestShare = share;
        best = line;
      }
    }
    if (best) best.push(word);
    else lines.push([word]);
  }
  const heightOf = (line: number[]) => line.reduce((sum, word) => sum + boxOf(word)[1] + boxOf(word)[3], 0) / line.length;
  return lines.sort((a, b) => heightOf(a) - heightOf(b));
}
